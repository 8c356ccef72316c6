"""What the extension adds to what the bytes say: it specialises, or it is wrong."""

from __future__ import annotations

from kimi_read.catalog import BY_NAME, TEXT
from kimi_read.errors import Mismatch
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Loss
    from kimi_read.format import Format
    from kimi_read.source import Source

#: Extensions of text that tell nothing: the text itself is looked at as well.
_GENERIC = frozenset((
    ".txt", ".text", ".log", ".dat", ".data", ".out", ".tmp", ".bak", ".orig", ".old",
    ".part",
))  # fmt: skip
#: Extensions that a binary kind shares with text (gettext, Graphviz, ROS, zone files,
#: Squirrel, Gambas).
_SHARED = frozenset((".pot", ".dot", ".msg", ".db", ".nut", ".class"))
#: Formats that are written as text; text under their name may be a poor one of them.
_WRITTEN = frozenset((
    "rtf", "eml", "mbox", "mhtml", "fods", "fodt", "fodp", "fodg", "xml-spreadsheet",
))  # fmt: skip
#: Namespaces of documents that are written as XML.
_FLAT = (b"urn:oasis:names:tc:opendocument", b"urn:schemas-microsoft-com:office:")
#: Formats that share a container: what a name of one says is no lie about another.
_FAMILIES = (
    frozenset(("mp4", "m4v", "m4a", "3gp")),
    frozenset(("mkv", "webm", "mka", "weba")),
    frozenset(("asf", "wma")),
    frozenset(("ogg", "ogv")),
    frozenset(("mpeg", "mpegts")),
    frozenset(("zip", "jar", "apk", "whl", "xpi", "ipa", "crx")),
    frozenset(("heic", "avif")),
    frozenset(("ar", "deb")),
    frozenset(("tar", "gz", "bz2", "xz", "zst", "lz4", "lzma", "compress", "lzip")),
    frozenset(("ole", "thumbs", "msi", "works")),
    frozenset(("eml", "mbox", "mhtml")),
    frozenset(("tiff", "camera-raw")),
)
#: Formats that a more telling extension of the same family replaces.
_VAGUE = {
    "mp4": ("m4a", "m4v", "3gp"),
    "m4a": ("3gp",),
    "zip": ("jar", "apk", "whl", "xpi", "ipa"),
    "ole": ("doc", "xls", "ppt", "msg"),
}


@record(frozen=True, slots=True)
class Verdict:
    """The format of a file, why, and what is odd about its name."""

    format: Format
    reason: str
    warnings: tuple[Loss, ...] = ()


def by_extension(extension: str) -> list[Format]:
    """Return the built-in formats that declare ``extension``."""
    if not extension:
        return []
    return [form for form in BY_NAME.values() if extension in form.extensions]


def of_text(source: Source, reason: str) -> Verdict:
    """Return the format of a text, with warnings.

    Raises:
        Mismatch: the extension declares a kind that is never text.
    """
    extension = source.extension
    declared = by_extension(extension)
    texts = [form for form in declared if form.kind == "text"]
    written = [form for form in declared if form.name in _WRITTEN]
    if not source.head:
        if not declared or texts or extension in _SHARED:
            return Verdict(texts[0] if texts else TEXT, reason)
        raise _mismatch(source, declared, "it is empty", "")
    found = _sniffed(source, texts, written)
    if found and found[0] in BY_NAME and BY_NAME[found[0]].kind != "text":
        form = BY_NAME[found[0]]
        return Verdict(form, found[1], _wrong(source, declared, form))
    if texts and not (found and (extension in _GENERIC or extension == ".xml")):
        return Verdict(texts[0], f"{reason}, specialised by its extension")
    form = BY_NAME[found[0]] if found else TEXT
    why = f"{reason} with {found[1]}" if found else reason
    if texts or not declared or extension in _SHARED:
        return Verdict(form, why)
    if written:
        return Verdict(form, why, _wrong(source, declared, form))
    hint = "--from text reads it as it is"
    raise _mismatch(source, declared, f"it is {form.label}", hint)


def of_binary(source: Source, name: str, reason: str) -> Verdict:
    """Return the format called ``name``, with a warning if the extension is wrong.

    Raises:
        Mismatch: unknown bytes under the extension of a readable kind.
    """
    declared = by_extension(source.extension)
    for form in declared:
        if form.name == name:
            return Verdict(form, reason)
        if form.name in _VAGUE.get(name, ()):
            return Verdict(form, f"{reason}, specialised by its extension")
    form = _known(name)
    if name == "encrypted-ooxml" and any(f.kind == "document" for f in declared):
        return Verdict(form, reason)  # its name tells what is inside
    readable = declared and all(f.kind not in ("text", "binary") for f in declared)
    if name == "binary" and readable and source.extension not in _SHARED:
        hint = f"--from {declared[0].name} reads it as such all the same"
        raise _mismatch(source, declared, f"it is {form.label}", hint)
    return Verdict(form, reason, _wrong(source, declared, form))


def _sniffed(
    source: Source, texts: list[Format], written: list[Format]
) -> tuple[str, str] | None:
    """Ask the text itself, where its name leaves something to ask."""
    extension = source.extension
    start = source.head[:8].lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")
    if texts and extension not in _GENERIC and extension != ".xml":
        flat = start[:1] == b"<" and any(words in source.head for words in _FLAT)
        if not flat and start[:2] != b"{\\":
            return None
        from kimi_read.detect import sniff

        return sniff.document(source)
    if texts and start[:1] not in (b"<", b"{", b"[", b"") and start[:2] != b"#!":
        return None
    from kimi_read.detect import sniff

    return sniff.kind(source, mail=not texts, named=bool(written))


def _known(name: str) -> Format:
    if name in BY_NAME:
        return BY_NAME[name]
    from kimi_read import strangers
    from kimi_read.registry import by_name

    return strangers.by_name(name) or by_name(name) or BY_NAME["binary"]


def _wrong(source: Source, declared: list[Format], form: Format) -> tuple[Loss, ...]:
    names = {other.name for other in declared}
    if not declared or form.name in names or source.extension in _SHARED:
        return ()
    if source.extension == ".xml" and form.name in _WRITTEN:
        return ()
    if any(form.name in family and names & family for family in _FAMILIES):
        return ()
    from kimi_read.blocks import Loss

    said = declared[0].label
    return (
        Loss(
            "extension-mismatch",
            f"its name says {said} ({source.extension}), but it is {form.label}",
            shown=False,
        ),
    )


def _mismatch(source: Source, declared: list[Format], what: str, hint: str) -> Mismatch:
    said = f"its name says {declared[0].label} ({source.extension})"
    return Mismatch(f"{said}, but {what}", hint=hint)
