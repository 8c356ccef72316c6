"""Open a film or a recording with the one demuxer that its first bytes name.

FFmpeg's own guessing is never used: a text that looks like a playlist or a session
description would make it open files and sockets. Three bars stand before that: the
demuxer is forced, white lists leave it no other format and no protocol, and whatever
still asks for another file is refused.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.recover import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from av.container import InputContainer

    from kimi_read.formats.media.kinds import Kind
    from kimi_read.source import Source


def open_container(source: Source, kind: Kind) -> InputContainer:
    """Open ``source`` with the demuxer of ``kind`` and nothing else.

    Raises:
        Malformed: the demuxer finds nothing in it.
    """
    import av

    options = {
        "protocol_whitelist": "none",
        "format_whitelist": _names(kind.demuxer),
        "skip_frame": "noref",  # enough to learn what the first frames tell
    }
    # PyAV 19 always does that, and no longer lets anybody ask for it
    old = int(av.__version__.partition(".")[0]) < 19
    errors: Any = {"metadata_errors": "surrogateescape"} if old else {}
    try:
        container: InputContainer = av.open(
            source.open(), "r", format=kind.demuxer, options=options,
            io_open=_refuse, buffer_size=1 << 16, **errors,
        )  # fmt: skip
    except (av.FFmpegError, OSError, ValueError) as error:
        raise Malformed(f"no {kind.label} is found in it: {_words(error)}") from None
    for stream in container.streams:
        context = stream.codec_context
        if context is not None:
            context.thread_count = 1
            context.thread_type = "NONE"
    return container


def _names(demuxer: str) -> str:
    """Return all names that FFmpeg gives to one demuxer."""
    full = {"mov": "mov,mp4,m4a,3gp,3g2,mj2", "matroska": "matroska,webm"}
    return full.get(demuxer, demuxer)


def _refuse(url: str, _flags: int, _options: object) -> NoReturn:
    raise PermissionError(f"another file is never opened: {url[:100]}")


def _words(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "it has more streams than are read, or needs more memory than it gets"
    text = getattr(error, "strerror", None)
    return str(text) if text else why(error)
