"""The files that are measured on, made once and kept in bench/data/."""

from __future__ import annotations

import os
import sys
import traceback
from functools import cache
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent / "data"
LINES = 1_200_000
#: A name that the data belongs to; another one makes it anew.
_VERSION = "1"


def kept(name: str) -> Callable[[Callable[[Path], None]], Callable[[], Path]]:
    """Turn ``write(path)`` into a function that writes once and returns the path.

    A child does the writing: a process that has grown hands its size on to those that
    it starts, as their peak.
    """

    def made(write: Callable[[Path], None]) -> Callable[[], Path]:
        @cache
        def path() -> Path:
            stem, dot, extension = name.partition(".")
            target = FOLDER / f"{stem}-{_VERSION}{dot}{extension}"
            if not target.exists():
                FOLDER.mkdir(exist_ok=True)
                part = target.with_name(f"part-{os.getpid()}-{target.name}")
                _in_child(write, part)
                part.replace(target)
            return target

        return path

    return made


def _in_child(write: Callable[[Path], None], path: Path) -> None:
    pid = os.fork()
    if not pid:
        status = 1
        try:
            write(path)
            status = 0
        finally:
            if status:
                traceback.print_exc()
            os._exit(status)
    if os.waitpid(pid, 0)[1]:
        raise RuntimeError(f"{path.name} could not be made")


def _log() -> Iterator[str]:
    for n in range(LINES):
        what = f"request {n * 7919 % 99991:05d} took {n % 977:03d} ms and went well"
        yield f"2026-01-01T00:00:{n % 60:02d} host app[{n:07d}]: {what}\n"


@kept("small.txt")
def small(path: Path) -> None:
    """Write twelve short lines."""
    path.write_text("".join(f"line {n}\n" for n in range(12)))


@kept("lines.log")
def ascii_lines(path: Path) -> None:
    """Write 1.2 million lines of ASCII, about 97 MB."""
    with path.open("w") as file:
        file.writelines(_log())


@kept("cjk.log")
def other_lines(path: Path) -> None:
    """Write 1.2 million lines that are not ASCII."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(line.replace("went well", "gut: äö 成") for line in _log())


@kept("long.txt")
def long_lines(path: Path) -> None:
    """Write three lines of 31 MB."""
    with path.open("w") as file:
        for _ in range(3):
            file.write("0123456789 abcdefghij " * (31_000_000 // 22) + "\n")


@kept("members.zip")
def zip_members(path: Path) -> None:
    """Write a ZIP file of 100,000 small members."""
    import zipfile

    with zipfile.ZipFile(path, "w") as archive:
        for n in range(100_000):
            archive.writestr(f"folder-{n // 1000:03d}/file-{n:06d}.txt", b"content\n")


@kept("members.tar")
def tar_members(path: Path) -> None:
    """Write a tar file of 100,000 small members."""
    import io
    import tarfile

    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for n in range(100_000):
            entry = tarfile.TarInfo(f"folder-{n // 1000:03d}/file-{n:06d}.txt")
            entry.size, entry.mtime = 8, 1_767_225_600
            archive.addfile(entry, io.BytesIO(b"content\n"))


def packed(suffix: str) -> Callable[[], Path]:
    """Return a maker of the tar file of 100,000 members, compressed."""

    @kept(f"members.tar.{suffix}")
    def make(path: Path) -> None:
        raw = tar_members().read_bytes()
        path.write_bytes(_PACKERS[suffix](raw))

    return make


def _gz(raw: bytes) -> bytes:
    import gzip

    return gzip.compress(raw, 6, mtime=0)


def _xz(raw: bytes) -> bytes:
    import lzma

    return lzma.compress(raw, preset=2)


def _zst(raw: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd.compress(raw)


_PACKERS = {"gz": _gz, "xz": _xz, "zst": _zst}


_TEXT = (
    "measure result of the second survey shows that most readers of long reports want "
    "figures near the text and a table for each chapter while few of them follow notes "
    "to their end before the summary has been read in full by everybody concerned"
)
WORDS = _TEXT.split()


def sentence(start: int, count: int) -> str:
    """Return ``count`` words, another text for each ``start``."""
    step = 1 + start % 5
    return " ".join(WORDS[(start * 7 + n * step) % len(WORDS)] for n in range(count))


@kept("slides-400.pptx")
def slides_400(path: Path) -> None:
    """Write a presentation of 400 slides with lists, tables and boxes."""
    import pptx

    deck = pptx.Presentation()
    for number in range(400):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}: {sentence(number, 4)}"
        frame = slide.placeholders[1].text_frame
        for row in range(10):
            paragraph = frame.paragraphs[0] if not row else frame.add_paragraph()
            paragraph.level = row % 3
            paragraph.add_run().text = sentence(number + row, 10) + " "
            last = paragraph.add_run()
            last.text = sentence(number, 2)
            last.font.bold = True
        table = slide.shapes.add_table(5, 5, 0, 5_000_000, 8_000_000, 1_000_000).table
        for row in range(5):
            for column in range(5):
                table.cell(row, column).text = f"{row}, {sentence(column, 2)}"
    deck.save(str(path))
