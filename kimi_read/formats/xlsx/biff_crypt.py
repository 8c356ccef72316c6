"""Encrypted binary workbooks: XOR obfuscation, RC4, and RC4 of CryptoAPI.

The ciphers are small and old; a library would have to be loaded for every workbook.
Files that Excel protects without asking for a password use one that is known.
Source: [MS-OFFCRYPTO] 2.3.5 (CryptoAPI), 2.3.6 (RC4), 2.3.7 (XOR); [MS-XLS] 2.2.10.
"""

from __future__ import annotations

import hashlib
import struct
from functools import partial

from kimi_read.errors import Encrypted, Malformed
from kimi_read.formats.xlsx import biff_records as b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

md5 = partial(hashlib.md5, usedforsecurity=False)
sha1 = partial(hashlib.sha1, usedforsecurity=False)
DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105 - public, in [MS-OFFCRYPTO] 2.4.2.3
HINT = "--password-file FILE or KREAD_PASSWORD"
_BLOCK = 1024
#: Records that are never encrypted; of BOUNDSHEET the first four bytes are not.
_CLEAR = b.BOF | {b.FILEPASS, 0xE1, 0x194, 0x193, 0x1AD, 0xFF06}
_XOR_PAD = bytes((0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80, 0x00, 0xBE, 0x0F,
                  0x00, 0xBF, 0x0F, 0x00))  # fmt: skip
_XOR_INITIAL = (0xE1F0, 0x1D0F, 0xCC9C, 0x84C0, 0x110C, 0x0E10, 0xF1CE, 0x313E,
                0x1872, 0xE139, 0xD40F, 0x84F9, 0x280C, 0xA96A, 0x4EC3)  # fmt: skip
_XOR_MATRIX = (
    0xAEFC, 0x4DD9, 0x9BB2, 0x2745, 0x4E8A, 0x9D14, 0x2A09, 0x7B61, 0xF6C2, 0xFDA5,
    0xEB6B, 0xC6F7, 0x9DCF, 0x2BBF, 0x4563, 0x8AC6, 0x05AD, 0x0B5A, 0x16B4, 0x2D68,
    0x5AD0, 0x0375, 0x06EA, 0x0DD4, 0x1BA8, 0x3750, 0x6EA0, 0xDD40, 0xD849, 0xA0B3,
    0x5147, 0xA28E, 0x553D, 0xAA7A, 0x44D5, 0x6F45, 0xDE8A, 0xAD35, 0x4A4B, 0x9496,
    0x390D, 0x721A, 0xEB23, 0xC667, 0x9CEF, 0x29FF, 0x53FE, 0xA7FC, 0x5FD9, 0x47D3,
    0x8FA6, 0x0F6D, 0x1EDA, 0x3DB4, 0x7B68, 0xF6D0, 0xB861, 0x60E3, 0xC1C6, 0x93AD,
    0x377B, 0x6EF6, 0xDDEC, 0x45A0, 0x8B40, 0x06A1, 0x0D42, 0x1A84, 0x3508, 0x6A10,
    0xAA51, 0x4483, 0x8906, 0x022D, 0x045A, 0x08B4, 0x1168, 0x76B4, 0xED68, 0xCAF1,
    0x85C3, 0x1BA7, 0x374E, 0x6E9C, 0x3730, 0x6E60, 0xDCC0, 0xA9A1, 0x4363, 0x86C6,
    0x1DAD, 0x3331, 0x6662, 0xCCC4, 0x89A9, 0x0373, 0x06E6, 0x0DCC, 0x1021, 0x2042,
    0x4084, 0x8108, 0x1231, 0x2462, 0x48C4,
)  # fmt: skip


def decrypted(data: bytes, password: str, version: int) -> bytes:
    """Return a workbook stream in clear; as it is if it was not encrypted.

    Raises:
        Encrypted: a password is needed, or the one given is wrong.
    """
    found = next(
        ((at, size) for kind, at, size in _first_records(data) if kind == b.FILEPASS),
        None,
    )
    if found is None:
        return data
    info = data[found[0] : found[0] + found[1]]
    for guess in dict.fromkeys((password, DEFAULT_PASSWORD)):
        try:
            unlock = _unlocking(info, guess, version) if guess else None
        except struct.error:
            raise Malformed("the record of its encryption is damaged") from None
        if unlock is not None:
            return unlock(data)
    if password:
        raise Encrypted("the password is wrong", hint=HINT)
    raise Encrypted("it is encrypted with a password", hint=HINT)


def _first_records(data: bytes) -> Iterator[tuple[int, int, int]]:
    for number, entry in enumerate(b.records(data)):
        if number > 50 or entry[0] in (b.EOF, b.BOUNDSHEET):
            return
        yield entry


