"""Options that cannot apply to a file: a warning each, never silence."""

from __future__ import annotations

from kimi_read.blocks import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kimi_read.page import Page
    from kimi_read.settings import Settings

_WORD = ["docx", "docm", "dotx", "dotm"]
_SHEETS = ["xlsx", "xlsm", "xltx", "xlsb", "xls", "ods", "fods", "xml-spreadsheet"]
_SLIDES = ["pptx", "pptm", "potx", "ppsx"]
#: What an option applies to: kinds of file, or names of formats.
APPLIES = {
    "columns": {"text"},
    "encoding": {"text", "csv", "tsv", "archive"},
    "pages": {"pdf", *_SLIDES},
    "sheet": {*_SHEETS},
    "changes": {*_WORD},
    "values": {*_SHEETS},
    "formulas": {*_SHEETS},
    "furniture": {"pdf"},
    "hidden": {"pdf"},
    "tables": {"pdf"},
    "media": {"document"},
    "fit": {"image"},
    "max_edge": {"image"},
    "region": {"image"},
    "thumbnail": {"image", "video", "audio"},
    "frames": {"video"},
    "subtitles": {"video"},
    "entries": {"archive"},
    "verify": {"archive"},
    "password_file": {"document", "archive"},
}
_WINDOW = ("offset", "limit", "lines", "tail", "columns")
_INNER = ("encrypted-ooxml",)  # what is inside is known only to its reader


def warnings(
    given: Mapping[str, object], page: Page, settings: Settings
) -> Iterator[Loss]:
    """Yield a warning for each option given that changes nothing for ``page``."""
    for key in given:
        if not _applies(key, page, settings):
            name = key.replace("_", "-")
            what = "the bytes as they are" if settings.shape == "raw" else page.format
            yield Loss("option-unused", f"--{name} does not apply to {what}",
                       shown=False)  # fmt: skip


def _applies(key: str, page: Page, settings: Settings) -> bool:
    if settings.shape == "raw" and (key in _WINDOW or key in APPLIES):
        return False
    wanted = APPLIES.get(key)
    return (
        wanted is None
        or page.kind in wanted
        or page.format in wanted
        or page.format in _INNER
    )
