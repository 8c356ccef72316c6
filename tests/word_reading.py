"""Reads made Word documents in this process, for tests."""

from __future__ import annotations

import io
import zipfile

from make_fixtures_word import Made

from kimi_read import blocks as b
from kimi_read.formats import docx
from kimi_read.request import Request
from kimi_read.source import in_memory


def packed(made: Made, without: tuple[str, ...] = ()) -> bytes:
    """Return the bytes of a package."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in made.files().items():
            if name not in without:
                package.writestr(name, content)
    return buffer.getvalue()


def read(made: Made | bytes, **asked: object) -> list[b.Block]:
    """Return the blocks of a document."""
    data = made if isinstance(made, bytes) else packed(made)
    return [
        b.Table(block.header, [*block.rows]) if isinstance(block, b.Table) else block
        for block in docx.read(in_memory(data, "x.docx"), Request(**asked))
    ]


def shown(made: Made, **asked: object) -> list[b.Block]:
    """Return the blocks that print."""
    return [
        block
        for block in read(made, **asked)
        if not isinstance(block, b.Facts | b.Picture)
        and (not isinstance(block, b.Loss) or block.shown)
    ]


def texts(made: Made, **asked: object) -> list[str]:
    """Return the texts of the blocks that have one."""
    return [block.text for block in shown(made, **asked) if hasattr(block, "text")]


def losses(made: Made | bytes, **asked: object) -> dict[str, b.Loss]:
    """Return the losses by code."""
    return {
        block.code: block for block in read(made, **asked) if isinstance(block, b.Loss)
    }
