"""Asks the detector about bytes, and makes small containers to ask about."""

from __future__ import annotations

import io
import struct
import zipfile

from kimi_read.detect import Verdict, detect
from kimi_read.errors import KreadError
from kimi_read.source import Source


class Memory(Source):
    """A source in memory that counts what is read of it beyond its head."""

    def __init__(self, data: bytes, name: str = "", path: str = "/tmp/x", **_) -> None:
        self.__dict__.update(
            data=data, name=name, path=path, head=data[:8192], size=len(data)
        )
        self.__dict__.update(calls=0, bytes_read=0)

    def read_at(self, position: int, count: int) -> bytes:
        if not 0 <= position < 1 << 63 or count < 0:
            raise OverflowError(f"no place in a file: {position}, {count} bytes")
        part = self.data[position : position + count]
        self.__dict__["calls"] += 1
        self.__dict__["bytes_read"] += len(part)
        return part


def verdict(data: bytes, name: str = "") -> Verdict:
    """Return what the detector says of ``data`` under ``name``."""
    return detect(Memory(data, name))


def kind(data: bytes, name: str = "") -> str:
    """Return the format's name, or the code of the error."""
    try:
        return verdict(data, name).format.name
    except KreadError as error:
        return error.code


def zipped(*members: tuple[str, bytes], stored: bool = False) -> bytes:
    """Return a ZIP file with these members, in this order."""
    out = io.BytesIO()
    method = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members:
            info = zipfile.ZipInfo("placeholder")
            info.filename = name
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


def streamed(*members: tuple[str, bytes]) -> bytes:
    """Return a ZIP file whose sizes follow the data, as a program writes to a pipe."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.parts: list[bytes] = []

        def writable(self) -> bool:
            return True

        def write(self, data) -> int:
            self.parts.append(bytes(data))
            return len(data)

    out = Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            file.writestr(name, data)
    return b"".join(out.parts)


def content_types(**overrides: str) -> bytes:
    """Return [Content_Types].xml; ``word__document`` stands for /word/document.xml."""
    rows = "".join(
        f'<Override PartName="/{part.replace("__", "/")}.xml" ContentType="{value}"/>'
        for part, value in overrides.items()
    )
    return (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/'
        f'2006/content-types">{rows}</Types>'
    ).encode()


WORD = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
)
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
SLIDES = (
    "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
)


def docx(*more: tuple[str, bytes]) -> tuple[tuple[str, bytes], ...]:
    """Return the members of a small Word document."""
    return (
        ("[Content_Types].xml", content_types(word__document=WORD)),
        ("_rels/.rels", b"<Relationships/>"),
        ("word/document.xml", b"<w:document/>" * 50),
        *more,
    )


NONE = 0xFFFFFFFF


def compound(
    *entries: tuple[str, int, int, int, int], root_class: bytes = b""
) -> bytes:
    """Return an OLE file: (name, type, left, right, child) for each entry behind root.

    Entry 0 is the root, whose child is entry 1.
    """
    rows = [("Root Entry", 5, NONE, NONE, 1 if entries else NONE), *entries]
    raw = b""
    for number, (name, kind, left, right, child) in enumerate(rows):
        text = name.encode("utf-16-le")
        raw += text.ljust(64, b"\0") + struct.pack(
            "<HBB3I", len(text) + 2, kind, 1, left, right, child
        )
        raw += (root_class if not number else b"").ljust(16, b"\0") + bytes(32)
    raw = raw.ljust(-(-len(raw) // 512) * 512, b"\0")
    sectors = len(raw) // 512
    fat = [0xFFFFFFFD, *range(2, sectors + 1), 0xFFFFFFFE]
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<109I", 0, *[NONE] * 108)
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(512, b"\xff")
    return head + table + raw
