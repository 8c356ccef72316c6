"""The parent's side of the pipe: bytes to events, with nothing taken on trust.

A worker is assumed to be in a stranger's hands once it has read the first byte of
a file. So a length comes before its bytes and has a cap, a number has a range, a
text passes the printing gate, and all that the parent keeps is counted.
"""

from __future__ import annotations

from kimi_read.blocks import Bytes, Entries, Facts, Loss, Picture
from kimi_read.errors import BY_CODE, Crashed, KreadError, OutOfBounds
from kimi_read.guard.control import visible, visible_name
from kimi_read.isolate.frames import CAPS, HEAD
from kimi_read.isolate.wire import loads
from kimi_read.stream import Cuts, End, Locked, Mark, Start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import ClassVar

    from kimi_read.isolate.job import Job

_MIB = 1 << 20
_COUNT = 1 << 53
#: Lines of one frame; an honest one holds 32 KiB.
_FRAME_LINES = 1 << 17
#: Commas and brackets in JSON, in all frames of a kind or in one of any other: each
#: may become an object of its own.
_NODES = {b"F": 200_000, b"N": 2_500_000}
_FEW_NODES = 70_000
_DEPTH = 16
_WARNINGS = 1000
#: What is kept of marks and of cut lines.
_MOST = {b"M": 50_000, b"C": 200_000}
_FACTS_BYTES = 4 * _MIB
_ENTRIES_BYTES = 64 * _MIB
_LABEL_CHARS = 300
_TEXT_CHARS = 2000
_PRINTABLE = bytes([9, 10, *range(32, 127)])
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_SMALL_OR_DIGIT = f"{_SMALL}0123456789"
#: The most characters of the code of a loss, and of a media type after its slash.
_CODE_CHARS, _FORM_CHARS = 40, 100


