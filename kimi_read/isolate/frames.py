"""What crosses the pipe from worker to parent, as the worker writes it.

A frame is a kind (one byte), a length (four bytes, big endian) and a payload of at
most ``CAPS[kind]`` bytes. Payloads are lines or JSON; nothing is ever pickled.
``decoder`` reads them, and takes nothing on trust.
"""

from __future__ import annotations

import struct

from kimi_read.blocks import Bytes, Entries, Facts, Loss, Picture
from kimi_read.errors import KreadError, OutOfBounds
from kimi_read.isolate.wire import dumps
from kimi_read.stream import Cuts, End, Mark, Start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEAD = struct.Struct(">cI")
#: The exit status of a worker that could not even say that it lacks memory.
EXIT_MEMORY = 75
_MIB = 1 << 20
#: The most bytes of a payload, by kind of frame; those of ``L`` and ``P`` are
#: the least of what a job may allow.
CAPS = {
    b"L": 8 * _MIB,  # lines
    b"M": 4096,  # a mark
    b"S": 64,  # the start of a tail
    b"C": _MIB,  # cut lines
    b"Z": 64,  # the end
    b"F": 2 * _MIB,  # facts
    b"N": 2 * _MIB,  # archive entries
    b"W": 16 << 10,  # a warning
    b"P": 21 * _MIB,  # a picture
    b"B": _MIB,  # bytes of a member
    b"E": 16 << 10,  # an error
    b"R": 4096,  # ready: which layers of the lock are in force
    b"H": 0,  # a sign of life
    b"T": 32,  # the part that is read next
}
PULSE = HEAD.pack(b"H", 0)
_ENTRIES = 512
_CUTS = 65_536
_TEXT_CHARS = 2000


def encode(event: object) -> bytes:
    """Return the frame of one event of ``stream.events``, or of an error."""
    if isinstance(event, list):
        return _frame(b"L", b"\n".join(event))
    if isinstance(event, Picture):
        head = [event.media_type, event.width, event.height, event.role, event.name]
        return _frame(b"P", dumps(head).encode() + b"\0" + event.data)
    if isinstance(event, Bytes):
        return _frame(b"B", event.data)
    if isinstance(event, KreadError):
        return _frame(b"E", _packed([event.code, _cut(event.reason), _cut(event.hint)]))
    kind, value = _plain(event)
    return _frame(kind, _packed(value))


def parts(event: object, picture_bytes: int = 0) -> Iterator[bytes]:
    """Yield the frames of one event, which may be too large for a single one.

    What no number of frames can carry is left out, and a warning says so.
    ``picture_bytes`` is the most that a picture may have, if not the usual.

    Raises:
        OutOfBounds: the picture that was asked for has more.
    """
    picture_bytes = picture_bytes or CAPS[b"P"]
    if isinstance(event, Entries):
        records = event.records
        for start in range(0, len(records), _ENTRIES):
            yield encode(Entries(records[start : start + _ENTRIES]))
        return
    if isinstance(event, Cuts):
        for start in range(0, len(event.lines), _CUTS):
            yield encode(Cuts(event.lines[start : start + _CUTS]))
        return
    data = encode(event)
    if isinstance(event, Facts) and len(data) - HEAD.size > CAPS[data[:1]]:
        yield from _lessened(event.values)
        return
    if isinstance(event, Picture) and len(data) - HEAD.size > picture_bytes:
        size = len(event.data)
        if event.role != "media":
            raise OutOfBounds(
                f"its picture takes {size} bytes, over the {picture_bytes} allowed",
                hint="--fit or --max-edge make it smaller",
            )
        yield encode(Loss(
            "media-too-large", f"{event.name} of {size} bytes was left out",
            event.name, shown=False,
        ))  # fmt: skip
        return
    yield data


def ready(layers: list[str]) -> bytes:
    """Return the frame that says the worker is locked and about to read."""
    return _frame(b"R", _packed(layers))


def part(number: int) -> bytes:
    """Return the frame that says which part is read next."""
    return _frame(b"T", _packed(number))


def _lessened(values: Mapping[str, object]) -> Iterator[bytes]:
    """Yield facts without the largest of them, which stand in nobody's way."""
    kept: dict[str, object] = {}
    left_out: list[str] = []
    size = 0
    for name, value in sorted(values.items(), key=lambda item: len(_packed(item[1]))):
        size += len(_packed(value)) + len(name) + 16
        if size < CAPS[b"F"] // 2:
            kept[name] = value
        else:
            left_out.append(name)
    yield encode(Facts(kept))
    yield encode(Loss(
        "metadata-too-large", f"left out of the metadata: {', '.join(left_out)}",
        shown=False,
    ))  # fmt: skip


def _plain(event: object) -> tuple[bytes, object]:  # noqa: PLR0911 - a table
    if isinstance(event, Loss):
        return b"W", [
            event.code, _cut(event.message), _cut(event.where), event.shown,
            event.partial,
        ]  # fmt: skip
    if isinstance(event, Mark):
        return b"M", [event.line, event.label[:300]]
    if isinstance(event, Facts):
        return b"F", dict(event.values)
    if isinstance(event, Entries):
        return b"N", [dict(record) for record in event.records]
    if isinstance(event, Cuts):
        return b"C", [*event.lines]
    if isinstance(event, Start):
        return b"S", event.offset
    if isinstance(event, End):
        return b"Z", event.total
    raise TypeError(f"{type(event).__name__} is no event")


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT_CHARS else text[: _TEXT_CHARS - 3] + "..."


def _packed(value: object) -> bytes:
    return dumps(value).encode()


def _frame(kind: bytes, payload: bytes) -> bytes:
    return HEAD.pack(kind, len(payload)) + payload
