"""PDF: long cells without rules, rows that page ends cut, code in several fonts."""

from __future__ import annotations

from pdf_maker import lines, pdf, rule, text
from reading import read

from kimi_read.formats.pdf import headings, joins, look, tagged
from kimi_read.formats.pdf.marks import Line, Style, Word
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.tags import Node

PLAIN = Style("Some", bold=False, italic=False, mono=False, colour=0)
FIXED = Style("Mono", bold=False, italic=False, mono=True, colour=0)
BOLD_FIXED = Style("Mono", bold=True, italic=False, mono=True, colour=0)


def word(letters, x, base=100.0, style=PLAIN, tag=-1):
    """Return a word whose letters are half as wide as they are high."""
    box = x, base - 8, x + 5 * len(letters), base + 2
    made = Word(letters, box, base, 10.0, style)
    made.tag = tag
    return made


def rows(answer):
    return [n for n in answer.lines if n.startswith("|")]


LONG = [
    "The number of seconds to wait for an answer of the",
    "other side before the connection is given up and",
    "another one is tried.",
]


def test_keys_beside_long_cells_are_a_table_without_rules(make):
    """What a cell goes on with stands below it, with nothing under the key."""
    page, y = "", 720.0
    for key in ("timeout", "retries", "proxy", "depth"):
        page += text(72, y, key) + lines(230, y, LONG)
        y -= 12 * len(LONG)
    shown = rows(read(make("a.pdf", pdf(page)), "pdf"))
    assert shown[0] == f"| timeout | {' '.join(LONG)} |"
    assert [row.split(" ")[1] for row in shown] == [
        "timeout", "---", "retries", "proxy", "depth",
    ]  # fmt: skip


def test_two_columns_of_text_are_none(make):
    """Both sides have lines all the way down."""
    page = lines(72, 720, LONG * 6, 8) + lines(330, 720, LONG * 6, 8)
    assert not rows(read(make("a.pdf", pdf(page)), "pdf"))


def test_cells_of_a_row_may_differ_in_size(make):
    """Their baselines differ then; they are beside each other all the same."""
    page, y = "", 700.0
    for n, name in enumerate(("North", "South", "East", "West", "Middle")):
        page += text(72, y, name, 12) + text(200, y, f"{n}5 %", 12)
        page += lines(330, y + 2.5, [f"long_name_of_file_{n}-", "{version}.zip"], 10,
                      font="F3")  # fmt: skip
        y -= 24
    shown = rows(read(make("a.pdf", pdf(page)), "pdf"))
    assert len(shown) == 6
    assert shown[0].startswith("| North | 05 % | `long_name_of_file_0-")


def table(*given: list[tuple[str, float, int]]) -> tuple[Node, list[Word]]:
    """Return a table of rows of cells, (text, x, columns) each, and its words."""
    words, root, mark = [], Node("Table"), 0
    for n, cells in enumerate(given):
        row = Node("TR")
        for letters, x, wide in cells:
            cell = Node("TD")
            cell.wide = wide
            cell.kids.append(mark)
            words.append(word(letters, x, 100.0 + 20 * n, tag=mark))
            mark += 1
            row.kids.append(cell)
        root.kids.append(row)
    document = Node("Document")
    document.kids.append(root)
    return document, words


def cells(root: Node, words: list[Word]) -> tuple[list[list[str]], bool]:
    """Return the texts of the table, and whether its first row is a rest."""
    (piece,), _ = tagged.pieces(root, words, look.Look())
    shown = [[" ".join(w.text for w in cell) for cell in row]
             for row in piece.grid.table()]  # fmt: skip
    return shown, piece.grid.rest


def test_cells_that_tags_leave_out_are_found_by_their_place():
    """An empty cell may have no tag at all."""
    full = [("a", 50.0, 1), ("b", 150.0, 1), ("c", 250.0, 1), ("d", 350.0, 1)]
    shown, rest = cells(*table(full, [("x", 50.0, 1), ("z", 352.0, 1)]))
    assert shown == [["a", "b", "c", "d"], ["x", "", "", "z"]]
    assert not rest


