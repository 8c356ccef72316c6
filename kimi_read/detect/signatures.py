"""Magic bytes and the structure behind them.

A rule is ``(at, magic, name, check)``: the bytes at a position, the format, and a
function that looks at more of the file. It answers the name of a format, or
nothing where the bytes only look alike (prose that begins like a magic).
"""

from __future__ import annotations

from kimi_read.detect import archives, media, pictures, programs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.detect.fields import Found, Rule
    from kimi_read.source import Source


def strong(source: Source) -> Found | None:
    """Return name and reason of the first rule that holds."""
    head = source.head
    if head.startswith(b"DICM", 128):  # the bytes before it may be a file of their own
        return "dicom", "the signature DICM at byte 128"
    for rules in (_BY_FIRST.get(head[0], ()), _ELSEWHERE):
        for at, magic, name, check in rules:
            if head.startswith(magic, at):
                answer = check(source) if check else name
                if answer:
                    return answer, f"the signature {magic[:16].hex(' ')} at byte {at}"
    for look, what in _LOOKS:
        answer = look(source)
        if answer:
            return answer, what
    return None


def weak(source: Source) -> Found | None:
    """Return what the bytes are by traits that text could show by chance."""
    for look in (
        pictures.unsigned,
        media.late_frames,
        archives.unsigned,
        programs.unsigned,
    ):
        answer = look(source)
        if answer:
            return answer, "its structure, there being no signature"
    return None


def _sorted() -> tuple[dict[int, list[Rule]], list[Rule]]:
    first: dict[int, list[Rule]] = {}
    elsewhere: list[Rule] = []
    for rules in (pictures.RULES, media.RULES, archives.RULES, programs.RULES):
        for rule in rules:
            if rule[0]:
                elsewhere.append(rule)
            else:
                first.setdefault(rule[1][0], []).append(rule)
    return first, elsewhere


_BY_FIRST, _ELSEWHERE = _sorted()
_LOOKS: tuple[tuple[Callable[[Source], str], str], ...] = (
    (media.boxes, "its boxes"),
    (media.packets, "its packets"),
    (media.frames, "its frames"),
    (media.loas, "its frames"),
    (archives.tar, "the checksum or magic of its first header"),
    (archives.disk, "the marks of a file system or disk"),
)
