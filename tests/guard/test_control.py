"""The printing gate: what a terminal obeys or hides becomes visible, and no more."""

# ruff: noqa: RUF001 - letters of other scripts are the point here
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kimi_read.guard import control
from kimi_read.guard.control import visible, visible_name

CONTROLS = ("Cc", "Cs", "Zl", "Zp")
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Zl", "Zp")
ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


@pytest.mark.parametrize(("text", "shown"), [
    ("\x1b[31mred", r"\x1b[31mred"),
    ("a\rb", r"a\x0db"),
    ("bell\x07 nul\x00 bs\x08", r"bell\x07 nul\x00 bs\x08"),
    ("del\x7f", r"del\x7f"),
    ("csi\x9b31m osc\x9d nel\x85", r"csi\x9b31m osc\x9d nel\x85"),
    ("vt\x0bff\x0c", r"vt\x0bff\x0c"),
    ("a\u202egpj.exe", r"a\u202egpj.exe"),
    ("\u2066isolate\u2069", r"\u2066isolate\u2069"),
    ("zero\u200bwidth", r"zero\u200bwidth"),
    ("word\u2060joiner \u2063", r"word\u2060joiner \u2063"),
    ("\ufeffbom", r"\ufeffbom"),
    ("a\u2028b\u2029c", r"a\u2028b\u2029c"),
    ("\U000e0041\U000e0042", r"\U000e0041\U000e0042"),
    ("a\U000e0100\U000e01ef", r"a\U000e0100\U000e01ef"),
    ("\ufff9note\ufffb", r"\ufff9note\ufffb"),
    ("\ud800 and \udcff", r"\ud800 and \xff"),
    ("a\u200db", r"a\u200db"),
    ("latin\u200e", r"latin\u200e"),
])  # fmt: skip
def test_what_a_terminal_obeys_or_hides_is_escaped(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize("text", [
    "plain text, with\ttabs\nand lines",
    "naïve café, Ελληνικά, русский, 漢字かな, 한국어",
    "no-break\u00a0space, soft\u00adhyphen",
    "می\u200cخواهم",
    "ب\u200d",
    "क्\u200dष and क्\u200cष",
    "ශ්\u200dරී",
    "שלום (C++)\u200f!",
    "\u200eHTML בעברית",
    "👩\u200d💻 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥",
    "❤\ufe0f 1\ufe0f\u20e3",
    "e\u0301 combining, n\u0303",
    "",
])  # fmt: skip
def test_what_writing_needs_stays(text):
    assert visible(text) == text


def test_joiners_in_a_row_carry_a_message_and_no_writing():
    assert visible("ا\u200c\u200c\u200dب") == "ا\u200c\\u200c\\u200dب"


def test_variation_selectors_in_a_row_carry_a_message():
    assert visible("😀\ufe0f\ufe01\ufe0e") == "😀\ufe0f\\ufe01\\ufe0e"


def test_a_name_cannot_begin_a_line_or_a_column():
    assert visible_name("a\nb\tc\x1b") == r"a\nb\tc\x1b"


@given(st.text())
def test_nothing_invisible_is_left_but_joiners_and_marks(text):
    left = {
        c for c in visible(text) if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")
    }
    assert left <= {"\t", "\n"}


@pytest.mark.parametrize(
    "code",
    [
        *range(9),
        11,
        12,
        *range(14, 32),
        *range(127, 160),
        0x061C,
        0x200B,
        *range(0x2028, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xE0000, 0xE0080),
        *range(0xE0100, 0xE01F0),
    ],
)
def test_no_harmful_character_passes_in_any_company(code):
    for text in ("a{}b", "ا{}ب", "👩{}💻", "क{}ष", "{}", "葛{}城"):
        assert chr(code) not in visible(text.format(chr(code)))


@given(
    st.text(
        alphabet=st.characters(
            exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Zl", "Zp")
        )
    )
)
def test_ordinary_text_is_untouched(text):
    assert visible(text) == text


@given(st.text(alphabet="a\x1b\u202e\u200bж\n"))
def test_the_gate_can_be_passed_twice(text):
    assert visible(visible(text)) == visible(text)


@given(st.text())
def test_only_single_characters_are_replaced(text):
    assert len(ESCAPE.sub("x", visible(text))) <= len(text)


def test_what_passes_without_a_look_holds_nothing_suspect():
    """Each character by itself, and after one that selects how it looks."""
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        for text in (char, f"\ufe0f{char}"):
            if control._plain(text):
                assert not re.search(control._SUSPECT, text), hex(code)


@pytest.mark.parametrize("text", [
    "Größe\tund\nMaß", "10\xa0000 €", "全角\u3000空白", "עברית", "हिन्दी",
])  # fmt: skip
def test_usual_writing_passes_without_a_look(text):
    assert control._plain(text)
