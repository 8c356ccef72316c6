"""Take a member out of an archive with the packages for what is rare: AES in ZIP
files, Deflate64, PPMd."""

from __future__ import annotations

from kimi_read.formats.archive import member
from kimi_read.formats.archive.inflate import PACKAGES
from kimi_read.formats.archive.member import read
from kimi_read.recover import value


def prepare() -> None:
    """Import all of them, before the worker is locked."""
    import hashlib
    import hmac
    from importlib import import_module

    member.prepare()
    for name in PACKAGES:
        value(lambda name=name: import_module(name), None)  # type: ignore[misc]
    del hashlib, hmac


__all__ = ["prepare", "read"]
