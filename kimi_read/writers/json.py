"""One JSON object a path: the shape ``kread/1``, which only grows."""

from __future__ import annotations

import base64
import json
import os

from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Loss, Picture
    from kimi_read.errors import KreadError
    from kimi_read.page import Page

SCHEMA = "kread/1"
#: An object of fewer members, and a text of more characters, is written in pieces.
_FEW, _LONG = 64, 1 << 16
#: Facts of a text that are fields of their own.
_TEXT_FACTS = ("encoding", "bom", "eol")
_INNER = ("encodingSource", "totalLines", "finalNewline", "ascii", *_TEXT_FACTS)


def page_object(page: Page, *, data: bool) -> dict[str, object]:
    """Return the answer; ``data`` false leaves base64 out."""
    content = page.content
    answer: dict[str, object] = {
        "schema": SCHEMA,
        **named(page.path),
        "kind": page.kind,
        "format": page.format,
        "mimeType": page.mime_type,
        "bytes": page.bytes,
        "content": content,
        "offset": page.offset,
        "nextOffset": page.next_offset,
        "truncated": page.truncated,
        "lines": page.count,
    }
    if page.total_lines is not None:
        answer["totalLines"] = page.total_lines
    answer.update((key, page.facts[key]) for key in _TEXT_FACTS if key in page.facts)
    if page.cut_lines:
        answer["cutLines"] = page.cut_lines
    if page.tag:
        answer["tag"] = page.tag
    if page.image is not None:
        answer["image"] = picture_object(page.image, data=data)
    if page.kind == "archive":
        answer["entries"] = page.entries
    if page.marks:
        answer["marks"] = [{"line": m.line, "label": m.label} for m in page.marks]
    metadata = {k: v for k, v in page.facts.items() if k not in _INNER}
    if metadata:
        answer["metadata"] = metadata
    if page.sandbox is not None:
        answer["sandbox"] = page.sandbox
    answer["warnings"] = [warning_object(loss) for loss in page.warnings]
    if page.error is not None:
        answer["error"] = _error(page.error)
    return answer


def identity_object(page: Page) -> dict[str, object]:
    """Return what a file is, without its content."""
    return {
        "schema": SCHEMA,
        **named(page.path),
        "kind": page.kind,
        "format": page.format,
        "mimeType": page.mime_type,
        "bytes": page.bytes,
        "reason": page.reason,
        "metadata": {k: v for k, v in page.facts.items() if k != "ascii"},
        "warnings": [warning_object(loss) for loss in page.warnings],
    }


def error_object(path: str, error: KreadError) -> dict[str, object]:
    """Return the answer for a file that could not be read."""
    return {"schema": SCHEMA, **named(error.path or path), "error": _error(error)}


def named(path: str) -> dict[str, object]:
    """Return ``path``, and its bytes in base64 if it is not UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raw = os.fsencode(path)
        return {
            "path": raw.decode("utf-8", "replace"),
            "pathBytes": base64.b64encode(raw).decode(),
        }
    return {"path": path}


def picture_object(picture: Picture, *, data: bool) -> dict[str, object]:
    """Return an image with its size in pixels and, with ``data``, its bytes."""
    image: dict[str, object] = {"mimeType": picture.media_type}
    if data:
        image["data"] = base64.b64encode(picture.data).decode()
    image["bytes"] = len(picture.data)
    if picture.width and picture.height:
        image |= {"width": picture.width, "height": picture.height}
    return image


def warning_object(loss: Loss) -> dict[str, object]:
    """Return one warning."""
    warning: dict[str, object] = {
        "code": loss.code,
        "message": visible_name(loss.message),
    }
    return warning | ({"where": visible_name(loss.where)} if loss.where else {})


def dumped(value: object) -> Iterator[bytes]:
    """Yield one line of JSON in UTF-8, piece by piece.

    A long text is never held a second time in another shape: content and pictures
    may have as many bytes as the bounds allow.
    """
    yield from _pieces(value)
    yield b"\n"


def _pieces(value: object) -> Iterator[bytes]:
    if isinstance(value, dict) and len(value) < _FEW:
        gap = b"{"
        for key, inner in value.items():
            yield gap + _whole(key) + b": "
            yield from _pieces(inner)
            gap = b", "
        yield b"{}" if not value else b"}"
    elif isinstance(value, str) and len(value) > _LONG:
        yield b'"'
        for start in range(0, len(value), _LONG):
            yield _whole(value[start : start + _LONG])[1:-1]
        yield b'"'
    else:
        yield _whole(value)


def _whole(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)
    return text.encode("utf-8", "backslashreplace")


def _error(error: KreadError) -> dict[str, object]:
    answer: dict[str, object] = {
        "code": error.code,
        "message": visible_name(error.reason),
    }
    if error.hint:
        answer["hint"] = visible_name(error.hint)
    if error.suggestions:
        answer["suggestions"] = [visible_name(name) for name in error.suggestions]
    return answer