def test_a_row_of_few_cells_at_the_head_of_a_page_is_a_rest():
    """The others stand on the page before."""
    full = [("a", 50.0, 1), ("b", 150.0, 1), ("c", 250.0, 1), ("d", 350.0, 1)]
    shown, rest = cells(*table([("of-b", 150.0, 1)], full, full))
    assert rest
    assert shown[0] == ["", "of-b", "", ""]


def test_a_repeated_head_is_known_however_it_wraps():
    """Only its letters count."""
    piece = Piece("text", [Line([word("(AI-", 50), word("compat", 80)])])
    piece.artifact = True
    assert joins.repeated_head(["Kind", "(AIcompat ible)"], [piece]) == 1
    assert joins.repeated_head(["Kind", "Other"], [piece]) == 0


def code(*given: tuple[str, Style], base: float = 100.0) -> Line:
    x, made = 50.0, []
    for letters, style in given:
        made.append(word(letters, x, base, style=style))
        x = made[-1].x1 + 5
    return Line(made)


def test_code_may_hold_letters_that_its_font_lacks():
    """Those of another script; letters of English speak against it."""
    plain = code(("name=", FIXED), ("value;", FIXED))
    foreign = code(("key=", FIXED), ("\u6771\u4eac", PLAIN), base=112)
    english = code(("key=", FIXED), ("Tokyo", PLAIN), base=112)
    page = []
    for second in (foreign, english):
        root, words = Node("Document"), []
        block = Node("P")
        for n, line in enumerate((plain, second)):
            block.kids.append(n)
            for part in line.words:
                part.tag = n
                words.append(part)
        root.kids.append(block)
        page.append(tagged.pieces(root, words, look.Look())[0][0].kind)
    assert page == ["code", "text"]


def test_a_bold_line_of_code_alone_is_a_title():
    """Of what follows, unless that is bold as well."""
    title = Piece("code", [code(("configure", BOLD_FIXED))])
    below = Piece("text", [code(("Some", PLAIN), ("words.", PLAIN), base=120)])
    headings.mark([title, below], look.Look())
    assert title.kind == "heading"
    keyword = Piece("code", [code(("else:", BOLD_FIXED))])
    headings.mark([keyword], look.Look())
    assert keyword.kind == "code"


def test_a_value_in_the_middle_of_a_taller_cell_is_in_its_row(make):
    """It reaches into both lines of the cell beside it."""
    page, y = rule(72, 561, 450, 561), 700.0
    page += "".join(text(x, y, words) for x, words in (
        (72, "Date"), (140, "Details"), (400, "Amount")))  # fmt: skip
    for n in range(1, 5):
        y -= 30
        page += rule(72, y + 19, 450, y + 19)
        page += text(72, y, f"0{n}.03.") + text(400, y, f"{n}4.50")
        page += text(140, y + 5.5, f"Card payment {n}") + text(140, y - 5.5, f"REF {n}")
    shown = rows(read(make("a.pdf", pdf(page)), "pdf"))
    assert shown[0] == "| Date | Details | Amount |"
    assert shown[2] == "| 01.03. | Card payment 1 REF 1 | 14.50 |"
    assert len(shown) == 6


def test_two_stacks_side_by_side_keep_their_rows(make):
    """Their lines reach into each other all along."""
    page, y = "", 700.0
    for n in range(5):
        page += text(72, y, f"Name {n}:") + text(150, y, f"value {n}")
        page += text(330, y - 7, f"Kind {n}:") + text(410, y - 7, f"other {n}")
        y -= 14
    shown = "\n".join(read(make("a.pdf", pdf(page)), "pdf").lines)
    for n in range(5):
        assert f"value {n}" in shown
        assert f"Name {n}: Name" not in shown
    assert "Name 0: Name 1" not in shown