class Decoder:
    """Events out of the frames of one job's worker.

    Any breach of the protocol is ``Crashed``: a worker that does not keep to it is
    broken or hostile. ``lines`` counts what came, ``part`` is what the worker was
    about to read, and ``lines_of_part`` counts from there. Warnings, marks and cut
    lines past what a parent can keep are left out and counted.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._buffer = bytearray()
        self._caps = {
            **CAPS, b"L": job.line_bytes, b"P": job.picture_bytes,
        }  # fmt: skip
        self._kept: dict[bytes, int] = {}
        self._nodes: dict[bytes, int] = {}
        self._left_out = 0
        self.lines = 0
        self.mark = ""
        self.part = 0
        self.lines_of_part = 0
        self.renew()

    def renew(self) -> None:
        """Count what is kept from now on: what came before is another page's."""
        self._kept = dict.fromkeys(CAPS, 0)
        self._nodes = dict.fromkeys(_NODES, 0)

    def feed(self, data: bytes) -> Iterator[object]:
        """Yield the events that ``data`` completes; an error frame is raised."""
        buffer = self._buffer
        buffer += data
        at = 0
        try:
            while len(buffer) - at >= HEAD.size:
                kind, length = HEAD.unpack_from(buffer, at)
                if length > self._caps.get(kind, -1):
                    raise Crashed("its worker sent what is no answer and was stopped")
                start = at + HEAD.size
                if len(buffer) < start + length:
                    return
                with memoryview(buffer) as view:
                    payload = bytes(view[start : start + length])
                at = start + length
                if at == len(buffer):  # a large frame stands alone: hold it once
                    buffer.clear()
                    at = 0
                yield from self._events(kind, payload)
        finally:
            del buffer[:at]

    def _events(self, kind: bytes, payload: bytes) -> Iterator[object]:
        try:
            event = self._event(kind, payload)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Crashed("its worker sent a damaged answer and was stopped") from None
        if isinstance(event, End) and self._left_out:
            yield Loss(
                "more-warnings", f"{self._left_out} more notices were left out",
                shown=False,
            )  # fmt: skip
        if event is not None:
            yield event

    def _event(self, kind: bytes, payload: bytes) -> object:  # noqa: PLR0911 - a table
        if kind == b"L":
            return self._lines(payload)
        if kind == b"H":
            return None
        if kind == b"B":
            return self._bytes(payload)
        if self._kept[kind] > _MOST.get(kind, _COUNT):
            self._left_out += 1
            return None
        if kind == b"P":
            head, _, data = payload.partition(b"\0")
            return self._picture(self._parsed(kind, head), data)
        value = self._parsed(kind, payload)
        if kind == b"R":
            return Locked(tuple(_text(layer, 40) for layer in _list(value)))
        return self._make[kind](self, value, len(payload))

    def _lines(self, payload: bytes) -> list[bytes]:
        if not self._job.verbatim:
            payload = _clean(payload)
        count = payload.count(b"\n") + 1
        self.lines += count
        self.lines_of_part += count
        most = self._job.most_lines
        if count > _FRAME_LINES or (most is not None and self.lines > most):
            raise ValueError(count)
        return payload.split(b"\n")

    def _bytes(self, payload: bytes) -> Bytes:
        self._kept[b"B"] += len(payload)
        if self._kept[b"B"] > self._job.member_bytes:
            raise ValueError(len(payload))
        return Bytes(payload)

    def _picture(self, head: object, data: bytes) -> Picture | None:
        media_type, width, height, role, name = _list(head)
        if role not in ("image", "thumbnail", "media"):
            raise ValueError(role)
        if role == "media" and not self._job.request.media:
            return None
        kind, _, form = _text(media_type, 3 * _FORM_CHARS).partition("/")
        if not (
            _made_of(kind, _SMALL, _SMALL, _FORM_CHARS)
            and _made_of(form, _SMALL_OR_DIGIT, f"{_SMALL_OR_DIGIT}.+-", _FORM_CHARS)
        ):
            raise ValueError(media_type)
        self._kept[b"P"] += len(data)
        if self._kept[b"P"] > self._job.pictures_bytes:
            most = self._job.pictures_bytes >> 20
            raise OutOfBounds(f"its pictures are over {most} MiB")
        return Picture(
            str(media_type), data, _count(width), _count(height), str(role),
            visible_name(_text(name, 1000)),
        )  # fmt: skip

    def _loss(self, value: object, _: int) -> Loss | None:
        code, message, where, shown, partial = _list(value)
        code = _text(code, 2 * _CODE_CHARS)
        if not _made_of(code, _SMALL, f"{_SMALL_OR_DIGIT}-", _CODE_CHARS):
            raise ValueError(code)
        if not self._keeps(b"W", 1, _WARNINGS) and partial is not True:
            return None
        if self._kept[b"W"] > 2 * _WARNINGS:
            return None
        return Loss(
            str(code), visible_name(_text(message, _TEXT_CHARS)),
            visible_name(_text(where, _TEXT_CHARS)), shown is True, partial is True,
        )  # fmt: skip

    def _marked(self, value: object, _: int) -> Mark | None:
        line, label = _list(value)
        number = _count(line)
        self.mark = visible_name(_text(label, _LABEL_CHARS))
        return Mark(number, self.mark) if self._keeps(b"M", 1, _MOST[b"M"]) else None

    def _parted(self, value: object, _: int) -> None:
        self.part = _count(value)
        self.lines_of_part = 0

    def _cuts(self, value: object, _: int) -> Cuts | None:
        lines = tuple(_count(line) for line in _list(value))
        return Cuts(lines) if self._keeps(b"C", len(lines), _MOST[b"C"]) else None

    def _facts(self, value: object, size: int) -> Facts:
        if not self._keeps(b"F", size, _FACTS_BYTES) or not isinstance(value, dict):
            raise ValueError(size)
        return Facts({visible_name(name): _cleaned(v) for name, v in value.items()})

    def _entries(self, value: object, size: int) -> Entries | None:
        if not self._job.request.entries:
            return None
        if not self._keeps(b"N", size, _ENTRIES_BYTES):
            raise OutOfBounds(f"its list of members is over {_ENTRIES_BYTES >> 20} MiB")
        return Entries([_record(entry) for entry in _list(value)])

    def _error(self, value: object, _: int) -> KreadError:
        code, reason, hint = _list(value)
        make = BY_CODE.get(_text(code, 40), Crashed)
        raise make(
            visible_name(_text(reason, _TEXT_CHARS)),
            hint=visible(_text(hint, _TEXT_CHARS)),
        )

    def _parsed(self, kind: bytes, payload: bytes) -> object:
        nodes = payload.count(b",") + payload.count(b"[") + payload.count(b"{")
        if kind in _NODES:
            self._nodes[kind] = nodes = self._nodes[kind] + nodes
        if nodes > _NODES.get(kind, _FEW_NODES):
            raise ValueError(nodes)
        return loads(payload.decode())

    def _keeps(self, kind: bytes, count: int, most: int) -> bool:
        """Count what the parent is to keep; whether it still may."""
        self._kept[kind] += count
        if self._kept[kind] <= most:
            return True
        self._left_out += count
        return False

    _make: ClassVar[dict[bytes, Callable[[Decoder, object, int], object]]] = {
        b"M": _marked,
        b"F": _facts,
        b"N": _entries,
        b"W": _loss,
        b"C": _cuts,
        b"S": lambda _, value, _size: Start(_count(value)),
        b"Z": lambda _, value, _size: End(None if value is None else _count(value)),
        b"E": _error,
        b"T": _parted,
    }


def _clean(payload: bytes) -> bytes:
    """Return lines fit for a terminal; the usual payload costs one pass."""
    if payload.isascii() and not payload.translate(None, _PRINTABLE):
        return payload
    return visible(payload.decode("utf-8")).encode("utf-8", "backslashreplace")


def _cleaned(value: object, depth: int = 0) -> object:
    """Return a JSON value whose texts passed the printing gate."""
    if isinstance(value, str):
        return visible(value)
    if depth > _DEPTH:
        raise ValueError(depth)
    if isinstance(value, list):
        return [_cleaned(part, depth + 1) for part in value]
    if isinstance(value, dict):
        return {visible_name(name): _cleaned(part, depth + 1)
                for name, part in value.items()}  # fmt: skip
    return value


def _record(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return {
        visible_name(name): visible_name(part) if isinstance(part, str)
        else _cleaned(part) for name, part in value.items()
    }  # fmt: skip


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value[:most]


def _made_of(text: str, first: str, others: str, most: int) -> bool:
    """Whether a text has one to ``most`` characters, each of those that it may have."""
    fits = 0 < len(text) <= most
    return fits and text[0] in first and not text.strip(others)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _COUNT:
        raise ValueError(value)
    return value
