"""Excel: 200,000 cells with number formats, and two million."""

from __future__ import annotations

from bench.data import kept, sentence
from bench.measure import KREAD, MARKITDOWN, Row, python

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_CALAMINE = (
    "import python_calamine as c,sys\nw=c.CalamineWorkbook.from_path(sys.argv[1])\n"
    "for n in w.sheet_names: w.get_sheet_by_name(n).to_python()"
)
_OPENPYXL = (
    "import openpyxl,sys\nfor s in openpyxl.load_workbook(sys.argv[1],read_only=True,"
    "data_only=True):\n  for r in s.iter_rows(values_only=True): pass"
)
_FORMATS = ("General", "0.0%", "$#,##0.00", "yyyy-mm-dd", "#,##0", "h:mm", "0.00E+00")


@kept("cells-200000.xlsx")
def formatted(path: Path) -> None:
    """Write 20,000 rows of 10 cells: texts, numbers, dates in their formats."""
    import openpyxl
    from openpyxl.cell import WriteOnlyCell

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Cells")
    for row in range(20_000):
        cells: list[object] = [sentence(row, 3), f"item {row}", row % 2 == 0]
        for place, code in enumerate(_FORMATS):
            cell = WriteOnlyCell(sheet, value=row * (place + 1) / 7)
            cell.number_format = code
            cells.append(cell)
        sheet.append(cells)
    book.save(path)


@kept("cells-2000000.xlsx")
def many(path: Path) -> None:
    """Write 100,000 rows of 20 small numbers."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Cells")
    for row in range(100_000):
        sheet.append([(row + column) % 97 for column in range(20)])
    book.save(path)


_WHOLE = [KREAD, "{}", "--limit", "0"]
_NAME = "200,000 cells beside"
ROWS = [
    Row(f"{_NAME} python-calamine", _WHOLE, python("-c", _CALAMINE, "{}"), 3.0,
        modules=("python_calamine", "openpyxl"), make=formatted, against="bare values"),
    Row(f"{_NAME} openpyxl", _WHOLE, python("-c", _OPENPYXL, "{}"), 0.4,
        modules=("openpyxl",), make=formatted, against="read-only, values"),
    Row(f"{_NAME} markitdown", _WHOLE, python("-c", MARKITDOWN, "{}"), 0.05,
        modules=("markitdown", "openpyxl"), make=formatted, against="markitdown"),
    Row("their first 100 rows", [KREAD, "{}", "--limit", "100"],
        python("-c", _CALAMINE, "{}"), 0.3, modules=("python_calamine", "openpyxl"),
        make=formatted, against="python-calamine, all"),
    Row("two million cells", _WHOLE, python("-c", _CALAMINE, "{}"), peak=80,
        modules=("python_calamine", "openpyxl"), make=many, against="python-calamine"),
]  # fmt: skip
