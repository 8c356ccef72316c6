"""The strict rule for images: the name declares, and the bytes must agree.

For ``--from image --strict``, in this order:

    images.refuse_name(path)          before the file is opened
    verdict = images.strict(source)   after it was opened (``detect.forced`` does it)

Without ``--strict`` neither is called: there the bytes decide, and a wrong extension
is a warning. A full decode in the reader has the last word in any case.
"""

from __future__ import annotations

import os

from kimi_read import errors
from kimi_read.catalog import BY_NAME
from kimi_read.detect.names import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

#: The extensions that declare an image, and the format that each declares.
DECLARED = {
    ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".gif": "gif",
}  # fmt: skip
SIGNATURE_BYTES = 12


def refuse_name(path: str) -> None:
    """Refuse an extension that declares no image, by the name alone.

    Raises:
        Mismatch: there is an extension, and it is none of ``DECLARED``.
    """
    extension = _extension(path)
    if extension and extension not in DECLARED:
        raise errors.Mismatch(
            f"{extension} declares no image of a kind that is read strictly",
            path=path,
            hint="the extensions are .png, .jpg, .jpeg, .webp and .gif; without "
            "--strict the bytes decide",
        )


def strict(source: Source) -> Verdict:
    """Return the format of an image whose name and bytes agree.

    Raises:
        Mismatch: the extension is none of an image, or declares another type than
            the bytes; the message names both types, and the hint the way out.
    """
    refuse_name(source.name)
    declared = DECLARED.get(_extension(source.name), "")
    actual = by_signature(source.head)
    if actual and actual == declared:
        return Verdict(BY_NAME[actual], "its extension and its signature")
    if actual and not declared:
        return Verdict(BY_NAME[actual], "its signature; it has no extension")
    shown = source.head[:SIGNATURE_BYTES].hex(" ") or "none, the file is empty"
    if not declared:
        raise errors.Mismatch(
            "it has no extension, and its first bytes are no signature of a PNG, JPEG, "
            f"GIF or WebP image ({shown})",
            path=source.path,
        )
    said = BY_NAME[declared].media_type
    what = BY_NAME[actual].media_type if actual else _otherwise(source)
    extension = next((ext for ext, name in DECLARED.items() if name == actual), "")
    raise errors.Mismatch(
        f"its extension declares {said}, but its bytes are {what} ({shown})",
        path=source.path,
        hint=f"rename it to end in {extension or 'the extension of what it is'}",
    )


def by_signature(head: bytes) -> str:
    """Return png, jpeg, gif or webp by the first 12 bytes, or nothing."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    return "webp" if head[:4] == b"RIFF" and head[8:12] == b"WEBP" else ""


def _otherwise(source: Source) -> str:
    from kimi_read.detect.decide import unnamed

    return unnamed(source).format.media_type if source.head else "none at all"


def _extension(path: str) -> str:
    return os.path.splitext(path)[1].lower()
