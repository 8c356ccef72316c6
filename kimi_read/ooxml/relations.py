"""Relationships and content types of an Office package.

Source: ECMA-376 part 2, 6.5 (relationships), 6.2 (part names), 6.3.3 (content types).
"""

from __future__ import annotations

import re

from kimi_read.ooxml.parts import local, root_of
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kimi_read.guard.zip import Package

_ESCAPE = r"%([0-9A-Fa-f]{2})"


@record(frozen=True, slots=True)
class Relation:
    """One relationship.

    ``kind`` is the last word of its type (``image``, ``hyperlink``, ``styles``),
    ``target`` a part name without leading slash, or the URL as written if
    ``external``.
    """

    id: str
    kind: str
    target: str
    external: bool = False


def relations(package: Package, part: str = "") -> dict[str, Relation]:
    """Return the relationships of ``part`` by id; of the package itself for ``""``.

    Damaged or missing relationship parts give what can be read of them.
    """
    folder, _, name = part.rpartition("/")
    where = f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels"
    root = root_of(package, where)
    found: dict[str, Relation] = {}
    for element in root if root is not None else ():
        get = element.get
        target = get("Target") or ""
        external = get("TargetMode") == "External"
        kind = (get("Type") or "").rstrip("/").rpartition("/")[2]
        if not external:
            target = resolve(folder, target, package)
        found.setdefault(
            get("Id") or "", Relation(get("Id") or "", kind, target, external)
        )
    return found


def resolve(folder: str, target: str, package: Package | None = None) -> str:
    """Return the part name that ``target`` names, seen from ``folder``.

    Absolute, relative, percent-encoded and back-slashed targets are understood;
    ``..`` never leaves the package. With ``package`` the spelling that exists in it
    is preferred.
    """
    target = target.replace("\\", "/").partition("#")[0].strip()
    steps = [] if target.startswith("/") else [s for s in folder.split("/") if s]
    for step in target.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in ("", "."):
            steps.append(step)
    name = "/".join(steps)
    if package is not None and name not in package:
        plain = re.sub(_ESCAPE, lambda m: chr(int(m[1], 16)), name)
        for other in (plain, target.lstrip("/"), f"{folder}/{target.lstrip('/')}"):
            if other in package:
                return other
    return name


def first(found: Mapping[str, Relation], kind: str) -> str:
    """Return the target of the first relationship of ``kind``, or ``""``."""
    return next((r.target for r in found.values() if r.kind == kind), "")


def content_types(package: Package) -> tuple[dict[str, str], dict[str, str]]:
    """Return media types by extension and by part name, both in lower case."""
    defaults: dict[str, str] = {}
    overrides: dict[str, str] = {}
    root = root_of(package, "[Content_Types].xml")
    for element in root if root is not None else ():
        media_type = element.get("ContentType") or ""
        if local(element.tag) == "Default":
            defaults[(element.get("Extension") or "").lower()] = media_type
        elif local(element.tag) == "Override":
            name = (element.get("PartName") or "").lstrip("/").lower()
            overrides[name] = media_type
    return defaults, overrides


def main_part(package: Package, *usual: str, media: str = "") -> str:
    """Return the name of the main part, or ``""``.

    In order: the package's ``officeDocument`` relationship; the part whose media
    type holds ``media`` and ``main+xml``; the first of ``usual`` that exists.
    """
    name = first(relations(package), "officeDocument")
    if name and name in package:
        return name
    for part, media_type in content_types(package)[1].items():
        fits = media and media in media_type and "main+xml" in media_type
        if fits and part in package:
            return part
    return next((part for part in usual if part in package), "")
