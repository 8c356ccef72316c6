"""Is this text? Decided on the first 8 KiB and the last 4 KiB.

Nothing is imported for plain ASCII or UTF-8: this is the road of most files.
"""

from __future__ import annotations

from kimi_read.guard.wide import CONTROLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

TAIL_BYTES = 4096
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def plain(source: Source) -> bool:
    """Whether head and tail are UTF-8 without any unusual control byte."""
    head = source.head
    if source.size <= len(head):
        return clean(head)
    return clean(head) and clean(_whole_characters(source.tail(TAIL_BYTES)))


def nature(source: Source, *, named_text: bool = False) -> str:
    """Return what kind of text this is in a few words; nothing if it is none.

    ``named_text`` says that the name declares text: then more control bytes are borne,
    and any number of zero bytes in otherwise clean UTF-8 (a hole left by a crash).
    """
    head = source.head
    if not head.strip(b"\0"):
        return ""
    mark = _marked(head)
    if mark:
        return mark
    found = _unmarked(head, named_text)
    if not found or source.size <= len(head):
        return found
    start = max(len(head), source.size - TAIL_BYTES)
    start += -start % 4  # keep the code units of UTF-16 and UTF-32 whole
    tail = _whole_characters(source.read_at(start, TAIL_BYTES))
    if found.startswith("UTF-") or _tail_is_text(tail, named_text):
        return found
    return ""


def sample(source: Source) -> bytes:
    """Return the head of a text as UTF-8, without its byte order mark."""
    head = source.head
    for mark, name in _BOMS:
        if head.startswith(mark):
            return _as_utf8(head[len(mark) :], name)
    if b"\0" in head:
        from kimi_read.guard.wide import wide_encoding

        return _as_utf8(head, wide_encoding(head) or "utf-8")
    return head


def _as_utf8(head: bytes, name: str) -> bytes:
    return head if name == "utf-8" else head.decode(name, "replace").encode()


def clean(data: bytes) -> bool:
    """Whether ``data`` is UTF-8 without control bytes, but for one cut at its end."""
    return not _controls(data) and (data.isascii() or _utf8(data))


def _controls(data: bytes) -> int:
    return len(data) - len(data.translate(None, CONTROLS))


def _utf8(data: bytes) -> bool:
    """Whether ``data`` is UTF-8; a character cut at the end is no fault."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start >= len(data) - 3 and error.reason == "unexpected end of data"
    return True


def _whole_characters(data: bytes) -> bytes:
    """Return ``data`` without the rest of a character at its start."""
    start = 0
    while start < min(3, len(data)) and 0x80 <= data[start] < 0xC0:
        start += 1
    return data[start:]


def _marked(head: bytes) -> str:
    for mark, name in _BOMS:
        if head.startswith(mark):
            body = head[len(mark) :]
            if name == "utf-8" and body.count(0) > len(body) * 0.1:
                return ""
            if name.startswith("utf-16") and not _sound_utf16(body, name):
                return ""
            return f"{name.upper()} text with a byte order mark"
    return ""


def _sound_utf16(body: bytes, name: str) -> bool:
    """Whether what follows a UTF-16 mark may be text; FF FE also starts MPEG audio."""
    text = body.decode(name, "replace")
    bad = sum(char < "\t" or "\ufdd0" <= char <= "\ufdef" or char >= "\ufff0"
              for char in text[:1000])  # fmt: skip
    return bad <= max(2, len(text[:1000]) * 0.1)


def _unmarked(head: bytes, named_text: bool) -> str:
    zeros = head.count(0)
    controls = _controls(head)
    most = max(2, len(head) * 0.05)
    if zeros:
        from kimi_read.guard.wide import wide_encoding

        wide = wide_encoding(head)
        if wide:
            return f"{wide.upper()} text without a byte order mark"
        few = len(head) * (1.0 if named_text else 0.1)
        if zeros <= few and controls - zeros <= len(head) * 0.01 and _utf8(head):
            return "text with zero bytes in it"
        return ""
    if _utf8(head):
        if head.startswith(b"\x1b$)C"):  # ISO-2022-KR shifts with SO and SI
            controls -= head.count(14) + head.count(15)
        if controls <= (len(head) * 0.3 if named_text else most):
            return "ASCII text" if head.isascii() else "UTF-8 text"
        return ""
    if controls - head.endswith(b"\x1a") <= len(head) * (0.05 if named_text else 0.02):
        return "text in an 8-bit or multi-byte encoding"
    from kimi_read.guard.wide import plausible

    wide = plausible(head)
    return f"{wide.upper()} text without a byte order mark" if wide else ""


def _tail_is_text(tail: bytes, named_text: bool) -> bool:
    zeros = tail.count(0)
    if named_text and zeros == len(tail):
        return True
    if zeros > len(tail) * 0.1 and not named_text:
        return False
    return _controls(tail) - (zeros if named_text else 0) <= max(2, len(tail) * 0.05)
