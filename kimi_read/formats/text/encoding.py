"""Which encoding is this text in, as far as it can be told without guessing.

Byte order marks, zero bytes, ISO 2022 escapes, whole-file UTF-8, and what the text
says of itself. The statistical guess is made in a worker (``guess``).
"""

from __future__ import annotations

import codecs

from kimi_read.errors import Encoding, Usage
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.text.scan import Scan

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Names that inputenc alone has (LaTeX base, inputenc.dtx).
_LATEX = {"ansinew": "cp1252", "applemac": "mac-roman", "macce": "mac-latin2"}


@record(frozen=True, slots=True)
class Choice:
    """An encoding, where the knowledge comes from, and the bytes of a mark."""

    name: str
    origin: str
    skip: int = 0

    @property
    def utf8(self) -> bool:
        """Whether bytes can be passed on as they are."""
        return self.name == "utf-8"


def by_mark(head: bytes) -> Choice | None:
    """Return what a byte order mark says."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return Choice(name, "bom", len(mark))
    return None


def asked(name: str) -> Choice:
    """Return the encoding of that name.

    Raises:
        Usage: there is none.
    """
    try:
        known = codecs.lookup(name)
        "".encode(known.name)
    except (LookupError, ValueError):
        raise Usage(f"there is no encoding {name!r}", hint="try utf-8, cp1252, "
                    "utf-16, shift_jis, gb18030 ...") from None  # fmt: skip
    return Choice(known.name, "option")


def by_escapes(head: bytes) -> Choice | None:
    """Return ISO-2022-JP or -KR if the head switches into it (RFC 1468, 1557)."""
    if b"\x1b" not in head:
        return None
    if any(seq in head for seq in (b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b$(D")):
        return Choice("iso2022_jp_2", "escapes")
    return Choice("iso2022_kr", "escapes") if b"\x1b$)C" in head else None


def nearly_utf8(scan: Scan) -> bool:
    """Whether so few bytes are at fault that the rest is UTF-8 beyond doubt."""
    if scan.faults == 1 and scan.fault >= scan.size - 3 and scan.wide > 0:
        return True
    return scan.wide >= 1000 * scan.faults


def declared(head: bytes) -> Choice | None:
    """Return the encoding that the text names at its head, if Python knows it.

    XML declaration, HTML meta, PEP 263, the modelines of Emacs and Vim, @charset of
    CSS, the header of a mail or of a gettext catalogue, LaTeX's inputenc, POD.
    """
    import re

    text = head.decode("latin-1")
    start = text[:2048]
    found = (
        re.match(r"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)""", start)
        or re.search(
            r"""<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)""", start, re.IGNORECASE
        )
        or re.match(r"(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", start)
        or re.search(r"-\*-.*?\bcoding:\s*([-\w.]+)", start)
        or re.search(r"\bvim?:.*?\bf(?:ile)?enc(?:oding)?=([-\w.]+)", start)
        or re.match(r"""@charset "([\w.:-]+)";""", start)
        or re.search(
            r"""(?im)^"?content-type: *text/\w+;\s*charset="?([\w.:-]+)""", text
        )
        or re.search(r"(?m)^[^%\n]*\\usepackage *\[(\w+)\] *\{inputenc\}", text)
        or re.search(r"(?m)^(?:=encoding|%+ *Encoding:) ([\w.:-]+)", start)
    )
    if not found:
        return None
    from kimi_read.guard.charset import SUPERSETS

    try:
        name = codecs.lookup(_LATEX.get(found[1], found[1])).name
    except LookupError:
        return None
    if name.startswith(("utf-16", "utf-32")):
        return None  # its ASCII declaration shows that it is not
    return Choice(SUPERSETS.get(name, name), "declared")


def strictly(decoder: codecs.IncrementalDecoder, data: bytes, *, final: bool) -> str:
    """Decode, or say where it cannot be.

    Raises:
        Encoding: the bytes are not in the encoding.
    """
    try:
        return decoder.decode(data, final)
    except UnicodeDecodeError as error:
        raise Encoding(
            f"it is not {error.encoding}: byte 0x{error.object[error.start]:02x} "
            "cannot be decoded"
        ) from None
