"""Decryption of ZIP members: the traditional cipher, and AES as WinZip writes it.

Source: PKWARE APPNOTE 6.3.10, 6.1; the AES Encryption Specification of WinZip, 1.04.
"""

from __future__ import annotations

from kimi_read.errors import Encrypted, Malformed
from kimi_read.formats.archive.ciphers import LittleCounter
from kimi_read.formats.archive.inflate import optional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.zipmember import Member

_HEADER = 12
_ROUNDS = 1000
_TRAILER = 10
_STRONG = 0x40


def decrypted(raw: Iterator[bytes], member: Member, password: str) -> Iterator[bytes]:
    """Yield the decrypted (still compressed) bytes of a member.

    Raises:
        Encrypted: there is no password, or it is the wrong one.
    """
    if not password:
        raise Encrypted(
            "it is encrypted", hint="give its password with --password-file"
        )
    if member.aes:
        return _aes(raw, member, password.encode())
    if member.flags & _STRONG:
        raise Encrypted(
            "it is encrypted in a way that kread cannot undo (PKWARE strong)"
        )
    return _traditional(raw, member, password.encode())


def _wrong() -> Encrypted:
    return Encrypted("the password is wrong")


def _at_least(raw: Iterator[bytes], count: int) -> bytes:
    head = b""
    while len(head) < count:
        piece = next(raw, b"")
        if not piece:
            raise Malformed("its encrypted bytes are cut off")
        head += piece
    return head


def _traditional(
    raw: Iterator[bytes], member: Member, password: bytes
) -> Iterator[bytes]:
    keys = [0x12345678, 0x23456789, 0x34567890]
    for byte in password:
        _update(keys, byte)
    first = _decipher(_at_least(raw, _HEADER), keys)
    check = member.clock >> 8 if member.flags & 8 else member.crc >> 24
    if first[_HEADER - 1] != check:
        raise _wrong()
    yield first[_HEADER:]
    for piece in raw:
        yield _decipher(piece, keys)


def _update(keys: list[int], byte: int) -> None:
    table = _table()
    keys[0] = table[(keys[0] ^ byte) & 0xFF] ^ keys[0] >> 8
    keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
    keys[2] = table[(keys[2] ^ keys[1] >> 24) & 0xFF] ^ keys[2] >> 8


def _decipher(data: bytes, keys: list[int]) -> bytes:
    table = _table()
    one, two, three = keys
    out = bytearray()
    add = out.append
    for byte in data:
        key = three | 2
        plain = byte ^ ((key * (key ^ 1)) >> 8 & 0xFF)
        add(plain)
        one = table[(one ^ plain) & 0xFF] ^ (one >> 8)
        two = ((two + (one & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        three = table[(three ^ (two >> 24)) & 0xFF] ^ (three >> 8)
    keys[:] = one, two, three
    return bytes(out)


_CRC_TABLE: list[int] = []


def _table() -> list[int]:
    if not _CRC_TABLE:
        for number in range(256):
            crc = number
            for _ in range(8):
                crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
            _CRC_TABLE.append(crc)
    return _CRC_TABLE


def _aes(raw: Iterator[bytes], member: Member, password: bytes) -> Iterator[bytes]:
    """Yield what AES in counter mode gives; the code at the end proves it."""
    bits = {1: 16, 2: 24, 3: 32}.get(member.aes)
    if bits is None:
        raise Malformed("its AES strength is unknown")
    salted = bits // 2 + 2
    head = _at_least(raw, salted)
    salt, check, rest = head[: salted - 2], head[salted - 2 : salted], head[salted:]
    hashes = optional("hashlib")
    keys = hashes.pbkdf2_hmac("sha1", password, salt, _ROUNDS, 2 * bits + 2)
    if keys[-2:] != check:
        raise _wrong()
    cipher = LittleCounter(keys[:bits])
    proof = optional("hmac").new(keys[bits : 2 * bits], digestmod="sha1")
    left = member.packed - salted - _TRAILER
    data = rest
    code = b""
    while data:
        body, code = data[: max(0, left)], code + data[max(0, left) :]
        left -= len(body)
        if body:
            proof.update(body)
            yield cipher.decrypt(body)
        data = next(raw, b"")
    if code[:_TRAILER] != proof.digest()[:_TRAILER]:
        raise Malformed("its authentication code does not match: it was changed")
