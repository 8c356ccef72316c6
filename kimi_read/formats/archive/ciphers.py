"""AES as archives use it, on the ciphers of ``cryptography``."""

from __future__ import annotations

from kimi_read.formats.archive.inflate import CIPHERS, optional

_BLOCK = 16


class Cbc:
    """Decrypts blocks of 16 bytes, each chained to the one before it."""

    def __init__(self, key: bytes, vector: bytes) -> None:
        library = optional(CIPHERS)
        cipher = library.Cipher(library.algorithms.AES(key), library.modes.CBC(vector))
        self._decryptor = cipher.decryptor()

    def decrypt(self, data: bytes) -> bytes:
        """Return ``data`` (whole blocks) in the clear."""
        clear: bytes = self._decryptor.update(data)
        return clear


class LittleCounter:
    """Counter mode whose counter is little-endian and begins with 1 (WinZip)."""

    def __init__(self, key: bytes) -> None:
        library = optional(CIPHERS)
        cipher = library.Cipher(library.algorithms.AES(key), library.modes.ECB())
        self._encryptor = cipher.encryptor()
        self._count = 1
        self._rest = b""

    def decrypt(self, data: bytes) -> bytes:
        """Return ``data`` in the clear."""
        missing = len(data) - len(self._rest)
        blocks = max(0, -(-missing // _BLOCK))
        counters = b"".join(
            count.to_bytes(_BLOCK, "little")
            for count in range(self._count, self._count + blocks)
        )
        self._count += blocks
        stream = self._rest + self._encryptor.update(counters)
        used, self._rest = stream[: len(data)], stream[len(data) :]
        clear = int.from_bytes(data, "little") ^ int.from_bytes(used, "little")
        return clear.to_bytes(len(data), "little")
