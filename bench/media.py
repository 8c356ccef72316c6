"""Video: a minute of 1280 x 720, 30 frames a second."""

from __future__ import annotations

from bench.data import FOLDER, kept
from bench.measure import KREAD, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


@kept("minute.mp4")
def film(path: Path) -> None:
    """Make a film with ffmpeg."""
    import subprocess

    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30",
         "-f", "lavfi", "-i", "sine=frequency=440", "-t", "60", "-c:v", "libx264",
         "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac", str(path)],
        check=True,
    )  # fmt: skip


_PROBE = "ffprobe -v error -show_format -show_streams -show_chapters -of json {}"
_GRAB = "ffmpeg -v error -y -ss 6 -i {} -frames:v 1 -vf scale=640:-2"
_OURS, _THEIRS = FOLDER / "ours.jpg", FOLDER / "theirs.jpg"
ROWS = [
    Row("what is in a film", [KREAD, "{}"], [_PROBE], 1.5, needs=("ffmpeg", "ffprobe"),
        make=film, against="ffprobe"),
    Row("that and a thumbnail", [KREAD, "{}", "--thumbnail", str(_OURS)],
        [f"{_PROBE} && {_GRAB} {_THEIRS}"], 0.7, needs=("ffmpeg", "ffprobe"), make=film,
        against="ffprobe and ffmpeg"),
]  # fmt: skip
