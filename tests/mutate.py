"""Mutations of files: of bytes, and of what ZIP, XML and PDF files are made of.

``mutated(data, random)`` is deterministic: the same seed makes the same file.
"""

from __future__ import annotations

import io
import lzma
import re
import warnings
import zipfile
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Mutator = Callable[[bytes, Random], bytes]

_NUMBERS = (
    0, 1, 2, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31,
    2**32 - 1, 2**32, 2**53, 2**63 - 1, 2**64 - 1, 10**19, 10**40,
)  # fmt: skip
_TEXTS = (
    b"",
    b"-1",
    b"NaN",
    b"1e308",
    b"\x1b[31m",
    "\u202e\u200b\U000e0041".encode(),
    b"]]>",
    b"-->",
    b"|",
    b"../../x",
    b"\xff\xfe",
    b"\0",
    b"A" * 5000,
    b"XFD1048576",
    b"true",
)
_DIGITS = re.compile(rb"-?\d+(?:\.\d+)?")
_VALUE = re.compile(rb'="([^"<]*)"')
_TAG = re.compile(rb"<(/?)([A-Za-z_][\w:.-]*)[^<>]*?(/?)>")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_NAME = re.compile(rb"/[A-Za-z][A-Za-z0-9]*")
_REFERENCE = re.compile(rb"(\d+) (\d+) R")
_MOST = 4 << 20
#: What zipfile raises for an archive that is broken already.
_BROKEN = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    OSError,
    zlib.error,
    lzma.LZMAError,
    ValueError,
    EOFError,
)


def mutated(data: bytes, random: Random) -> bytes:
    """Return ``data`` with one to four things wrong with it."""
    mutators: list[Mutator] = [_bytes]
    if data[:4] == b"PK\3\4":
        mutators += [_zip] * 4
    elif b"%PDF-" in data[:1024]:
        mutators += [_pdf] * 3
    elif data.lstrip()[:1] == b"<":
        mutators += [_xml] * 3
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        data = random.choice(mutators)(data, random)
    return data


def _bytes(data: bytes, random: Random) -> bytes:
    if not data:
        return random.randbytes(random.randrange(1, 64))
    out = bytearray(data)
    at = random.randrange(len(out))
    what = random.randrange(8)
    if what == 0:
        out[at] ^= 1 << random.randrange(8)
    elif what == 1:
        for _ in range(random.randrange(1, 30)):
            out[random.randrange(len(out))] = random.randrange(256)
    elif what == 2:
        return bytes(out[:at])
    elif what == 3:
        del out[at : at + random.randrange(1, 200)]
    elif what == 4:
        out[at:at] = random.randbytes(random.randrange(1, 200))
    elif what == 5:
        end = at + random.randrange(1, 2000)
        out[at:at] = out[at:end] * random.choice((1, 2, 50))
    elif what == 6:
        width = random.choice((1, 2, 4, 8))
        number = random.choice(_NUMBERS) % (1 << 8 * width)
        out[at : at + width] = number.to_bytes(width, random.choice(("little", "big")))
    else:
        out[at : at + 64] = bytes(64)
    return bytes(out[:_MOST])


def _zip(data: bytes, random: Random) -> bytes:
    """Change one member, or what the directory says of it."""
    try:
        members = _members(data)
    except _BROKEN:
        return _bytes(data, random)
    if not members:
        return _bytes(data, random)
    at = random.randrange(len(members))
    name, content = members[at]
    what = random.randrange(8)
    if what < 5:
        change = _xml if content.lstrip()[:1] == b"<" else _bytes
        members[at] = name, change(content, random)
    elif what == 5:
        del members[at]
    elif what == 6:
        members.append((name, _bytes(content, random)))
    else:
        other = random.randrange(len(members))
        members[at], members[other] = (
            (name, members[other][1]), (members[other][0], content),
        )  # fmt: skip
    file = io.BytesIO()
    method = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(file, "w", method) as written, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name are wanted
        for name, content in members:
            written.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def _members(data: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        if sum(info.file_size for info in file.infolist()) > 8 * _MOST:
            return []
        return [(info.filename or "x", file.read(info)) for info in file.infolist()]


def _xml(data: bytes, random: Random) -> bytes:  # noqa: PLR0911 - a table
    """Change a value, a text or an element; nest it, repeat it, take it away."""
    what = random.randrange(8)
    if what < 3:
        found = list(_VALUE.finditer(data))
        if not found:
            return _bytes(data, random)
        one = random.choice(found)
        new = random.choice((*_TEXTS, *(str(n).encode() for n in _NUMBERS)))
        if what == 2:
            new = random.choice(found)[1]
        return data[: one.start(1)] + new + data[one.end(1) :]
    tags = list(_TAG.finditer(data))
    if not tags:
        return _bytes(data, random)
    one = random.choice(tags)
    if what == 3:
        return data[: one.start()] + data[one.end() :]
    if what == 4:
        other = random.choice(tags)
        return data[: other.start()] + one[0] + data[other.start() :]
    if what == 5:
        name = one[2]
        return _repeated(data, one.start(), b"<%b>" % name, b"</%b>" % name, random)
    if what == 6:
        end = min(len(data), one.start() + random.randrange(1, 4000))
        piece = data[one.start() : end]
        return (data[:end] + piece * random.choice((1, 3, 200)) + data[end:])[:_MOST]
    return data[: one.start()] + random.choice(_TEXTS) + data[one.start() :]


def _repeated(
    data: bytes, at: int, opening: bytes, closing: bytes, random: Random
) -> bytes:
    depth = random.choice((3, 40, 300, 20_000))
    return data[:at] + opening * depth + closing * depth + data[at:]


def _pdf(data: bytes, random: Random) -> bytes:
    """Change a number, a name, a reference, or what a stream inflates to."""
    what = random.randrange(6)
    if what < 2:
        streams = [m for m in _STREAM.finditer(data) if m[1][:1] in b"xX\x58\x78"]
        if streams:
            one = random.choice(streams)
            try:
                inflate = zlib.decompressobj()
                plain = inflate.decompress(one[1], _MOST)
            except zlib.error:
                return _bytes(data, random)
            new = zlib.compress(_tokens(plain, random))
            return data[: one.start(1)] + new + data[one.end(1) :]
    if what == 2:
        return _swapped(data, _NAME, random)
    if what == 3:
        return _swapped(data, _REFERENCE, random)
    return _tokens(data, random) if what == 4 else _bytes(data, random)


def _tokens(data: bytes, random: Random) -> bytes:
    found = list(_DIGITS.finditer(data))
    if not found or not random.randrange(4):
        return _bytes(data, random)
    one = random.choice(found)
    sign = random.choice((b"", b"-"))
    new = sign + str(random.choice(_NUMBERS)).encode()
    return data[: one.start()] + new + data[one.end() :]


def _swapped(data: bytes, pattern: re.Pattern[bytes], random: Random) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return _bytes(data, random)
    one, other = random.choice(found), random.choice(found)
    return data[: one.start()] + other[0] + data[one.end() :]
