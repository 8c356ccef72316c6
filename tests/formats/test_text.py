"""Text: the numbers of cat -n, windows, long lines, encodings."""

from __future__ import annotations

import subprocess

import pytest
from harness import kread
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import kimi_read
from kimi_read.formats.text.cut import Cutter, boundary

#: What is written by people: control characters may make a file no text.
WRITTEN = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n\r\t")
ODD = "a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i\rj"


def chunks(data: bytes, size: int):
    return iter([data[i : i + size] for i in range(0, len(data), size)] or [b""])


def lines_of(data: bytes, size: int, cutter: Cutter) -> list[bytes]:
    return [line for batch in cutter.lines(chunks(data, size), 1) for line in batch]


def plain(data: bytes) -> list[bytes]:
    parts = data.split(b"\n")
    return parts[:-1] if parts[-1] == b"" else parts


def test_the_output_is_that_of_cat_n(make):
    path = make("f.txt", f"one\n\n\ttab\n{ODD}\r\nlast without feed")
    wanted = subprocess.run(["cat", "-n", path], capture_output=True, check=True)
    assert kread(path).out == wanted.stdout


def test_numbers_grow_beyond_six_columns(make):
    path = make("f.txt", b"x\n" * 1_000_001)
    run = kread(path, "--offset", "999998", "--limit", "0")
    assert run.text == "999999\tx\n1000000\tx\n1000001\tx\n"


@settings(max_examples=200)
@given(
    st.binary(max_size=400).map(lambda b: b.replace(b"q", b"\n")),
    st.integers(1, 50),
)
@example(b"\n\n", 1)
@example(b"", 1)
def test_lines_are_the_same_however_the_bytes_arrive(data, size):
    assert lines_of(data, size, Cutter(0, None, None)) == plain(data)
    assert lines_of(data, size, Cutter(0, None, 5000)) == plain(data)


@settings(max_examples=200)
@given(st.text(max_size=60), st.integers(1, 20), st.integers(1, 9))
def test_columns_joined_give_the_line(text, width, size):
    line = text.replace("\n", " ")
    shown = ""
    for first in range(0, len(line) + width, width):
        cutter = Cutter(first, first + width, 2000)
        got = lines_of(line.encode("utf-8", "replace") + b"\n", size, cutter)[
            0
        ].decode()
        if boundary(line[first:], width) == width or len(line) - first <= width:
            assert len(got) <= width
        shown += got
    assert len(shown) <= len(line)


def test_a_long_line_is_cut_and_says_how_to_go_on(make):
    path = make("f.txt", "x" * 2500 + "\nshort\n")
    run = kread(path)
    first, second = run.text.splitlines()
    assert first == "     1\t" + "x" * 2000 + " … [+500 chars; --columns 2001:]"
    assert second == "     2\tshort"
    assert "line 1 is cut" in run.err
    assert kread(path, "--columns", "2001:", "-p").text == "x" * 500 + "\n\n"
    assert kread(path, "--json").json["cutLines"] == [1]


def test_a_line_limit_of_0_never_cuts(make):
    path = make("f.txt", "x" * 700_000 + "\ny")
    assert kread(path, "--max-line-chars", "0", "-p").out == path.read_bytes()


@pytest.mark.parametrize(
    "cluster",
    ["e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "한", "a" + "\u0301" * 30],
    ids=["accent", "family", "flag", "skin", "jamo", "stack"],
)
def test_a_cut_never_splits_a_grapheme(cluster):
    text = "x" * (2000 - 1) + cluster + "tail"
    at = boundary(text, 2000)
    assert text[at:].startswith((cluster, "tail"))


def test_windows_of_a_random_text_join_up(tmp_path):
    """A property over the public interface; the worker is not needed for text."""

    @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
    @given(st.text(WRITTEN, max_size=300), st.integers(1, 7))
    def check(text, step):
        path = tmp_path / "f.txt"
        path.write_bytes(text.encode("utf-8", "ignore"))
        whole = kimi_read.read(str(path), limit=0)
        parts, offset = [], 0
        while offset is not None:
            page = kimi_read.read(str(path), offset, step)
            parts.append(page.content)
            assert page.next_offset is None or page.next_offset > offset
            offset = page.next_offset
        assert "".join(parts) == whole.content
        assert whole.total_lines == len(whole.lines)

    check()


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-16", "Grüße\nzwei\n"),
        ("utf-16-le", "Grüße aus Köln\nzwei\n"),
        ("utf-32", "Grüße\nzwei\n"),
        ("utf-32-be", "Grüße\nzwei\n"),
        ("utf-8-sig", "Grüße\nzwei\n"),
        ("cp1252", "Der süße Käse kostet über fünf Euro, déjà vu.\n"),
        ("cp1251", "Съешь ещё этих мягких французских булок, да выпей чаю.\n"),
        ("koi8-r", "Съешь ещё этих мягких французских булок, да выпей чаю.\n"),
        ("iso8859-5", "Съешь ещё этих мягких французских булок, да выпей чаю.\n" * 3),
        ("gb18030", "中华人民共和国是一个历史悠久的国家,人民勤劳勇敢。\n"),
        ("shift_jis", "吾輩は猫である。名前はまだ無い。どこで生れたか。\n"),
        ("iso2022_jp", "吾輩は猫である。名前はまだ無い。\n"),
    ],
)
def test_encodings_are_told_apart(encoding, text, make):
    path = make("f.txt", text.encode(encoding))
    page = kread(path, "--json").json
    assert page["content"] == text
    assert page["bom"] is (encoding in ("utf-16", "utf-32", "utf-8-sig"))