def test_a_block_far_to_the_right_is_read_by_itself(make):
    """As the head of an invoice, set to the right beside an address."""
    page = lines(72, 740, ["Northwind Traders", "Hafenstr. 12", "20457 Hamburg"])
    page += text(450, 716, "INVOICE", 20, "F2")
    page += lines(470, 690, ["No. 2024-0117", "Date: 3 May 2024"])
    page += lines(
        72, 600, ["Payment within 30 days, to the account that is named here."]
    )
    shown = [n for n in read(make("a.pdf", pdf(page)), "pdf").lines if n]
    assert "# INVOICE" in shown
    assert shown[shown.index("# INVOICE") - 1].endswith("20457 Hamburg")


def test_text_of_tables_tells_the_size_where_there_is_little_else(make):
    """A small remark at the foot makes no heading of it."""
    page, y = "", 720.0
    for n in range(14):
        page += text(72, y, f"Name of the thing {n}", 9)
        page += text(200, y, f"{n}{n} kilometres", 9) + text(330, y, "not yet seen", 9)
        y -= 14
    page += text(72, 500, "Single line of the same size", 9)
    page += lines(72, 60, ["A remark of a few words in small letters."], 6)
    shown = read(make("a.pdf", pdf(page)), "pdf").lines
    assert "Single line of the same size" in shown


def test_a_column_without_a_rule_between_its_figures_is_parted(make):
    """Rules stand around the figures and after the names alone."""
    page = "".join(rule(72, y, 540, y) for y in (720, 600))
    page += "".join(rule(x, 720, x, 600) for x in (72, 250, 540))
    page += rule(72, 700, 540, 700)
    rows = (
        ("Part", "Hours", "Rate", "Cost"),
        ("Body", "2", "150", "300"),
        ("Paint", "1", "150", "150"),
        ("Glass", "3", "90", "270"),
        ("Sum", "", "", "720"),
    )
    for n, row in enumerate(rows):
        for x, cell in zip((80, 260, 360, 460), row, strict=True):
            page += text(x, 706 - 22 * n, cell) if cell else ""
    found = [n for n in read(make("a.pdf", pdf(page)), "pdf").lines if n[:1] == "|"]
    assert found[0] == "| Part | Hours | Rate | Cost |"
    assert found[3] == "| Paint | 1 | 150 | 150 |"
    assert found[-1] == "| Sum |  |  | 720 |"


def test_a_frame_around_a_page_is_no_table(make):
    """Its rules touch those of a table inside; the rest of the page is text."""
    page = rule(60, 60, 552, 60) + rule(60, 740, 552, 740)
    page += rule(60, 60, 60, 740) + rule(552, 60, 552, 740)
    page += text(72, 700, "Some Company Ltd", 20, "F2") + rule(60, 690, 552, 690)
    for n, (left, right) in enumerate((
        ("Insured: Gabriel Diaz", "Year: 2022"), ("Claim: SF-1008", "Make: Jeep"),
        ("Policy: POL-2022", "Model: Grand"), ("Phone: 425 111", "Trim: Limited"),
        ("Mail: none", "Color: White"),
    )):  # fmt: skip
        page += text(72, 670 - 15 * n, left) + text(320, 670 - 15 * n, right)
    page += rule(60, 580, 552, 580) + rule(60, 480, 552, 480)
    page += rule(300, 580, 300, 480) + rule(60, 530, 552, 530)
    for n, (name, cost) in enumerate((("Parts", "2,100"), ("Labour", "300"))):
        page += text(72, 550 - 50 * n, name) + text(310, 550 - 50 * n, cost)
    page += text(72, 400, "This is a preliminary estimate for the visible damage.")
    found = read(make("a.pdf", pdf(page)), "pdf").lines
    assert "# Some Company Ltd" in found
    assert "| Parts | 2,100 |" in found
    assert "This is a preliminary estimate for the visible damage." in found
