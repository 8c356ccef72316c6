"""Take a member out of an archive with the packages for what is rare.

Ciphers for AES, and Deflate64.
"""

from __future__ import annotations

from kimi_read.formats.archive import member, prepare_rare
from kimi_read.formats.archive.member import prepare_for, read


def prepare() -> None:
    """Import all of them, before the worker is locked."""
    member.prepare()
    prepare_rare()


__all__ = ["prepare", "prepare_for", "read"]
