"""Documents and texts as a person sees them, on terminals of several kinds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from harness import FIXTURES, KREAD, kread
from hypothesis import given
from hypothesis import strategies as st
from writers.terminal import typed

from kimi_read.writers.terminal.document import HELD_ROWS, Document
from kimi_read.writers.terminal.inline import inline
from kimi_read.writers.terminal.listing import Listing
from kimi_read.writers.terminal.pieces import parts, plain, shown, untabbed
from kimi_read.writers.terminal.table import ASCII, DRAWN, cells, fitted
from kimi_read.writers.terminal.theme import Theme
from kimi_read.writers.terminal.width import (
    clusters,
    cut,
    folded,
    width,
    wrapped,
)

SEQUENCE = re.compile(r"\x1b\[[\d;]*m")
TABLES = FIXTURES / "docx" / "good" / "tables.docx"
FORMATS = FIXTURES / "xlsx" / "good" / "x01_formats.xlsx"
LONG = FIXTURES / "xlsx" / "good" / "wide-and-long.xlsx"
MODULE = FIXTURES / "text" / "good" / "module.py"
#: Letters, wide ones, marks, emoji in sequence, flags, blanks.
ODD = st.text(
    st.sampled_from("ab \u00e9\u0301\u6f22\u5b57\u3002\u200d\ufe0f\u2764"
                    "\U0001f468\U0001f469\U0001f3fd\U0001f1e6\U0001f1f9\u0e01\u0e47"),
    max_size=60,
)  # fmt: skip


def seen(path, *words, size=(80, 40), **more):
    """Return the lines that a terminal shows of ``kread PATH``, colours left out."""
    text = screen(path, *words, size=size, **more)
    return SEQUENCE.sub("", text).split("\r\n")[:-1]


def screen(path, *words, size=(80, 40), environment=None, **more):
    command = [sys.executable, KREAD, str(path), "--paging", "never", "-q", *words]
    env = {"LANG": "C.UTF-8", "COLORFGBG": "15;0", **(environment or {})}
    return typed(command, size=size, environment=env, **more).decode()


def drawn(text, room, *, lines=DRAWN, resumed=False, colours=False, batches=None):
    """Return, for each line of ``text``, the lines of the screen."""
    document = Document(
        Theme("dark", 256), lines, lambda: room, colours=colours, resumed=resumed
    )
    out = []
    for batch in batches or [text]:
        out += document.rows(batch)
    return [*out, *document.rest()]


def flat(rows):
    return [line for lines in rows for line in lines]


def table(*rows):
    head, *body = rows
    line = "|" + " --- |" * len(head)
    return "\n".join(
        [f"| {' | '.join(head)} |", line, *(f"| {' | '.join(r)} |" for r in body)]
    )


# widths


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3), ("na\u00efve", 5), ("e\u0301", 1), ("\u6f22\u5b57", 4),
        ("\ud55c\uae00", 4), ("\uff21", 2), ("\U0001f600", 2),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", 2), ("\U0001f44d\U0001f3fd", 2),
        ("\U0001f1e6\U0001f1f9", 2), ("\u2764\ufe0f", 2), ("\u2764", 1),
        ("\u0e01\u0e47", 1), ("\u0928\u093f", 1), ("\u2026", 1), ("", 0),
        ("1\ufe0f\u20e3", 1),
    ],
)  # fmt: skip
def test_the_width_of_text_is_counted_in_columns(text, columns):
    assert width(text) == columns


@given(ODD, st.integers(2, 12))
def test_parts_of_a_line_are_within_the_room_and_lose_no_word(text, room):
    parts = [text[a:b] for a, b in wrapped(text, room)]
    assert all(width(part) <= room for part in parts)
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


@given(ODD, st.integers(2, 12))
def test_a_folded_line_is_whole_and_parts_no_cluster(text, room):
    slices = folded(text, room)
    assert "".join(text[a:b] for a, b in slices) == text
    ends = {end for _, end, _ in clusters(text)} | {0, len(text)}
    assert all(b in ends for _, b in slices)
    assert all(width(text[a:b]) <= room for a, b in slices)


def test_words_stay_whole_where_they_can():
    text = "the quick brown fox"
    assert [text[a:b] for a, b in wrapped(text, 9)] == ["the quick", "brown fox"]
    text = "\u6f22\u5b57\u304b\u306a\u3002\u4ea4\u3058\u308a"
    parts = [text[a:b] for a, b in wrapped(text, 8)]
    assert "\u3002" not in [part[0] for part in parts]


@pytest.mark.parametrize("room", range(1, 9))
def test_a_cut_shows_that_it_is_one(room):
    text = cut("\u6f22\u5b57abcdef", room)
    assert width(text) <= room
    assert text.endswith("\u2026")
    assert cut("abc", 3) == "abc"


def test_tabs_become_blanks_up_to_the_next_stop():
    pieces = [("a\tb", "1"), ("cdefgh\ti", "")]
    assert plain(untabbed(pieces)) == "a\tbcdefgh\ti".expandtabs(8)
    assert plain(untabbed([("\u6f22\tx", "")])) == "\u6f22      x"


def test_parts_of_a_line_keep_its_looks():
    pieces = [("ab", "\x1b[1m"), ("cd", "")]
    first, second = parts(pieces, [(1, 3), (3, 4)])
    assert first == [("b", "\x1b[1m"), ("c", "")]
    assert second == [("d", "")]
    assert [shown(each) for each in parts(pieces, [(0, 3)])] == ["\x1b[1mab\x1b[0mc"]


class Counted(list):
    """A list that counts how often something is taken from it."""

    taken = 0

    def __getitem__(self, at):
        self.taken += 1
        return super().__getitem__(at)


def test_a_line_of_many_pieces_is_parted_in_one_pass():
    pieces = Counted((f"{n:4d}", "") for n in range(5000))
    slices = [(at, at + 7) for at in range(0, 20_000 - 7, 8)]
    text = plain(pieces)
    assert [plain(p) for p in parts(pieces, slices)] == [text[a:b] for a, b in slices]
    assert pieces.taken <= len(pieces) + 2 * len(slices)


# tables


def test_columns_are_aligned_and_figures_stand_right():
    text = table(["name", "sum"], ["long name", "7.5 %"], ["b", "-1,234.50 €"])
    assert flat(drawn(text, 80)) == [
        "name      │         sum",
        "──────────┼────────────",
        "long name │       7.5 %",
        "b         │ -1,234.50 €",
    ]


@pytest.mark.parametrize(
    "cell", ["1", "-1.5", "1,234.50", "$1,234", "(12)", "7.5%", "1.23E-07", "3.5x",
             "€ 12,50", "2024-05-01", "14:05", "10 kB", "\\-3", "1 234,5", "CHF 5"],
)  # fmt: skip
def test_figures_in_many_ways_of_writing_stand_right(cell):
    text = table(["a long column", "b"], [cell, "x"])
    assert flat(drawn(text, 80))[2].startswith("  ")


@pytest.mark.parametrize("cell", ["x1", "Q1", "12 apples", "1st", "a-1", "v1.2.3"])
def test_words_with_figures_in_them_stand_left(cell):
    text = table(["a long column", "b"], [cell, "x"])
    assert flat(drawn(text, 80))[2].startswith(cell)


def test_missing_values_leave_a_column_of_figures_what_it_is():
    text = table(["a long column"], ["12"], [""], ["-"], ["n/a"])
    assert flat(drawn(text, 80))[2] == " " * 11 + "12"


def test_wide_letters_keep_the_columns_aligned():
    text = table(
        ["k", "v"], ["\u6f22\u5b57", "a"], ["e\u0301", "b"], ["\U0001f600", "c"]
    )
    lines = flat(drawn(text, 80))
    assert len({width(line.partition("│")[0]) for line in lines if "│" in line}) == 1


def test_a_long_cell_goes_on_inside_its_column():
    text = table(["k", "v"], ["a", "one two three four five six"], ["b", "x"])
    assert flat(drawn(text, 20)) == [
        "k │ v",
        "──┼─────────────────",
        "a │ one two three",
        "  │ four five six",
        "──┼─────────────────",
        "b │ x",
    ]


def test_each_row_of_the_page_is_one_entry_however_high_it_is():
    text = table(["k", "v"], ["a", "word " * 30], ["b", "x"])
    rows = drawn(f"before\n\n{text}\n\nafter", 30)
    assert len(rows) == 8
    assert len(rows[4]) > 3
    assert rows[5] == ["b │ x"]
    assert rows[-1] == ["after"]


def test_line_breaks_and_pipes_in_a_cell_are_what_they_mean():
    text = table(["a", "b"], ["x \\| y", "one<br>two"])
    assert flat(drawn(text, 40))[2:4] == ["x | y │ one", "      │ two"]
    assert cells("| a \\| b | `c\\|d` |  |") == ["a \\| b", "`c\\|d`", ""]
    text = table(["`a\\|b`", "\\*c\\*"], ["\\_d\\_", "C:\\\\x"])
    assert flat(drawn(text, 40)) == ["`a|b` │ *c*", "──────┼─────", "_d_   │ C:\\x"]


@pytest.mark.parametrize("room", [8, 20, 40, 60, 100, 200])
@pytest.mark.parametrize("columns", [1, 2, 5, 12, 40])
def test_no_line_is_wider_than_the_window(room, columns):
    head = [f"column {n}" for n in range(columns)]
    body = [[f"{n} {'word ' * n}\u6f22\u5b57" for n in range(columns)]] * 3
    for line in flat(drawn(table(head, *body), room)):
        assert width(line) <= room


def test_a_window_too_narrow_for_the_columns_lists_names_and_values():
    text = table(["name", "city", "note"], ["Ann", "", "a remark of some length"])
    lines = flat(drawn(text, 16))
    assert lines[-4:] == ["name: Ann", "note: a remark", "  of some length", "─" * 16]


def test_a_page_that_begins_within_a_table_is_aligned_as_well():
    rows = drawn("| a | 1 |\n| long | 20 |\n\nafter", 40, resumed=True)
    assert flat(rows) == ["a    │  1", "long │ 20", "", "after"]


def test_a_table_is_shown_before_it_ends():
    """What is held back is bounded, and what has been drawn stays."""
    head = table(["n", "v"], *[[str(n), "x"] for n in range(HELD_ROWS)])
    document = Document(Theme("dark", 16), DRAWN, lambda: 40, colours=False,
                        resumed=False)  # fmt: skip
    assert len([*document.rows(head)]) == HELD_ROWS + 2
    assert flat(document.rows("| 100000 | y |")) == ["100000 │ y"]


def test_a_short_beginning_of_a_table_waits_for_one_more_batch():
    batches = ["| a | b |\n| --- | --- |", "| long word | 1 |\n| x | 2 |"]
    assert flat(drawn("", 40, batches=batches))[0] == "a         │ b"


def test_a_table_in_a_list_keeps_its_place():
    text = "- item\n\n  | a | b |\n  | --- | --- |\n  | c | d |"
    assert flat(drawn(text, 40))[2:] == ["  a │ b", "  ──┼──", "  c │ d"]


def test_tables_are_ascii_where_nothing_else_can_be_shown():
    text = table(["a", "b"], ["c", "d"])
    assert flat(drawn(text, 40, lines=ASCII)) == ["a | b", "--+--", "c | d"]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.integers(1, 200))
def test_columns_get_what_they_need_or_share_what_there_is(natural, room):
    least = [min(n, 8) for n in natural]
    widths = fitted(natural, least, room)
    if sum(natural) <= room:
        assert widths == natural
    elif sum(least) > room:
        assert widths is None
    else:
        assert sum(widths) == room
        assert all(a <= b <= c for a, b, c in zip(least, widths, natural, strict=True))


# other lines of a document


def test_paragraphs_are_wrapped_at_blanks_under_their_beginning():
    assert drawn("- one two three four", 16) == [["- one two three", "  four"]]
    assert drawn("12. one two three", 16) == [["12. one two", "    three"]]
    assert drawn("> one two three four", 16) == [["> one two three", "> four"]]
    assert drawn("  - [x] " + "word " * 4 + "x", 24)[0][1] == " " * 8 + "word x"


def test_code_is_left_as_it_is():
    text = (
        "```\n| not | a | table |\nxxx  yyy  zzz  and more of it\n```\n\n| a |\n| --- |"
    )
    rows = flat(drawn(text, 12))
    assert rows[1:3] == ["| not | a | table |", "xxx  yyy  zzz  and more of it"]
    assert rows[-2:] == ["a", "─"]


def test_a_page_that_begins_within_code_finds_its_end():
    rows = flat(drawn("x = 1\n```\n\n| a |\n| --- |", 12, resumed=True))
    assert rows[-2:] == ["a", "─"]


def test_a_page_that_begins_before_code_finds_its_beginning():
    rows = flat(drawn("text\n\n```\n| a |\n```", 12, resumed=True))
    assert rows[3] == "| a |"


@given(st.text(alphabet='`*~[]()<>{}+-^! \\"ab_', max_size=80))
def test_colours_change_no_letter_of_a_line(text):
    assert plain(inline(text, lambda name: f"<{name}>")) == text


@pytest.mark.parametrize("seed", ["`", "``a", "*", "](<", "](a", "[^", "{++", "![a](b",
                                  '](a "', "\\", "<sup"])  # fmt: skip
def test_colouring_a_hostile_line_takes_no_time(seed):
    before = time.process_time()
    inline(seed * (20_000 // len(seed)), lambda name: name)
    assert time.process_time() - before < 1


def test_what_is_marked_shows_it():
    looks = dict(inline("a **b** *c* `d` [e](http://f) ~~g~~", lambda name: name))
    assert looks["b"] == "bold"
    assert looks["c"] == "italic"
    assert looks["`d`"] == "code"
    assert looks["**"] == looks["](http://f)"] == "muted"


# listings


ARCHIVES = [
    path for path in sorted((FIXTURES / "archive" / "good").iterdir())
    if path.suffix not in (".md", ".err")
]  # fmt: skip


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_colours_change_no_letter_of_a_listing(path):
    plain_text = kread(path, "-q").text
    coloured = kread(path, "-q", "--color", "always").text
    assert SEQUENCE.sub("", coloured) == plain_text
    assert coloured.splitlines()[0].startswith("\x1b[1mmode")


def test_folders_links_and_remarks_of_a_listing_show_what_they_are():
    theme = Theme("dark", 16)
    lines = Listing(theme, colours=True).rows(
        "drwxr-xr-x             0  2024-06-01 12:04  docs/\n"
        "lrwxrwxrwx            15       15  2024-06-01 12:04  a -> b  [as of March]\n"
        "-                      -            15                    [odd] name\n"
        "2 files, 1 folder"
    )
    folder, link, file, total = (line for (line,) in lines)
    assert f"{theme.look('heading')}docs/" in folder
    assert f"{theme.look('code')}a\x1b[0m" in link
    assert f"{theme.look('note')}  [as of March]" in link
    assert file.endswith("[odd] name")
    assert total.startswith(theme.look("muted"))


# the real command on a terminal


def test_a_sheet_on_a_terminal_is_aligned():
    lines = seen(FORMATS)
    assert "kind      │ value" in lines
    assert "currency  │ $1,234.50" in lines


def test_a_row_keeps_its_number_and_the_rest_of_it_has_none():
    lines = seen(TABLES, "-n", size=(40, 40))
    numbers = [int(line[:6]) for line in lines if line[:6].strip()]
    pipe = kread(TABLES, "-n", "-q").text.splitlines()
    assert numbers == [int(line[:6]) for line in pipe]
    assert any(line.startswith("      \t") for line in lines)
    assert all(width(line.expandtabs(8)) <= 40 for line in lines)


def test_a_long_line_of_text_goes_on_under_its_beginning(make):
    path = make("long.txt", "x" * 100 + "\nshort\n")
    assert seen(path, size=(48, 20)) == [
        "     1\t" + "x" * 40, "      \t" + "x" * 40, "      \t" + "x" * 20,
        "     2\tshort",
    ]  # fmt: skip
    assert seen(path, "-p", size=(48, 20)) == ["x" * 100, "short"]


def test_words_of_prose_stay_whole_and_code_fills_its_lines(make):
    line = "one two three four five six seven\n"
    assert seen(make("a.txt", line), size=(28, 20)) == [
        "     1\tone two three four", "      \tfive six seven",
    ]  # fmt: skip
    assert seen(make("a.py", line), size=(28, 20)) == [
        "     1\tone two three four f", "      \tive six seven",
    ]  # fmt: skip


@pytest.mark.parametrize("columns", [30, 60, 120])
def test_a_document_fits_the_window_or_what_is_asked_for(columns):
    for words, env in ([], {}), (["--width", str(columns)], {}), (
        [], {"COLUMNS": str(columns)}
    ):  # fmt: skip
        size = (columns, 40) if not (words or env) else (77, 40)
        lines = seen(LONG, *words, size=size, environment=env)
        assert columns * 0.7 < max(map(width, lines)) <= columns


def test_a_pipe_gets_no_layout(make):
    path = make("t.csv", "a,b\nlonger,2\n")
    run = kread(path, "--format", "markdown", "--color", "always",
                env={"COLUMNS": "10"})  # fmt: skip
    assert SEQUENCE.sub("", run.text) == "| a | b |\n| --- | --- |\n| longer | 2 |\n"


def test_colours_and_a_width_lay_out_for_another_pager(make):
    path = make("t.csv", "a,b\nlonger,2\n")
    run = kread(path, "--format", "markdown", "--color", "always", "--width", "30")
    assert SEQUENCE.sub("", run.text).splitlines()[2] == "longer │ 2"


def test_without_colours_there_is_no_escape():
    for env in {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"CLICOLOR": "0"}:
        assert "\x1b" not in screen(TABLES, environment=env)
        assert "\x1b" not in screen(MODULE, environment=env)
    assert "\x1b[" in screen(MODULE)


def test_a_locale_that_is_not_utf8_gets_ascii_tables():
    lines = seen(FORMATS, environment={"LANG": "C", "LC_ALL": "C"})
    assert "kind      | value" in lines


def test_harmful_characters_are_visible_on_a_terminal(make):
    path = make("bad.txt", "a\x1b[31mb\u202e\n")
    assert seen(path) == ["     1\ta\\x1b[31mb\\u202e"]


def test_what_failed_is_red_on_a_terminal_and_plain_elsewhere(tmp_path):
    def said(*words, **environment):
        command = [sys.executable, KREAD, str(tmp_path / "none"), *words]
        with open(tmp_path / "out", "wb") as out:
            return typed(command, output=out, environment=environment).decode()

    assert said().startswith("\x1b[1;31mkread:\x1b[0m ")
    assert said("--color", "never").startswith("kread: ")
    assert said(NO_COLOR="1").startswith("kread: ")
    assert kread(tmp_path / "none").err.startswith("kread: ")


# inside tmux


class Pane:
    """A pane of a tmux of its own, with a shell in it."""

    def __init__(self, folder, columns):
        self._tmux = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]
        env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color",
               "HOME": str(folder), "KREAD_CONFIG": ""}  # fmt: skip
        shell = "env PS1='READY ' bash --norc --noprofile"
        size = ["-x", str(columns), "-y", "30"]
        subprocess.run(
            [*self._tmux, "new-session", "-d", *size, shell], env=env, check=True
        )
        self.wait("READY")

    def type(self, words):
        subprocess.run([*self._tmux, "send-keys", "-l", words], check=True)
        subprocess.run([*self._tmux, "send-keys", "Enter"], check=True)

    def text(self, *options):
        run = subprocess.run([*self._tmux, "capture-pane", "-p", *options],
                             capture_output=True, check=True)  # fmt: skip
        return run.stdout.decode()

    def wait(self, words, seconds=20):
        end = time.monotonic() + seconds
        while words not in self.text():
            assert time.monotonic() < end, self.text()
            time.sleep(0.05)

    def resize(self, columns):
        subprocess.run([*self._tmux, "resize-window", "-x", str(columns)], check=True)
        known = f"until [ $(tput cols) = {columns} ]; do sleep 0.05; done"
        self.type(f"clear; {known}; echo si''zed{columns}")
        self.wait(f"sized{columns}")

    def close(self):
        subprocess.run([*self._tmux, "kill-server"], check=False)


@pytest.fixture
def pane(tmp_path):
    if not shutil.which("tmux"):
        pytest.skip("no tmux")
    made = Pane(tmp_path, 60)
    yield made
    made.close()


def test_a_table_in_a_pane_is_drawn_and_nothing_is_left_at_the_prompt(pane):
    pane.type(f"clear; {sys.executable} {KREAD} -q {FORMATS}; echo do''ne")
    pane.wait("done")
    shown = pane.text().split("\n")
    assert "kind      │ value" in shown
    assert "currency  │ $1,234.50" in shown
    time.sleep(0.4)  # a late answer of the terminal would be typed here
    assert pane.text().rstrip().endswith("done\nREADY")


def test_a_pane_that_was_resized_is_filled_anew(pane):
    for columns in 60, 90, 45:
        pane.resize(columns)
        command = f"{sys.executable} {KREAD} -q --limit 5 --paging never {LONG}"
        pane.type(f"clear; {command}; tput cols; echo do''ne{columns}")
        pane.wait(f"done{columns}")
        lines = pane.text().split("\n")
        assert str(columns) in lines
        assert columns * 0.7 < max(map(len, lines)) <= columns


def test_a_job_in_the_background_is_not_stopped(pane):
    pane.type(f"clear; {sys.executable} {KREAD} -q {MODULE} & wait; echo do''ne")
    pane.wait("done")
    assert "Stopped" not in pane.text()
    assert "def double" in pane.text()
