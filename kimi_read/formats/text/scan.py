"""One pass over a file: whether it is UTF-8, its lines, and how they end.

The counts of each chunk are kept, so that a window far down is found without
reading what lies before it a second time.
"""

from __future__ import annotations

from codecs import utf_8_decode

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

CHUNK = 1 << 18
_FEW = 8
#: Shorter lines than this, on average, are counted byte by byte.
_SHORT = 40


@record(frozen=True, slots=True, kw_only=True)
class Scan:
    """What one pass over the bytes found.

    ``newlines[k]`` counts the line feeds before chunk k, with the total as a last
    element; ``fault`` is the position of the first byte that is not UTF-8, or -1,
    ``faults`` how many such places there are, ``wide`` how many characters of more
    than one byte (both only up to the end of the pass).
    """

    size: int
    newlines: tuple[int, ...]
    ascii: bool
    crlf: int
    cr: int
    fault: int
    faults: int
    wide: int
    last: int

    @property
    def lines(self) -> int:
        """The number of lines; a last one without a line feed counts."""
        return self.newlines[-1] + (self.size > 0 and self.last != 10)

    @property
    def eol(self) -> str:
        """The style of line ends: lf, crlf, cr, mixed, or none."""
        total = self.newlines[-1]
        if not total:
            return "cr" if self.cr else "none"
        if self.crlf == total and self.cr == total:
            return "crlf"
        return "mixed" if self.cr else "lf"


def scan(source: Source, start: int = 0) -> Scan:
    """Read the whole of ``source`` from ``start`` once."""
    newlines = [0]
    plain = True
    crlf = cr = faults = wide = 0
    fault = -1
    tail = b""
    last = 0
    position = start
    while chunk := source.read_at(position, CHUNK):
        newlines.append(newlines[-1] + _count(chunk))
        if b"\r" in chunk:
            cr += chunk.count(b"\r")
            crlf += chunk.count(b"\r\n")
        if last == 13 and chunk[0] == 10:
            crlf += 1
        last = chunk[-1]
        if tail or not chunk.isascii():
            plain = False
            tail, bad, many = _validate(tail + chunk, position - len(tail))
            wide += many
            if bad:
                fault = bad[0] if fault < 0 else fault
                faults += len(bad)
        position += len(chunk)
    if tail:
        fault = position - len(tail) if fault < 0 else fault
        faults += 1
    return Scan(
        size=position - start, newlines=tuple(newlines), ascii=plain, crlf=crlf, cr=cr,
        fault=fault, faults=faults, wide=wide, last=last,
    )  # fmt: skip


def _count(chunk: bytes) -> int:
    """Count line feeds, by what is fastest for lines as long as the first ones.

    ``find`` outruns ``count``, which looks at each byte, where there are few; taking
    them out, which leaps from one to the next, where lines are of usual length.
    """
    at = -1
    for seen in range(_FEW):
        at = chunk.find(b"\n", at + 1)
        if at < 0:
            return seen
    if at < _FEW * _SHORT:
        return chunk.count(b"\n")
    return len(chunk) - len(chunk.replace(b"\n", b""))


def _validate(data: bytes, position: int) -> tuple[bytes, list[int], int]:
    """Return an incomplete tail, the places of faults, and the wide characters."""
    bad: list[int] = []
    at = wide = 0
    while at < len(data):
        try:
            text, used = utf_8_decode(memoryview(data)[at:], "strict", False)
        except UnicodeDecodeError as error:
            good = data[at : at + error.start]
            wide += len(good) - len(good.decode())
            bad.append(position + at + error.start)
            at += error.end
            continue
        wide += used - len(text)
        at += used
        if at < len(data):
            return data[at:], bad, wide
        break
    return b"", bad, wide
