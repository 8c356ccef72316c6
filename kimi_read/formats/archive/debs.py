"""What is in the tar archives of a Debian package, and its control fields.

Source: deb(5), deb-control(5).
"""

from __future__ import annotations

from kimi_read.formats.archive import tardata
from kimi_read.formats.archive.inflate import Chunks, codec_of
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.packed import Unpacked
from kimi_read.formats.archive.streams import FileStream
from kimi_read.formats.archive.tarwalk import Walk
from kimi_read.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.formats.archive.streams import Stream
    from kimi_read.formats.archive.tarmember import Found
    from kimi_read.request import Request
    from kimi_read.source import Source

_CONTROL_BYTES = 1 << 16
_FIELDS = frozenset({
    "Package", "Version", "Architecture", "Maintainer", "Depends", "Section",
    "Homepage", "Description", "Installed-Size",
})  # fmt: skip


def contents(
    source: Source, request: Request, notes: Notes, facts: dict[str, object],
    inner: list[tuple[str, int, int]],
) -> Iterator[tuple[Row, Make]]:  # fmt: skip
    """Yield the members of control.tar and data.tar, named behind ``::``."""
    for name, start, size in inner:
        if not name.startswith(("control.tar", "data.tar")):
            continue
        stream = _stream(source, start, size)
        if name.startswith("control.tar"):
            _control(_stream(source, start, size), request, facts)
        walk = Walk(stream, request, notes)
        for batch in walk.batches():
            for mode, length, packed, date, inside, extra in batch.rows():
                yield (mode, length, packed, date, f"{name}::{inside}", extra), None


def _stream(source: Source, start: int, size: int) -> Stream:
    codec = codec_of(source.read_at(start, 16))
    if not codec:
        return FileStream(source, start, start + size)
    return Unpacked(Chunks(source, codec, start, start + size))


def _control(stream: Stream, request: Request, facts: dict[str, object]) -> None:
    """Put the fields of the control file into the facts."""
    found: list[bytes] = []

    def visit(member: Found) -> bool:
        if member.name.removeprefix("./") != "control":
            return True
        for chunk in tardata.chunks(member):
            found.append(chunk)
            break
        return False

    plain = replace(request, entries=False)
    for _ in Walk(stream, plain, Notes(), visit).batches():
        pass
    fields: dict[str, str] = {}
    key = ""
    for line in b"".join(found)[:_CONTROL_BYTES].decode("utf-8", "replace").split("\n"):
        if line[:1] in (" ", "\t") and key:
            fields[key] += "\n" + line.strip()
        else:
            key, _, value = line.partition(":")
            fields[key] = value.strip()
    kept = {key: value for key, value in fields.items() if key in _FIELDS}
    if kept:
        facts["package"] = kept
