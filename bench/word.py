"""Word: a document of about 270 pages."""

from __future__ import annotations

import importlib.util

from bench.data import kept, sentence
from bench.measure import KREAD, MARKITDOWN, Row, python

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

CHAPTERS = 60


@kept("pages-270.docx")
def document(path: Path) -> None:
    """Write a document of 60 chapters, about 270 pages and 2 MB of XML."""
    import docx

    made = docx.Document()
    for chapter in range(1, CHAPTERS + 1):
        made.add_heading(f"Chapter {chapter}: {sentence(chapter, 4)}", 1)
        for section in range(1, 5):
            start = chapter * 10 + section
            made.add_heading(f"{sentence(start, 3)} {section}", 2)
            for number in range(7):
                paragraph = made.add_paragraph(sentence(start + number, 18) + " ")
                paragraph.add_run(sentence(start, 3)).bold = True
                paragraph.add_run(" " + sentence(start + 1, 22) + " ")
                paragraph.add_run(sentence(start + 2, 2)).italic = True
                paragraph.add_run(" " + sentence(start + 3, 30) + ".")
            for number in range(4):
                made.add_paragraph(sentence(start + number, 12), "List Bullet")
            for number in range(3):
                made.add_paragraph(sentence(start + number, 9), "List Number")
        table = made.add_table(rows=10, cols=4)
        for row, line in enumerate(table.rows):
            for column, cell in enumerate(line.cells):
                cell.text = f"{sentence(chapter + row + column, 2)} {row * column}"
    made.save(str(path))


_WHOLE = [KREAD, "{}", "--limit", "0"]
_UNDOC = "import undoc,sys;undoc.parse_file(sys.argv[1]).to_markdown()"
_MAMMOTH = "import mammoth,sys;mammoth.convert_to_markdown(open(sys.argv[1],'rb'))"
#: The two others set the bar only where undoc is not installed.
_UNDOC_IS_HERE = importlib.util.find_spec("undoc") is not None


def _beside(name: str, code: str, bar: float) -> Row:
    theirs = python("-c", code, "{}")
    return Row(f"270 pages of Word beside {name}", _WHOLE, theirs, bar, 60,
               modules=(name, "docx"), make=document, against=name)  # fmt: skip


ROWS = [
    _beside("undoc", _UNDOC, 2.0),
    _beside("mammoth", _MAMMOTH, 0.0 if _UNDOC_IS_HERE else 0.15),
    _beside("markitdown", MARKITDOWN, 0.0 if _UNDOC_IS_HERE else 0.05),
    Row("the first 100 lines of them", [KREAD, "{}", "--limit", "100"], _WHOLE, 0.3,
        modules=("docx",), make=document, against="all lines"),
]  # fmt: skip
