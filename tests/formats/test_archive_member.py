"""ARCHIVE::MEMBER: every kind of archive, nested, encrypted, linked, missing."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import tarfile
import warnings
import zipfile

import pytest
from harness import FIXTURES, kread
from make_fixtures_archive import (
    FILE,
    REPORT,
    Zip,
    header,
    member,
    old_sparse,
    padded,
    tar,
)

from kimi_read.formats.archive.wanted import Wanted, link_target
from kimi_read.members import open_member
from kimi_read.request import Request

GOOD = FIXTURES / "archive" / "good"
DAMAGED = FIXTURES / "archive" / "damaged"
HOSTILE = FIXTURES / "archive" / "hostile"


def raw(path, name):
    """Return the bytes of a member."""
    source = open_member(f"{path}::{name}", Request())
    try:
        return source.bytes()
    finally:
        os.close(source.descriptor)


@pytest.mark.parametrize(
    ("archive", "name"),
    [
        ("office.zip", "docs/report.txt"), ("prefixed.zip", "docs/report.txt"),
        ("ustar.tar", "docs/report.txt"), ("pax.tar", "docs/report.txt"),
        ("docs.tar.gz", "docs/report.txt"), ("docs.tar.bz2", "docs/report.txt"),
        ("docs.tar.xz", "docs/report.txt"), ("docs.tar.lzma", "docs/report.txt"),
        ("newc.cpio", "usr/report.txt"), ("sample.rpm", "/usr/report.txt"),
        ("sample.deb", "data.tar.xz::./usr/report.txt"),
    ],
)  # fmt: skip
def test_a_member_is_read_from_every_kind_of_archive(archive, name):
    assert raw(GOOD / archive, name) == REPORT


@pytest.mark.parametrize(
    ("archive", "name", "size"),
    [
        ("bcj.7z", "x86exe", 27_328), ("solid.7z", "file3", 39),
        ("two.7z", "test2.xml", 82),
        ("two-folders.cab", "dir2/file2", 78), ("two-folders.cab", "dir1/file1", 60),
        ("links-3.rar", "data.txt", 5), ("bsd.ar", "short.txt", 4),
        ("gnu.ar", "a_rather_long_name.txt", 4),
        ("binary-be.cpio", "file1111222233334444", 5),
        ("joliet.iso", "Bericht für März.txt", 10), ("six.tar.zst", "d1/f2", 3),
        ("rock-ridge-deep.iso", "docs/A long report name.txt", 10),
        ("six.tar.lz4", "f1", 3), ("renamed.gz", "report.txt", 940),
        ("report.txt.xz", "report.txt", 940), ("report.txt.bz2", "report.txt", 940),
    ],
)  # fmt: skip
def test_a_member_has_the_size_that_the_list_says(archive, name, size):
    assert len(raw(GOOD / archive, name)) == size


def test_a_member_is_read_with_the_handler_of_its_kind(make):
    """A table inside an archive is shown as text; a nested archive as a list."""
    assert kread(f"{GOOD / 'office.zip'}::docs/units.csv").text.startswith(
        "     1\tmonth"
    )
    text = kread(f"{GOOD / 'nested.zip'}::box/inner.zip").text
    assert "inner.txt" in text


def test_archives_nest():
    path = f"{GOOD / 'nested.zip'}::box/inner.zip::inner.txt"
    page = kread(path, "--json").json
    assert page["content"] == "deep\n"
    assert page["path"] == path


def test_archives_nest_eight_deep_and_no_deeper(make):
    data, name = b"text\n", "t.txt"
    for depth in range(9):
        made = Zip()
        made.add(name, data, method=0)
        data, name = made.done(), f"{depth}.zip"
    path = make("top.zip", data)
    steps = [f"{depth}.zip" for depth in range(7, -1, -1)] + ["t.txt"]
    run = kread("::".join([str(path), *steps]))
    assert run.status == 75
    assert kread("::".join([str(path), *steps[:8]])).status == 0


def test_an_existing_path_with_colons_wins(make):
    path = make("odd::name.txt", "plain\n")
    assert kread(path, "--plain").text == "plain\n"


def test_a_member_may_have_colons_in_its_name(make):
    made = Zip()
    made.add("a::b.txt", b"x\n")
    assert raw(make("c.zip", made.done()), "a::b.txt") == b"x\n"


def test_leading_dots_and_slashes_of_names_do_not_matter():
    assert raw(GOOD / "newc.cpio", "./usr/report.txt") == REPORT
    assert raw(GOOD / "sample.rpm", "usr/report.txt") == REPORT


def test_a_name_can_be_given_as_the_list_shows_it():
    assert raw(HOSTILE / "names.zip", r"esc\x1b[2J\x1b]0;title\x07.txt") == b"x"
    assert raw(HOSTILE / "names.zip", "../../etc/cron.d/job") == b"x"


def test_links_inside_the_archive_are_followed():
    for name in ("office.zip", "ustar.tar"):
        assert raw(GOOD / name, "latest.txt") == REPORT
    assert raw(GOOD / "ustar.tar", "copy.txt") == REPORT
    assert raw(GOOD / "rock-ridge-deep.iso", "link.txt") == b"hello iso\n"
    assert raw(GOOD / "links-3.rar", "data_link") == raw(
        GOOD / "links-3.rar", "data.txt"
    )


def test_links_out_of_the_archive_are_not():
    assert kread(f"{HOSTILE / 'names.zip'}::up").status == 66
    assert kread(f"{HOSTILE / 'names.tar'}::loop").status == 66


def test_holes_of_sparse_files_are_zeros(make):
    wanted = b"A" * 512 + bytes((1 << 20) - 1024) + b"B" * 512
    assert raw(GOOD / "sparse.tar", "sparse.bin") == wanted
    if shutil.which("tar"):
        path = make("s.tar", old_sparse() + bytes(1024))
        run = subprocess.run(["tar", "-xOf", path], capture_output=True, check=True)
        assert run.stdout == wanted


@pytest.mark.parametrize("version", ["0.0", "0.1", "1.0"])
def test_sparse_files_of_pax_archives_are_whole(tmp_path, version):
    if not shutil.which("tar"):
        pytest.skip("GNU tar is not installed")
    path = tmp_path / "holes"
    with path.open("wb") as file:
        file.write(b"head")
        file.seek(1 << 20)
        file.write(b"tail")
    subprocess.run(
        ["tar", "-C", tmp_path, "-S", "--format=pax", f"--sparse-version={version}",
         "-cf", tmp_path / "s.tar", "holes"], check=True,
    )  # fmt: skip
    listed = kread(tmp_path / "s.tar", "--json").json["entries"][0]
    assert (listed["name"], listed["size"]) == ("holes", path.stat().st_size)
    assert raw(tmp_path / "s.tar", "holes") == path.read_bytes()


def test_a_missing_member_says_which_one_may_be_meant():
    run = kread(f"{GOOD / 'office.zip'}::reprot.txt")
    assert run.status == 66
    assert "did you mean docs/report.txt" in run.err


def test_a_folder_of_an_archive_is_no_file():
    for name in ("docs", "docs/"):
        assert kread(f"{GOOD / 'office.zip'}::{name}").status == 66
    made = kread(f"{GOOD / 'bcj.7z'}::x86exe::more")
    assert made.status == 69
    assert "not an archive" in made.err


def test_a_missing_archive_is_a_missing_file():
    run = kread("/nowhere/a.zip::b.txt")
    assert run.status == 66
    assert "file not found" in run.err


def test_nothing_behind_the_colons_is_a_usage_error():
    assert kread(f"{GOOD / 'office.zip'}::").status == 2


def test_an_unknown_compression_is_named():
    assert kread(f"{HOSTILE / 'fields.zip'}::method").status == 69


def test_the_last_of_members_that_share_a_name_is_read(tmp_path):
    """It is the one that stays on the disk when the archive is unpacked."""
    pairs = [("a", b"one\n"), ("b", b"bee\n"), ("a", b"two\n"), ("c", b"sea\n")]
    for name, mode in (("d.tar", "w"), ("d.tar.gz", "w:gz")):
        with tarfile.open(tmp_path / name, mode) as made:
            for member, data in pairs:
                info = tarfile.TarInfo(member)
                info.size = len(data)
                made.addfile(info, io.BytesIO(data))
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for member, data in pairs:
            made.writestr(member, data)
    rows = b"".join(
        member.encode().ljust(16) + b"0".ljust(12) + b"0".ljust(6) * 2
        + b"644".ljust(8) + str(len(data)).encode().ljust(10) + b"`\n" + data
        for member, data in pairs
    )  # fmt: skip
    (tmp_path / "d.a").write_bytes(b"!<arch>\n" + rows)
    for name in ("d.tar", "d.tar.gz", "d.zip", "d.a"):
        assert raw(tmp_path / name, "a") == b"two\n", name
        assert raw(tmp_path / name, "b") == b"bee\n", name


def test_the_bytes_of_what_is_not_read_can_be_had():
    member = f"{GOOD / 'bcj.7z'}::x86exe"
    assert kread(member).status == 69
    run = kread(member, "--raw")
    assert run.status == 0
    assert run.out.startswith(b"\x7fELF")


def test_damaged_bytes_are_an_error(make):
    data = bytearray((GOOD / "office.zip").read_bytes())
    data[data.find(b"docs/report.txt") + 18] ^= 0xFF
    run = kread(f"{make('a.zip', data)}::docs/report.txt")
    assert run.status == 65


def test_a_member_over_the_limit_of_its_kind_is_refused(make):
    made = Zip()
    made.add("big.txt", b"line of text\n" * 8_500_000)
    run = kread(f"{make('a.zip', made.done())}::big.txt")
    assert run.status == 65
    assert "104857600" in run.err


def test_max_size_bounds_a_member(make):
    made = Zip()
    made.add("a.txt", b"x" * 5000)
    path = make("a.zip", made.done())
    assert kread(f"{path}::a.txt", "--max-size", "4000").status == 65
    assert kread(f"{path}::a.txt", "--max-size", "6000").status == 0


def test_parts_of_documents_can_be_read(make):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<w/>\n")
    assert kread(f"{make('a.docx', out.getvalue())}::word/document.xml").status == 0


def test_a_relative_path_and_several_paths_work(make, tmp_path):
    shutil.copy(GOOD / "office.zip", tmp_path / "o.zip")
    run = kread("o.zip::docs/report.txt", "o.zip::docs/units.csv", cwd=tmp_path)
    assert run.status == 0
    assert run.text.count("==> ") == 2


def with_7z(tmp_path, *options):
    program = shutil.which("7z") or shutil.which("7zz")
    if not program:
        pytest.skip("7-Zip is not installed")
    (tmp_path / "s.txt").write_bytes(b"secret\n" * 99)
    name = "a.zip" if "-tzip" in options else "a.7z"
    subprocess.run([program, "a", "-bd", *options, name, "s.txt"], cwd=tmp_path,
                   check=True, capture_output=True)  # fmt: skip
    return tmp_path / name


@pytest.mark.parametrize(
    "options",
    [
        ("-tzip", "-mem=ZipCrypto"), ("-tzip", "-mem=AES128"), ("-tzip", "-mem=AES256"),
        (), ("-mhe=on",),
    ],
)  # fmt: skip
def test_the_password_opens_an_encrypted_member(tmp_path, options):
    path = with_7z(tmp_path, "-pword", *options)
    assert kread(f"{path}::s.txt").status == 77
    wrong = kread(f"{path}::s.txt", env={"KREAD_PASSWORD": "wrong"})
    assert wrong.status == 77
    assert "the password is wrong" in wrong.err
    run = kread(f"{path}::s.txt", "--plain", env={"KREAD_PASSWORD": "word"})
    assert run.out == b"secret\n" * 99
    listed = kread(path, "--verify", env={"KREAD_PASSWORD": "word"})
    assert "s.txt  [encrypted]" in listed.text
    assert "checksum" not in listed.err


@pytest.mark.parametrize(
    "options",
    [
        ("-m0=LZMA",), ("-m0=LZMA2",), ("-m0=BZip2",), ("-m0=Deflate",), ("-m0=Copy",),
        ("-m0=BCJ", "-m1=LZMA"), ("-m0=Delta:4", "-m1=LZMA2"), ("-m0=ARM", "-m1=LZMA"),
        ("-tzip", "-mm=LZMA"), ("-tzip", "-mm=BZip2"), ("-tzip", "-mm=Copy"),
    ],
    ids="+".join,
)  # fmt: skip
def test_every_usual_compression_is_undone(tmp_path, options):
    path = with_7z(tmp_path, *options)
    assert raw(path, "s.txt") == b"secret\n" * 99


def test_a_pipe_can_hold_an_archive(make):
    data = (GOOD / "office.zip").read_bytes()
    assert "docs/report.txt" in kread("-", stdin=data).text


def test_large_members_come_through_whole(make):
    data = os.urandom(3 << 20)
    path = make("a.tar", tar(tarfile.PAX_FORMAT, member("big.bin", data)))
    assert raw(path, "big.bin") == data


# small parts


@pytest.mark.parametrize(
    ("name", "link", "hard", "wanted"),
    [
        ("a/b", "c", False, "a/c"), ("a/b", "../c", False, "c"),
        ("a/b", "../../c", False, ""), ("a/b", "/c", False, "c"),
        ("a/b", "c/d", True, "c/d"), ("b", "./c", False, "c"),
    ],
)  # fmt: skip
def test_a_link_is_resolved_within_the_archive(name, link, hard, wanted):
    assert link_target(name, link, hard=hard) == wanted


def test_the_longest_name_is_the_member():
    wanted = Wanted("a.zip::b::c.txt")
    assert wanted.rest("a.zip") == "b::c.txt"
    assert wanted.rest("./a.zip::b") == "c.txt"
    assert wanted.rest("a.zip::b::c.txt") == ""
    assert wanted.rest("other") is None


def test_a_zip_without_a_directory_still_gives_its_members():
    assert raw(DAMAGED / "no-directory.zip", "docs/report.txt") == REPORT


def test_a_volume_label_is_no_data(make):
    body = header(b"label", kind=b"V") + header(b"a", b"%011o\0" % 1) + padded(b"x")
    path = make("a.tar", body + bytes(1024))
    assert raw(path, "a") == b"x"
    made = Zip()
    made.add("x", b"y", attributes=FILE)
    assert raw(make("b.zip", made.done()), "x") == b"y"


def test_the_only_member_is_named_to_who_asks_for_another(make):
    path = make("log.txt.gz", gzip.compress(b"a\n"))
    run = kread(f"{path}::app.log")
    assert (run.status, run.err.splitlines()[-1]) == (
        66, "  its only member is log.txt"
    )  # fmt: skip


def test_an_archive_of_nothing_has_no_such_member(make):
    path = make("empty.tar", bytes(10240))
    run = kread(f"{path}::x")
    assert run.status == 66
    assert "no such member" in run.err
