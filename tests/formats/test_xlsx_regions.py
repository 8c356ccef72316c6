"""Where the tables of a sheet end, and what becomes of titles and gaps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kimi_read.blocks import Break, Paragraph, Table
from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.layout import LOOK_AHEAD, Layout
from kimi_read.formats.xlsx.model import Grid


def laid(text: str, *, first: int = 1, merges: tuple[Area, ...] = ()) -> list[object]:
    """Return marks, lines and tables of a sheet drawn with blanks and bars.

    Cells stand between bars; digits are numbers, a blank cell is empty.
    """
    rows = []
    for number, line in enumerate(text.strip("\n").split("\n"), first):
        cells = [(c, t.strip()) for c, t in enumerate(line.split("|"), 1) if t.strip()]
        if cells:
            kinds = ["n" if t.isdigit() else "t" for _, t in cells]
            rows.append(
                (number, False, [c for c, _ in cells], [t for _, t in cells], kinds)
            )
    return blocks(rows, merges)


def blocks(rows, merges=(), **more) -> list[object]:
    grid = Grid()
    grid.merges = list(merges)
    grid.hidden_columns = more.get("hidden", [])
    out = []
    for block in Layout(grid, iter(rows), "S", {}, {}).blocks():
        if isinstance(block, Break):
            out.append(f"<{block.label}>")
        elif isinstance(block, Paragraph):
            out.append(block.text)
        elif isinstance(block, Table):
            out.append([list(block.header), *map(list, block.rows)])
    return out


def test_a_title_is_text_and_its_table_follows():
    """A single cell above a table, with or without a blank row between."""
    table = [["a", "b"], ["1", "2"]]
    assert laid("Title\n\na|b\n1|2") == ["Title", "<A3:B4>", table]
    assert laid("Title\na|b\n1|2") == ["Title", "<A2:B3>", table]


def test_a_title_is_text_whatever_line_follows_it():
    """A remark above numbers that does not begin at the left belongs to the table."""
    assert laid("Title\n|in EUR|\na|5|6\n1|2|3") == [
        "Title", "<A2:C4>", [["", "in EUR", ""], ["a", "5", "6"], ["1", "2", "3"]],
    ]  # fmt: skip


def test_lines_above_a_header_of_all_columns_are_titles_wherever_they_stand():
    """Many titles are set in the middle by hand."""
    assert laid("||Title|\n|in EUR\na|b|c|d\n1|2|3|4") == [
        "Title", "in EUR", "<A3:D4>", [["a", "b", "c", "d"], ["1", "2", "3", "4"]],
    ]  # fmt: skip


def test_tables_of_one_shape_under_titles_of_their_own_are_parted():
    """A single blank row is enough if a title and a header follow."""
    table = [["Item", "Size"], ["a", "1"]]
    assert laid("North\nItem|Size\na|1\n\nSouth\nItem|Size\na|1") == [
        "North", "<A2:B3>", table, "<A5:B5>", "South", "<A6:B7>", table,
    ]  # fmt: skip
    assert len(laid("Item|Size\na|1\n\nOthers\nb|2\nc|3")) == 2


def test_a_header_that_comes_again_begins_a_table():
    """Also one of several rows, where the next is no number yet."""
    text = "Plan|2026\nKind|EUR\na|1\n\nPlan|2026\nType|USD\nb|2".replace(
        "2026", "this"
    )
    assert [x for x in laid(text) if isinstance(x, str)] == ["<A1:B3>", "<A5:B7>"]


def test_lines_of_sentences_are_text_and_a_list_of_names_is_a_table():
    """Long lists of sentences are a column of data."""
    notes = [f"({n}) Sales between the segments are not significant." for n in "abcde"]
    assert laid("\n".join(notes)) == notes
    beside = "a|b\n" + "\n".join(f"1|2|||{note}" for note in notes)
    assert laid(beside)[0] == "<A1:E6>"
    assert laid("Ann\nBob\nCy\nDi") == ["<A1:A4>", [["Ann"], ["Bob"], ["Cy"], ["Di"]]]
    assert laid("\n".join(notes * 9))[0] == "<A1:A45>"
    pages = [f"https://example.com/a/rather/long/address/{n}.html" for n in "abcd"]
    assert laid("\n".join(pages))[0] == "<A1:A4>"


def test_two_blank_rows_part_tables():
    """Whatever they look like."""
    assert laid("a|b\n1|2\n\n\n3|4\n5|6") == [
        "<A1:B2>", [["a", "b"], ["1", "2"]], "<A5:B6>", [["3", "4"], ["5", "6"]],
    ]  # fmt: skip


def test_a_single_blank_row_inside_data_stays():
    """A total below a gap belongs to its table."""
    assert laid("a|b\n1|2\n\ntotal|9") == [
        "<A1:B4>", [["a", "b"], ["1", "2"], ["", ""], ["total", "9"]],
    ]  # fmt: skip


def test_a_new_header_after_a_blank_row_begins_a_table():
    """A row of texts above numbers."""
    assert laid("a|b\n1|2\n\nc|d\n3|4")[2] == "<A4:B5>"


def test_a_wider_table_after_a_blank_row_is_another():
    """Columns beyond those above do not belong to it."""
    assert laid("a|b\n1|2\n\n1|2|3\n4|5|6")[2] == "<A4:C5>"


def test_a_remark_below_a_table_is_text():
    """A single text after a blank row, under a table of several columns."""
    assert laid("a|b\n1|2\n\nall in euros")[-1] == "all in euros"


def test_a_single_blank_column_inside_data_stays():
    """Rows on both sides are the same."""
    assert laid("a||b\n1||2") == ["<A1:C2>", [["a", "", "b"], ["1", "", "2"]]]


def test_tables_side_by_side_are_parted():
    """Two blank columns between tables, or one between tables of different height."""
    assert laid("a|b|||c|d\n1|2|||3|4\n5|6") == [
        "<A1:B3>", [["a", "b"], ["1", "2"], ["5", "6"]],
        "<E1:F2>", [["c", "d"], ["3", "4"]],
    ]  # fmt: skip
    assert laid("a|b||c|d\n1|2||3|4\n5|6\n7|8")[2] == "<D1:E2>"


def test_labels_and_values_far_apart_stay_together():
    """A form: one column of labels, blank columns, one column of values."""
    assert laid("Name|||Ann\nAge|||31") == [
        "<A1:D2>", [["Name", "", "", "Ann"], ["Age", "", "", "31"]],
    ]  # fmt: skip


def test_a_merged_cell_bridges_a_gap():
    """A header over both sides of blank columns holds them together."""
    drawn = "head\na|b|||c|d\n1|2|||3|4\n5|6"
    assert len(laid(drawn)) > 3
    whole = laid(drawn, merges=(Area(1, 1, 1, 6),))
    assert whole[0] == "head"
    assert laid("x|b|||c|d\n1|2|||3|4\n5|6", merges=(Area(1, 2, 1, 5),))[0] == "<A1:F3>"


def test_blank_edges_are_trimmed():
    """A table that does not begin at A1 has no blank columns or rows around it."""
    assert laid("\n\n||a|b\n||1|2\n\n", first=1) == [
        "<C1:D2>",
        [["a", "b"], ["1", "2"]],
    ]


def test_one_cell_is_a_line():
    """A lone cell is no table."""
    assert laid("42") == ["42"]


def test_two_cells_on_a_diagonal_are_a_table():
    """Their places matter."""
    assert laid("only\n|two") == ["<A1:B2>", [["only", ""], ["", "two"]]]


def test_a_few_lines_of_one_column_are_text_and_many_a_table():
    """Three lines are remarks, four are a list of values."""
    assert laid("a\nb\nc") == ["a", "b", "c"]
    assert laid("a\nb\nc\nd") == ["<A1:A4>", [["a"], ["b"], ["c"], ["d"]]]


def long(count: int, *, left: int = 1, width: int = 2, start: int = 1):
    for number in range(start, start + count):
        columns = list(range(left, left + width))
        yield number, False, columns, [f"r{number}c{c}" for c in columns], ["n"] * width


def test_a_table_beyond_the_look_ahead_goes_on_and_its_end_is_left_open():
    """The mark cannot know the last row; the rows stream."""
    taken = 0

    def rows():
        nonlocal taken
        for row in long(5000):
            taken += 1
            yield row

    layout = Layout(Grid(), rows(), "S", {}, {}).blocks()
    assert next(layout).label == "A1:B"
    table = next(layout)
    next(iter(table.rows))
    assert taken <= LOOK_AHEAD + 1


def test_later_rows_that_do_not_fit_begin_another_table():
    """Wider rows, or rows after two blank ones, after the look ahead."""
    wide = [*long(1500), *long(20, width=3, start=1501)]
    marks = [b for b in blocks(wide) if isinstance(b, str)]
    assert marks == ["<A1:B>", "<A1501:C1520>"]
    apart = [*long(1500), *long(20, start=1510)]
    marks = [b for b in blocks(apart) if isinstance(b, str)]
    assert marks == ["<A1:B>", "<A1510:B1529>"]


def test_tables_side_by_side_beyond_the_look_ahead_are_one():
    """Two open tables cannot be printed at once."""
    rows = [
        (n, False, [1, 2, 5, 6], ["a", "b", "c", "d"], ["n"] * 4)
        for n in range(1, 1200)
    ]
    tables = [b for b in blocks(rows) if isinstance(b, list)]
    assert [len(table[0]) for table in tables] == [6]
    assert len(tables[0]) == 1199


def test_hidden_rows_stand_apart_under_the_header():
    """They are neither dropped nor mixed in."""
    rows = [
        (n, n in (2, 4, 5), [1, 2], [f"a{n}", f"b{n}"], ["t", "t" if n < 2 else "n"])
        for n in range(1, 7)
    ]
    assert blocks(rows) == [
        "<A1:B6>", [["a1", "b1"], ["a3", "b3"], ["a6", "b6"]],
        "<hidden rows 2, 4-5>",
        [["a1", "b1"], ["a2", "b2"], ["a4", "b4"], ["a5", "b5"]],
    ]  # fmt: skip


def test_a_row_of_numbers_is_no_header_to_be_repeated():
    """Its values would stand there twice; hidden columns are named above it."""
    rows = [(n, n == 2, [1, 2], ["a", str(n)], ["t", "n"]) for n in (1, 2, 3)]
    assert blocks(rows, hidden=[(2, 2)]) == [
        "<A1:B3>", "<hidden column B>", [["a", "1"], ["a", "3"]],
        "<hidden row 2>", [[], ["a", "2"]],
    ]  # fmt: skip


def test_hidden_columns_are_marked_in_the_header():
    """They keep their place in the rows."""
    rows = [(n, False, [1, 2], ["a", "b"], ["t", "t"]) for n in (1, 2)]
    table = blocks(rows, hidden=[(2, 2)])[1]
    assert table == [["a", "b *(hidden)*"], ["a", "b"]]


def test_a_remark_far_beside_a_table_is_no_column_of_it():
    """One that is named in the first row is; so is one on as many rows as the table."""
    assert laid("a|b||||see below\n1|2\n3|4\n5|6") == [
        "<A1:B4>", [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"]],
        "<F1>", "see below",
    ]  # fmt: skip
    assert laid("a|b||||\n1|2||||x\n3|4||||y\n5|6\n7|8\n9|9") == [
        "<A1:B6>",
        [["a", "b"], ["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"], ["9", "9"]],
        "<F2:F3>", "x", "y",
    ]  # fmt: skip
    named = laid("a|b|||c\n1|2|||x\n3|4\n5|6\n7|8\n9|9")
    assert named[0] == "<A1:E6>"


def test_a_small_table_beside_one_that_goes_on_is_a_table_of_its_own():
    """It ends within the look ahead, and is shown first."""
    rows = [
        (n, False, [1, 2, 4, 5] if n < 4 else [1, 2], ["x"] * (4 if n < 4 else 2),
         ["n"] * (4 if n < 4 else 2))
        for n in range(1, LOOK_AHEAD + 9)
    ]  # fmt: skip
    small, mark, table = blocks(rows)[1:4]
    assert small == [["x", "x"]] * 3
    assert mark == "<A1:B>"
    assert table == [["x", "x"]] * (LOOK_AHEAD + 8)


def test_columns_that_merged_cells_cover_are_no_gap():
    """Programs that print reports to a workbook merge the cells of every row."""
    text = "||||gas\nName||||5\na||||1\nb||||2\n3 May"
    merges = tuple(Area(row, 1, row, 4) for row in range(1, 6))
    assert laid(text, merges=merges)[0] == "<A1:E5>"
    assert laid(text)[0] != "<A1:E5>"


def test_a_title_is_found_above_rows_that_only_a_table_beside_has():
    """The rows between a title and its table may be those of its neighbour."""
    text = "Title\n||||x|y\na|b|c||1|2\n1|2|3||3|4\n4|5|6\n7|8|9"
    assert laid(text) == [
        "Title", "<A3:C6>", [list(row) for row in ("abc", "123", "456", "789")],
        "<E2:F4>", [["x", "y"], ["1", "2"], ["3", "4"]],
    ]  # fmt: skip


def test_rows_of_a_table_beside_do_not_end_a_long_one():
    """Nothing is lost where lines of one begin beside the other."""
    rows = [(1, False, [1], ["t"], ["t"])]
    rows += [
        (n, False, [1, 2, 5, 6] if n < 4 else [1, 2], ["x"] * (4 if n < 4 else 2),
         ["n"] * (4 if n < 4 else 2))
        for n in range(3, LOOK_AHEAD + 9)
    ]  # fmt: skip
    rows.insert(1, (2, False, [5, 6], ["h", "i"], ["t", "t"]))
    found = [x for x in blocks(rows) if isinstance(x, list)]
    assert [len(x) for x in found] == [2, LOOK_AHEAD + 6]


_PLACES = st.sets(st.tuples(st.integers(1, 14), st.integers(1, 9)), min_size=1)


@given(_PLACES, st.sets(st.integers(0, 130)), st.booleans())
def test_every_text_stands_once(places, numbers, long):
    """Whatever is a title, a region of its own, or goes on after the look ahead."""
    rows = []
    for n in sorted({row for row, _ in places}):
        columns = sorted(column for row, column in places if row == n)
        kinds = ["n" if n * 9 + c in numbers else "t" for c in columns]
        rows.append((n, False, columns, [f"{n}.{c}" for c in columns], kinds))
    if long:
        rows += [(n, False, [2], [f"{n}."], ["n"]) for n in range(15, LOOK_AHEAD + 9)]
    shown = []
    for block in blocks(rows):
        if isinstance(block, list):
            assert len({len(row) for row in block}) == 1
            shown += [cell for row in block for cell in row if cell]
        elif not block.startswith("<"):
            shown.append(block)
    assert sorted(shown) == sorted(text for row in rows for text in row[3])
