"""Take a member out of an archive with the packages for what is rare.

Ciphers for AES, Deflate64, and libarchive for what it alone unpacks.
"""

from __future__ import annotations

from kimi_read.formats.archive import foreign, member, prepare_rare
from kimi_read.formats.archive.member import prepare_for, read
from kimi_read.recover import value


def prepare() -> None:
    """Import all of them, before the worker is locked."""
    member.prepare()
    prepare_rare()
    value(foreign.prepare, None)


__all__ = ["prepare", "prepare_for", "read"]
