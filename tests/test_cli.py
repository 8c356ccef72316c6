"""The command line: options, several paths, streams, statuses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from harness import FIXTURES, KREAD, kread, valid

from kimi_read.options import OPTIONS

NUMBERS = ["-1", "9" * 400, "1e9", "1_000", "\u0663", " 5 ", "0x10", "nan", "", "1;ls",
           "--", "\x1b[31m", "9007199254740993", "+5", "5.0"]  # fmt: skip


@pytest.fixture
def ten(make):
    """A text of ten lines."""
    return make("ten.txt", "".join(f"line {n}\n" for n in range(1, 11)))


def test_offset_skips_lines_and_limit_bounds_them(ten):
    run = kread(ten, "--offset", "3", "--limit", "2")
    assert run.text == "     4\tline 4\n     5\tline 5\n"
    assert run.err == "kread: lines 4-5 of 10; continue with --offset 5\n"


def test_an_offset_at_the_end_is_an_empty_page(ten):
    run = kread(ten, "--offset", "10")
    assert (run.status, run.out, run.err) == (0, b"", "")


def test_an_offset_beyond_the_end_tells_the_true_count(ten):
    run = kread(ten, "--offset", "11")
    assert (run.status, run.out) == (65, b"")
    assert "10 lines" in run.err


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        (["--lines", "2:4"], 2, 4),
        (["--lines", "9:"], 9, 10),
        (["--lines", ":3"], 1, 3),
        (["--tail", "2"], 9, 10),
        (["--tail", "99"], 1, 10),
        (["-o", "8"], 9, 10),
        (["-l", "0"], 1, 10),
        (["--offset=4", "--limit=1"], 5, 5),
    ],
)
def test_windows_can_be_said_in_many_ways(ten, words, first, last):
    numbers = [int(line[:6]) for line in kread(ten, *words).text.splitlines()]
    assert numbers == [*range(first, last + 1)]


@pytest.mark.parametrize("other", ["--offset", "--limit", "--tail"])
def test_lines_goes_without_another_window(ten, other):
    assert kread(ten, "--lines", "1:2", other, "1").status == 2


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("option", ["--offset", "--limit"])
def test_an_absurd_number_is_one_clear_line(ten, option, number):
    run = kread(ten, option, number)
    assert (run.status, run.out) == (2, b"")
    assert run.err.startswith("kread: ")
    assert "\x1b" not in run.err
    assert len(run.err) < 300


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.kind != "flag"],
                         ids=lambda o: o.name)  # fmt: skip
def test_every_option_refuses_an_empty_or_missing_value(ten, option):
    assert kread(ten, f"--{option.name}=").status == 2
    assert kread(ten, f"--{option.name}").status == 2


def test_an_unknown_option_suggests_a_known_one(ten):
    run = kread(ten, "--ofset", "3")
    assert run.status == 2
    assert "--offset" in run.err


def test_a_file_that_is_named_like_an_option_is_pointed_at(make):
    path = make("-dash.txt", "x\n")
    run = kread(path.name, cwd=path.parent)
    assert (run.status, run.err.splitlines()[-1]) == (
        2, "  ./-dash.txt is the file of that name"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--limt", "5"], "did you mean --limit?"),
        (["--lim", "5"], "did you mean --limit?"),
        (["--formt", "text"], "did you mean --format?"),
        (["-json"], "did you mean --json?"),
        (["-limit=5"], "did you mean --limit=5?"),
        (["--l", "3"], "did you mean --limit"),
        (["--color=alwyas"], "did you mean always?"), (["-f", "mrkdown"], "markdown?"),
        (["-Z"], "kread --help"), (["---"], "kread --help"),
        (["--pages", "x"], "takes ranges such as 3-7,9"),
        (["--region", "1,2"], "takes X,Y,W,H"), (["--region", "a,b"], "takes X,Y,W,H"),
        (["--lines", "a:b"], "takes A:B"), (["--output="], "takes some text, not ''"),
        (["--zzzzzz"], "kread --help"), (["--\x1b[31mx"], "no option --\\x1b[31mx"),
        (["--json=1"], "does not take a value"), (["--limit"], "requires an argument"),
    ],
)  # fmt: skip
def test_what_was_meant_by_an_odd_option_is_said(ten, words, said):
    run = kread(*words, ten)
    if words == ["--limit"]:
        run = kread(ten, *words)
    assert (run.status, run.out) == (2, b"")
    assert said in run.err
    assert "\x1b" not in run.err
    assert len(run.err.splitlines()) <= 2


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("report", ["report.pdf"]), ("report.doc", ["report.pdf"]),
        ("REPORT.PDF", ["report.pdf"]), ("reprot.pdf", ["report.pdf"]),
        ("sub/note.txt", ["sub/notes.txt"]), ("sbu/notes.txt", ["sub/notes.txt"]),
        ("sbu/other.txt", []), ("entirely-else", []), ("a\u0301 b.txt", ["\xe1 b.txt"]),
        ("\xe1\xa0b.txt", ["\xe1 b.txt"]), (".hiden", [".hidden"]),
    ],
)  # fmt: skip
def test_what_was_meant_by_a_missing_path_is_said(tmp_path, typed, meant):
    (tmp_path / "sub").mkdir()
    for name in ("report.pdf", "sub/notes.txt", "\xe1 b.txt", ".hidden"):
        (tmp_path / name).touch()
    run = kread(typed, cwd=tmp_path)
    assert run.status == 66
    hint = f"  did you mean {' or '.join(meant)}?\n" if meant else ""
    assert run.err.partition("\n")[2] == hint
    full = kread(typed, "--json", cwd=tmp_path).json["error"].get("suggestions", [])
    assert full == [str(tmp_path / name) for name in meant]


def test_a_plain_read_imports_no_command_line_library(ten):
    """The quick road: these would cost more than the reading."""
    code = (
        "import sys; from kimi_read import cli; cli.main(sys.argv[1:]);"
        "print([m for m in sys.argv[0:0] + ['typer', 'rich', 're', 'json', 'typing', "
        "'dataclasses', 'pathlib', 'collections', 'click'] if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(ten), "--limit", "1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.splitlines() == ["     1\tline 1", "[]"]


def test_help_and_version_and_formats_are_printed():
    assert "--offset" in kread("--help").text
    assert kread("-h").text == kread("--help").text
    assert kread("--version").text.startswith("kread ")
    assert ".docx" in kread("--list-formats").text
    for option in OPTIONS:
        assert f"--{option.name}" in kread("--help").text


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
@pytest.mark.parametrize("word", ["--help", "--list-formats", "--doctor"])
def test_what_kread_tells_of_itself_fits_the_window(word, columns):
    lines = kread(word, env={"COLUMNS": str(columns)}).text.splitlines()
    long = [line for line in lines if len(line) > columns and "config:" not in line]
    assert long == []
    assert max(map(len, lines)) > 50


def test_every_format_has_a_line_of_its_own():
    from kimi_read.catalog import FORMATS

    lines = kread("--list-formats", env={"COLUMNS": "200"}).text.splitlines()
    names = [line.split()[0] for line in lines if re.match("  [^ ]", line)]
    assert names == [form.name for kind in dict.fromkeys(f.kind for f in FORMATS)
                     for form in FORMATS if form.kind == kind]  # fmt: skip


def test_no_path_is_a_usage_error():
    assert kread("--json").status == 2
    assert kread().status == 2


def test_several_paths_have_heads_and_the_highest_status(ten, make):
    other = make("b.txt", "b\n")
    run = kread(ten, make("c.txt", "x").parent / "none", other, "--limit", "1", "-p")
    assert run.text == f"==> {ten} <==\nline 1\n\n==> {other} <==\nb\n"
    assert run.status == 66
    assert "file not found" in run.err


def test_several_paths_are_a_json_object_each(ten, tmp_path):
    run = kread(ten, tmp_path / "none.txt", "--json")
    first, second = run.text.splitlines()
    import json

    valid(json.loads(first), "page")
    assert valid(json.loads(second), "error")["error"]["code"] == "not-found"


def test_a_name_with_a_line_feed_or_an_escape_cannot_spoof_a_head(make):
    bad = make("a\nb\x1b[31m.txt", "x\n")
    run = kread(bad, bad)
    assert run.text.count("==>") == 2
    assert "\x1b" not in run.text
    assert "a\\nb\\x1b[31m.txt" in run.text


def test_a_name_that_is_not_utf8_is_kept_in_base64(tmp_path):
    path = os.fsencode(tmp_path) + b"/bad\xff.txt"
    with open(path, "w") as file:
        file.write("x\n")
    page = valid(kread(path, "--json").json, "page")
    import base64

    assert base64.b64decode(page["pathBytes"]) == path


def test_a_missing_file_names_near_ones(ten):
    run = kread(ten.parent / "tem.txt", "--json")
    answer = valid(run.json, "error")
    assert run.status == 66
    assert answer["error"]["suggestions"] == [str(ten)]


def test_a_tilde_is_not_expanded_and_said_so():
    run = kread("~/no-such-file")
    assert run.status == 66
    assert "~" in run.err.splitlines()[1]


def test_strict_wants_an_absolute_path_and_no_warning(ten, make):
    assert kread(ten.name, cwd=ten.parent).status == 0
    assert kread(ten.name, "--strict", cwd=ten.parent).status == 2
    odd = make("odd.txt", b"caf\xe9 cr\xe8me\n")
    assert kread(odd).status == 0
    assert kread(odd, "--strict").status == 65


def test_output_is_whole_or_not_at_all(ten, tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("before")
    assert kread(ten, tmp_path / "none", "-O", target).status == 66
    assert target.read_text() == "before"
    assert kread(ten, "-O", target, "-p").status == 0
    assert target.read_bytes() == ten.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["out.txt", "ten.txt"]


def test_output_may_be_the_input(ten):
    before = ten.read_bytes()
    assert kread(ten, "-O", ten, "--raw").status == 0
    assert ten.read_bytes() == before


def test_output_onto_a_device_is_written_directly(ten):
    assert kread(ten, "-O", "/dev/null").status == 0
    assert kread(ten, "-O", "/dev/full").status == 74
    assert kread(ten, "-O", "/no/such/folder/x").status == 74


def test_standard_input_is_read_like_a_file(ten):
    run = kread("-", "--offset", "8", stdin=ten.read_bytes())
    assert run.text == "     9\tline 9\n    10\tline 10\n"


def test_a_long_text_streams_through_standard_input(make):
    data = b"".join(b"line %d\n" % n for n in range(200_000))
    run = kread("-", "--offset", "199998", stdin=data)
    assert run.text == "199999\tline 199998\n200000\tline 199999\n"
    assert kread("-", "--tail", "1", "-p", stdin=data).text == "line 199999\n"


def test_a_stream_shows_its_beginning_before_it_ends(make):
    """A text that goes on for ever is shown up to the limit."""
    writer = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
    run = kread("-", "--limit", "3", stdin=writer.stdout.fileno())
    writer.kill()
    writer.communicate()
    assert run.text == "     1\ty\n     2\ty\n     3\ty\n"


def test_a_stream_over_its_limit_keeps_what_came(make):
    run = kread("-", "--limit", "0", "--max-size", "100k", "-p", stdin=b"x\n" * 200_000)
    assert run.status == 65
    assert run.out.startswith(b"x\n")


def test_a_closed_pipe_is_silent(make):
    path = make("big.txt", b"some line of text\n" * 500_000)
    with subprocess.Popen(
        [sys.executable, KREAD, path, "--limit", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        run.stdout.read(10)
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 141


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130),
                                                (signal.SIGTERM, -15)])  # fmt: skip
def test_an_interrupt_ends_it_without_a_traceback(number, status):
    source, sink = os.pipe()
    with subprocess.Popen(
        [sys.executable, KREAD, "-"], stdin=source, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        time.sleep(0.5)
        run.send_signal(number)
        _, err = run.communicate(timeout=10)
    os.close(source)
    os.close(sink)
    assert run.returncode == status
    assert err == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_half_written_file(number, tmp_path):
    """SIGHUP is sent where a terminal goes away."""
    source, sink = os.pipe()
    with subprocess.Popen(
        [sys.executable, KREAD, "-", "-O", tmp_path / "out"], stdin=source,
        stderr=subprocess.DEVNULL,
    ) as run:  # fmt: skip
        os.write(sink, b"line\n" * 10_000)
        deadline = time.monotonic() + 10
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
        run.send_signal(number)
        run.wait(timeout=10)
    os.close(source)
    os.close(sink)
    assert list(tmp_path.iterdir()) == []
    assert run.returncode == 128 + number


@pytest.mark.parametrize(
    "name", ["docx/good/lists-feature.docx", "pptx/good/lists.pptx"]
)
def test_pythons_development_mode_changes_nothing(name):
    """It looks codecs up that are built in otherwise."""
    run = kread(FIXTURES / name, env={**os.environ, "PYTHONDEVMODE": "1"})
    assert (run.out, run.status) == (kread(FIXTURES / name).out, 0)


def test_a_full_disk_is_an_io_error(ten):
    with open("/dev/full", "wb") as full:
        run = subprocess.run([sys.executable, KREAD, ten], stdout=full, check=False,
                             stderr=subprocess.PIPE, text=True)  # fmt: skip
    assert run.returncode == 74
    assert "No space left" in run.stderr


def test_quiet_says_nothing_but_errors(ten):
    assert kread(ten, "--limit", "1", "-q").err == ""
    assert kread(ten, "--offset", "99", "-q").err != ""


def test_json_of_a_page_tells_where_it_goes_on(ten):
    page = valid(kread(ten, "--json", "--limit", "4").json, "page")
    assert (page["nextOffset"], page["truncated"], page["totalLines"]) == (4, True, 10)
    page = valid(kread(ten, "--json", "--offset", "4").json, "page")
    assert (page["nextOffset"], page["truncated"]) == (None, False)


def test_files_read_ends_a_page_within_its_bytes(make):
    path = make("wide.txt", b"x" * 999 + b"\n" + (b"y" * 999 + b"\n") * 400)
    content, offset = "", 0
    while offset is not None:
        page = valid(
            kread(
                path, "--format", "files-read", "--offset", offset, "--limit", "0"
            ).json,
            "files-read",
        )
        assert len(page["content"].encode()) <= 256 << 10
        assert page["truncated"] is (page["nextOffset"] is not None)
        content += page["content"]
        offset = page["nextOffset"]
    assert content.encode() == path.read_bytes()


def test_raw_gives_the_bytes(make):
    path = make("f.txt", "tëxt\r\n".encode("cp1252"))
    assert kread(path, "--raw").out == path.read_bytes()
    assert kread(path, path, "--raw").out == path.read_bytes() * 2


def test_the_size_limit_is_that_of_the_kind(make):
    path = make("big.txt", b"x\n")
    os.truncate(path, (100 << 20) + 1)
    run = kread(path)
    assert run.status == 65
    assert "104857601" in run.err
    assert "104857600" in run.err
    assert "--max-size" in run.err
    assert kread(make("s.txt", "x" * 11), "--max-size", "10").status == 65


def test_an_option_that_cannot_apply_is_a_warning(ten):
    run = kread(ten, "--pages", "1-2", "--frames", "3")
    assert run.status == 0
    assert "--pages does not apply to text" in run.err
    assert "--frames does not apply to text" in run.err
    codes = [w["code"] for w in kread(ten, "--verify", "--json").json["warnings"]]
    assert codes == ["option-unused"]


def test_an_option_that_applies_is_no_warning(ten):
    run = kread(ten, "--columns", "1:2", "--encoding", "utf-8", "--limit", "0")
    assert run.err == ""