def test_a_broken_byte_makes_no_other_encoding(make):
    """Characters of UTF-8 that far outnumber what is none of it are no accident."""
    path = make("a.txt", "Müller, Łódź, 東京\n".encode() * 30 + b"\xff\n" + b"x\n" * 9)
    run = kread(path, "--json")
    assert "Müller, Łódź, 東京" in run.json["content"]
    codes = [w["code"] for w in run.json["warnings"]]
    assert codes == ["encoding-replaced", "encoding-guessed"]


def test_a_guess_is_said_to_be_one(make):
    run = kread(make("f.txt", "déjà vu, crème brûlée\n".encode("cp1252")), "--json")
    assert [w["code"] for w in run.json["warnings"]] == ["encoding-guessed"]


def test_a_demanded_encoding_wins_and_must_fit(make):
    path = make("f.txt", "naïve\n".encode("cp1252"))
    assert kread(path, "--encoding", "cp1251", "-p").text == "naпve\n"
    run = kread(path, "--encoding", "utf-8")
    assert (run.status, run.out) == (65, b"")
    assert kread(path, "--encoding", "klingon").status == 2


def test_nearly_utf8_keeps_its_text_and_tells_the_loss(make):
    path = make("f.txt", "äöü " * 1000 + "\n" + "\ufffd")
    path.write_bytes("äöü ".encode() * 1000 + b"caf\xe9 x\n")
    page = kread(path, "--json", "--max-line-chars", "0").json
    assert page["content"].endswith("caf\ufffd x\n")
    assert page["truncated"] is True
    assert page["warnings"][0]["code"] == "encoding-replaced"


@pytest.mark.parametrize(
    ("content", "eol"),
    [("a\n", "lf"), ("a\r\nb\r\n", "crlf"), ("a\rb", "cr"), ("a\r\nb\n", "mixed"),
     ("abc", "none"), ("", "none")],
)  # fmt: skip
def test_line_ends_are_reported_and_kept(content, eol, make):
    page = kread(make("f.txt", content), "--json").json
    assert page["eol"] == eol
    assert page["content"] == content


def test_hidden_characters_are_named_with_their_lines(make):
    rows = ["fine", "bad\u202e", "fine", "worse\U000e0041",
            "flag \U0001f3f4\U000e0067\U000e007f", "one \u845b\U000e0100 \u2764\ufe0f",
            "many v\U000e0101\U000e0102"]  # fmt: skip
    path = make("f.txt", "".join(f"{row}\n" for row in rows))
    run = kread(path)
    assert "lines 2, 4, 7:" in run.err
    assert run.text.splitlines()[1] == "     2\tbad\u202e"


@pytest.mark.parametrize(
    "text",
    ["héllo wörld\n", "Übung macht den Meister\n", "garçon à l'école\n"],
)
def test_a_short_western_text_is_windows_text(text, make):
    path = make("f.txt", (text * 3).encode("cp1252"))
    assert kread(path, "--json").json["content"] == text * 3