def _unlocking(
    info: bytes, password: str, version: int
) -> Callable[[bytes], bytes] | None:
    """Return what turns the stream into clear, None if the password does not fit.

    Raises:
        Encrypted: the method is not one of the three.
    """
    if version < 8:
        return _xor(struct.unpack_from("<HH", info), password)
    (kind,) = struct.unpack_from("<H", info)
    if kind == 0:
        return _xor(struct.unpack_from("<HH", info, 2), password)
    major, _ = struct.unpack_from("<HH", info, 2)
    if major == 1:
        key_of = _rc4_key(password, info[6:22])
        verifier, proof, digest = info[22:38], info[38:54], md5
    else:
        (size,) = struct.unpack_from("<L", info, 10)
        (bits,) = struct.unpack_from("<L", info, 14 + 16)
        at = 14 + size
        salt = info[at + 4 : at + 20]
        key_of = _capi_key(password, salt, bits or 40)
        verifier, proof, digest = info[at + 20 : at + 36], info[at + 40 : at + 60], sha1
    clear = _rc4(key_of(0), verifier + proof)
    if digest(clear[:16]).digest() != clear[16:]:
        return None
    return lambda data: _rc4_stream(data, key_of)


def _rc4_key(password: str, salt: bytes) -> Callable[[int], bytes]:
    first = md5(password.encode("utf-16-le")).digest()[:5]
    second = md5((first + salt) * 16).digest()[:5]
    return lambda block: md5(second + struct.pack("<L", block)).digest()


def _capi_key(password: str, salt: bytes, bits: int) -> Callable[[int], bytes]:
    first = sha1(salt + password.encode("utf-16-le")).digest()

    def key(block: int) -> bytes:
        full = sha1(first + struct.pack("<L", block)).digest()
        return full[:5] + bytes(11) if bits == 40 else full[: bits // 8]

    return key


def _rc4(key: bytes, data: bytes) -> bytes:
    return bytes(a ^ c for a, c in zip(data, _rc4_bytes(key), strict=False))


def _rc4_bytes(key: bytes) -> Iterator[int]:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) & 255
        state[i], state[j] = state[j], state[i]
    i = j = 0
    while True:
        i = (i + 1) & 255
        x = state[i]
        j = (j + x) & 255
        y = state[i] = state[j]
        state[j] = x
        yield state[(x + y) & 255]


def _spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the places of bytes that are encrypted."""
    for kind, at, size in b.records(data):
        if kind in _CLEAR or not size:
            continue
        yield (at + 4, at + size) if kind == b.BOUNDSHEET else (at, at + size)


def _rc4_stream(data: bytes, key_of: Callable[[int], bytes]) -> bytes:
    out = bytearray(data)
    block, keys = -1, b""
    for start, end in _spans(data):
        at = start
        while at < end:
            if at // _BLOCK != block:
                block = at // _BLOCK
                stream = _rc4_bytes(key_of(block))
                keys = bytes(next(stream) for _ in range(_BLOCK))
            stop = min(end, (block + 1) * _BLOCK)
            size = stop - at
            low = at % _BLOCK
            mixed = int.from_bytes(out[at:stop], "big") ^ int.from_bytes(
                keys[low : low + size], "big"
            )
            out[at:stop] = mixed.to_bytes(size, "big")
            at = stop
    return bytes(out)


def _xor(stored: tuple[int, ...], password: str) -> Callable[[bytes], bytes] | None:
    raw = password.encode("cp1252", "replace")[:15]
    key, verifier = stored
    if not raw or _xor_verifier(raw) != verifier or _xor_key(raw) != key:
        return None
    pad = bytearray((raw + _XOR_PAD)[:16])
    for index in range(16):
        mixed = pad[index] ^ (key >> 8 if index % 2 else key & 255)
        pad[index] = (mixed << 2 | mixed >> 6) & 255
    return lambda data: _xor_stream(data, bytes(pad))


def _xor_stream(data: bytes, pad: bytes) -> bytes:
    out = bytearray(data)
    for kind, at, size in b.records(data):
        if kind in _CLEAR:
            continue
        first = at + 4 if kind == b.BOUNDSHEET else at
        shift = at + size
        for place in range(first, at + size):
            byte = out[place]
            out[place] = ((byte << 3 | byte >> 5) & 255) ^ pad[
                (shift + place - at) & 15
            ]
    return bytes(out)


def _xor_verifier(raw: bytes) -> int:
    value = 0
    for byte in reversed(bytes((len(raw),)) + raw):
        value = ((value >> 14 & 1) | (value << 1 & 0x7FFF)) ^ byte
    return value ^ 0xCE4B


def _xor_key(raw: bytes) -> int:
    key = _XOR_INITIAL[len(raw) - 1]
    at = len(_XOR_MATRIX) - 1
    for byte in reversed(raw):
        for bit in (0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01):
            if byte & bit:
                key ^= _XOR_MATRIX[at]
            at -= 1
    return key
