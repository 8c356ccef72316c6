"""File tag and line anchors, by which an editor knows that nothing has changed.

    tag     the first 8 characters of base64url(SHA-256(the exact bytes of the file))
    anchor  FNV-1a 64 of the line without ASCII blanks, modulo 26 ** 3, in letters
    lines   strict UTF-8, byte order mark dropped, CRLF and then lone CR become LF,
            split at LF; a final line feed yields a last, empty line

Source of FNV-1a: RFC 9923 (offset basis and prime of the 64-bit variant).
"""

from __future__ import annotations

from kimi_read.errors import Encoding

_BASIS = 0xCBF29CE484222325
_PRIME = 0x100000001B3
_MASK = (1 << 64) - 1


def tag(data: bytes) -> str:
    """Return the tag of a file with the bytes ``data``: 8 characters."""
    from base64 import urlsafe_b64encode
    from hashlib import sha256

    return urlsafe_b64encode(sha256(data).digest())[:8].decode()


def anchor(line: bytes) -> str:
    """Return the anchor of a line of UTF-8: three letters.

    Space, TAB, LF, CR, VT and FF do not count, wherever they stand; other blanks do.
    """
    value = _BASIS
    for byte in b"".join(line.split()):
        value = (value ^ byte) * _PRIME & _MASK
    number = value % 17576
    return chr(97 + number // 676) + chr(97 + number // 26 % 26) + chr(97 + number % 26)


def split(data: bytes) -> list[bytes]:
    """Return the lines of a file with the bytes ``data``.

    Raises:
        Encoding: they are not UTF-8.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise Encoding(
            f"not valid UTF-8 at byte {error.start}: it has no anchors",
            hint="read it without --hashline",
        ) from None
    data = data.removeprefix(b"\xef\xbb\xbf")
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def line(number: int, full: bytes, shown: bytes) -> bytes:
    """Return ``N#abc|text``; the anchor is that of the full line."""
    return b"%d#%b|%b" % (number, anchor(full).encode(), shown)