def test_an_old_dos_text_is_still_told(make):
    text = "Übung macht den Meister, sagte Jürgen; größer, höher, früher.\n" * 5
    path = make("f.txt", text.encode("cp850"))
    assert kread(path, "--json").json["content"] == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1255", "שלום עולם\n"),
        ("cp850", "Kuvakenäkymä, lisälippu merkkijonoille\n"),
        ("cp866", "Съешь же ещё этих мягких французских булок, да выпей чаю.\n"),
        ("koi8-u", "Чуєш їх, доцю? Кумедна ж ти, прощайся без ґольфів!\n"),
        ("mac_roman", "Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich.\n"),
        ("mac_greek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n"),
        ("cp437", "╔═════════╗\n║ Release ║\n╚═════════╝\nGreetings to you all.\n"),
        ("cp852", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"),
        ("cp1252", "Hver maður er borinn frjáls og jafn öðrum að virðingu.\n"),
        ("cp1252", "At 5 °C ± ½ «or so» it\u2019s cold\u2026\n"),
        ("cp1252", "One line of a © 2004 text with a · in it, and £ 12 more.\n"),
    ],
)
def test_a_code_page_is_told_by_how_words_look_in_it(encoding, text, make):
    path = make("f.txt", text.encode(encoding))
    assert kread(path, "--json").json["content"] == text


@pytest.mark.parametrize(("encoding", "words"), [
    ("cp1252", "Acções,n_accao"), ("cp1252", "Perché no? Così è la città."),
    ("cp1252", "naïve café"), ("cp1250", "Děkujeme za vaši objednávku"),
    ("cp1250", "Árvíztűrő tükörfúrógép"), ("cp1254", "Türkçe dilinde ağaçlar"),
    ("cp1251", "Счёт на оплату № 5"), ("iso8859-2", "Příliš žluťoučký kůň"),
    ("cp1253", "Καλημέρα κόσμε"),
])  # fmt: skip
@pytest.mark.parametrize("rows", [0, 12])
def test_a_few_words_tell_their_code_page_in_much_ascii(encoding, words, rows, make):
    text = "id,name,value,date\n1,abc,2,2020-01-01\n" * rows + words + "\n"
    path = make("f.txt", text.encode(encoding))
    assert kread(path, "--json").json["content"] == text


def test_a_long_word_in_ebcdic_is_no_work_without_end(make):
    """Other code pages make letters of it, which were looked through once each."""
    text = "the quick brown fox jumps over the lazy dog. " * 40 + "word" * 16_000
    path = make("f.txt", text.encode("cp037"))
    assert kread(path, "--json", "--max-line-chars", "0").json["content"] == text


def test_a_text_in_utf16_is_no_frame_of_audio(make):
    text = "Hver maður er borinn frjáls og jafn öðrum. ".ljust(95)
    path = make("f.txt", b"\xff\xfe" + text.encode("utf-16-le"))
    assert kread(path, "--json").json["content"] == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("iso8859-2", '"Content-Type: text/plain; charset=ISO-8859-2\\n"\nźdźbło\n'),
        (
            "koi8-r",
            "Subject: x\nContent-Type: text/plain;\n charset=koi8-r\n\nёжик\n",
        ),
        ("iso8859-7", '@charset "iso-8859-7";\n/* ψυχή */\n'),
        ("mac-roman", "% text\n\\usepackage[applemac]{inputenc}\nGrüße\n"),
        ("cp1250", "% Encoding: Cp1250\n@book{x, title={źdźbło}}\n"),
    ],
)
def test_a_text_says_itself_what_its_encoding_is(encoding, text, make):
    path = make("f.txt", text.encode(encoding))
    page = kread(path, "--json").json
    assert page["content"] == text
    assert page["warnings"] == []


def test_half_a_unit_at_the_end_of_utf16_costs_itself(make):
    path = make("f.txt", b"\xff\xfe" + "whole\n".encode("utf-16-le") + b"x")
    page = kread(path, "--json").json
    assert page["content"] == "whole\n\ufffd"
    assert page["warnings"][0]["code"] == "encoding-replaced"


def test_a_squirrel_script_is_no_film(make):
    assert kread(make("game.nut", "local x = 1\n")).status == 0


def test_a_log_of_two_encodings_is_right_in_both(make):
    rows = ["Zürich, café, naïve — Łódź\n".encode(), "Zürich, café\n".encode("cp1252")]
    page = kread(make("app.log", b"".join(rows * 9)), "--json").json
    assert page["content"] == "Zürich, café, naïve — Łódź\nZürich, café\n" * 9
    assert "as cp1252 where it is none" in page["warnings"][0]["message"]
