"""Archives: what is listed, against the tools that unpack them."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import tarfile
import zipfile
import zlib

import pytest
from harness import FIXTURES, kread, valid
from make_fixtures_archive import FILE, WHEN, Zip, header, member, padded, tar
from reading import read

from kimi_read.formats.archive import listing as listing_module
from kimi_read.formats.archive import tarhead, tarwalk
from kimi_read.formats.archive.listing import matcher
from kimi_read.formats.archive.rows import NO_DATE, Dates
from kimi_read.members import open_member
from kimi_read.request import Request

GOOD = FIXTURES / "archive" / "good"
DAMAGED = FIXTURES / "archive" / "damaged"
HOSTILE = FIXTURES / "archive" / "hostile"
UTC = {"TZ": "UTC", "LC_ALL": "C.UTF-8"}


def archives(*suffixes: str):
    return sorted(
        path for path in GOOD.iterdir()
        if path.name.endswith(suffixes) and path.suffix not in (".md", ".err")
    )  # fmt: skip


def entries(path, *words):
    run = kread(path, "--json", "--limit", "0", *words)
    return valid(run.json, "page").get("entries", [])


def listed(path, *command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    run = subprocess.run(
        [*command, path], capture_output=True, check=False,
        env={"PATH": "/usr/bin:/bin", **UTC},
    )  # fmt: skip
    return run.stdout.decode("utf-8", "replace")


@pytest.mark.parametrize("path", archives(".zip"), ids=lambda path: path.name)
def test_a_zip_is_listed_as_unzip_does(path):
    """Names, sizes and dates; unzip gets the name in code page 437 wrong."""
    rows = re.findall(
        r"^ *(\d+)  (\S+ \S+)   (.*)$", listed(path, "unzip", "-l"), re.MULTILINE
    )
    ours = [
        (str(e["size"]), e["modified"][:16].replace("T", " "), e["name"])
        for e in entries(path)
    ]
    assert [row for row in ours if row[2].isascii()] == [
        row for row in rows if row[2].isascii()
    ]
    assert len(ours) == len(rows)


@pytest.mark.parametrize(
    "path",
    archives(".tar", ".tar.gz", ".tar.bz2", ".tar.xz"),
    ids=lambda path: path.name,
)
def test_a_tar_is_listed_as_gnu_tar_does(path):
    """Modes, sizes, dates and names, in every dialect."""
    shown = listed(path, "tar", "--quoting-style=literal", "-tvf")
    rows = re.findall(r"^(\S{10}) \S+ +(\d+) (\S+ \S+) (.*)$", shown, re.MULTILINE)
    ours = [
        (e["mode"], str(e["size"]), e["modified"][:16].replace("T", " "), e["name"])
        for e in entries(path)
    ]
    plain = [(*row[:3], re.sub(r" (->|link to) .*", "", row[3])) for row in rows]
    assert ours == plain


@pytest.mark.parametrize(
    "path",
    archives(".7z", ".cab", ".cpio", ".ar", "joliet.iso", ".rar"),
    ids=lambda p: p.name,
)
def test_other_archives_are_listed_as_7_zip_does(path):
    """Names and sizes; 7-Zip calls a folder's size nothing."""
    shown = listed(path, "7z", "l", "-slt")
    _, _, rest = shown.partition("----------\n")
    rows = [
        dict(line.split(" = ", 1) for line in block.split("\n") if " = " in line)
        for block in rest.split("\n\n")
    ]
    wanted = sorted(
        (row["Path"].strip("./"), int(row["Size"] or 0))
        for row in rows
        if row.get("Path")
    )
    if not wanted:
        pytest.skip("this 7-Zip does not read it")
    ours = sorted((e["name"].strip("./"), e["size"]) for e in entries(path))
    assert ours == wanted


def test_a_listing_has_a_head_full_paths_and_totals():
    lines = kread(GOOD / "office.zip").text.splitlines()
    assert lines[0].split() == ["mode", "size", "packed", "modified", "name"]
    assert lines[2] == (
        "-rw-r--r--            47            49  2024-06-01 12:04  docs/report.txt"
    )
    assert lines[7] == "4 files, 1 folder, 1 link; 102 bytes, packed 110 (claimed)"
    assert lines[8:] == ["comment: Made for kread.", "comment: Two lines."]


def test_links_comments_and_encryption_stand_behind_the_name():
    text = kread(GOOD / "office.zip").text
    assert "latest.txt -> docs/report.txt\n" in text
    assert "docs/units.csv  [as of March]\n" in text
    assert "copy.txt link to docs/report.txt\n" in kread(GOOD / "ustar.tar").text
    assert "bar.txt  [encrypted]\n" in kread(GOOD / "encrypted.7z").text


def test_entries_tell_all_that_is_known():
    first, report, units, link, *_ = entries(GOOD / "office.zip")
    assert first["type"] == "directory"
    assert report == {
        "name": "docs/report.txt", "type": "file", "size": 47, "packedSize": 49,
        "modified": "2024-06-01T12:04:05Z", "mode": "-rw-r--r--", "method": "deflate",
    }  # fmt: skip
    assert units["comment"] == "as of March"
    assert link["link"] == "docs/report.txt"
    assert entries(GOOD / "ustar.tar")[1]["owner"] == "ada"


def test_entries_are_those_of_the_window():
    page = kread(GOOD / "ustar.tar", "--json", "--offset", "2", "--limit", "2").json
    assert [entry["name"] for entry in page["entries"]] == [
        "docs/report.txt", "docs/units.csv"
    ]  # fmt: skip
    assert page["content"].count("\n") == 2


def test_a_glob_selects_members_and_the_totals_are_theirs():
    lines = kread(GOOD / "ustar.tar", "--entries", "*.csv").text.splitlines()
    assert [line.rpartition(" ")[2] for line in lines[1:-1]] == ["docs/units.csv"]
    assert lines[-1] == "1 file; 28 bytes (those that match *.csv)"


@pytest.mark.parametrize(
    ("glob", "name", "wanted"),
    [
        ("*.txt", "a/b.txt", True),
        ("b.txt", "a/b.txt", True),
        ("a", "a/b.txt", True),
        ("a/", "a/b.txt", True),
        ("a/*.txt", "a/c/b.txt", True),
        ("b", "a/b.txt", False),
        ("A", "a/b.txt", False),
    ],
)
def test_a_glob_matches_paths_base_names_and_folders(glob, name, wanted):
    assert matcher(glob)(name) is wanted


def test_names_come_as_utf8_or_cp437_or_as_told(make):
    made = Zip()
    for name in ("f\u00fcr.txt".encode(), "f\u00fcr.txt".encode("cp437")):
        made.add(name, b"x", attributes=FILE)
    assert [e["name"] for e in entries(make("a.zip", made.done()))] == [
        "f\u00fcr.txt"
    ] * 2
    made = Zip()
    made.add("\u6f22\u5b57.txt".encode("shift-jis"), b"x", attributes=FILE)
    path = make("b.zip", made.done())
    assert entries(path, "--encoding", "shift-jis")[0]["name"] == "\u6f22\u5b57.txt"


def test_an_info_zip_unicode_path_wins(make):
    made = Zip()
    name = "\u00e4.txt".encode()
    field = b"up" + (len(name) + 5).to_bytes(2, "little") + b"\1" + bytes(4) + name
    made.add("_.txt", b"x", attributes=FILE, extra=field)
    assert entries(make("a.zip", made.done()))[0]["name"] == "\u00e4.txt"


def test_a_hundred_thousand_members_are_shown_then_a_notice(monkeypatch, make):
    monkeypatch.setattr(listing_module, "SHOWN", 3)
    monkeypatch.setattr(tarwalk, "BATCH", 2)
    members = [member(f"f{number}") for number in range(9)]
    answer = read(make("many.tar", tar(tarfile.USTAR_FORMAT, *members)), "archive")
    assert [line[-2:] for line in answer.lines[1:-1]] == ["f0", "f1", "f2"]
    assert "entries-cut" in answer.codes


def test_the_first_lines_of_a_tar_do_not_cost_the_whole(make):
    """The rest of the archive is damaged, and nobody has seen it."""
    data = tar(tarfile.USTAR_FORMAT, *[member(f"f{number}") for number in range(3000)])
    path = make("many.tar.gz", gzip.compress(data[:2_000_000], 1)[:-5000])
    run = kread(path, "--limit", "10")
    assert run.status == 0
    assert "cut off" not in run.err


def test_identify_counts_without_a_line():
    known = kread(GOOD / "docs.tar.gz", "--identify", "--json").json
    assert known["metadata"] == {
        "compression": "gzip", "files": 2, "folders": 1, "links": 2, "size": 75
    }  # fmt: skip


def test_a_compressed_file_without_a_tar_is_its_one_member():
    assert [e["name"] for e in entries(GOOD / "renamed.gz")] == ["report.txt"]
    entry = entries(GOOD / "report.txt.xz")[0]
    assert (entry["name"], entry["size"]) == ("report.txt", 940)
    assert "size" not in entries(GOOD / "report.txt.bz2")[0]


def test_the_size_in_each_compressed_header_is_found(make):
    content = b"line\n" * 99_999
    packed = {
        "a.gz": gzip.compress(content),
        "a.xz": lzma.compress(content),
        "a.lzma": lzma.compress(content, format=lzma.FORMAT_ALONE),
    }
    for name, data in packed.items():
        size = entries(make(name, data))[0].get("size")
        assert size in (len(content), None if name == "a.lzma" else 0)


def test_a_debian_package_shows_what_is_in_its_archives():
    page = kread(GOOD / "sample.deb", "--json").json
    names = [entry["name"] for entry in page["entries"]]
    assert "data.tar.xz::./usr/report.txt" in names
    assert page["metadata"]["package"]["Package"] == "kread-sample"
    assert page["metadata"]["package"]["Description"] == "a sample\nwith two lines"


def test_an_rpm_package_tells_its_files_and_itself():
    page = kread(GOOD / "sample.rpm", "--json").json
    assert [entry["name"] for entry in page["entries"]][1] == "/usr/report.txt"
    assert page["metadata"]["package"]["name"] == "kread-sample"


# What looks wrong


def codes(path, *words):
    return {w["code"] for w in kread(path, "--json", *words).json["warnings"]}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("names.zip", {"unsafe-name", "unsafe-link", "duplicate-name", "device",
                       "hidden-characters"}),
        ("names.tar", {"unsafe-name", "unsafe-link", "hidden-characters", "device"}),
        ("overlap.zip", {"overlap", "ratio"}),
        ("two-ends.zip", {"ambiguous", "leading-data"}),
        ("negative-size.tar", {"bad-size", "bad-header"}),
        ("lying-size.tar", {"cut"}),
        ("pax-length.tar", {"bad-pax"}),
        ("link-up.rar", {"unsafe-link"}),
        ("sizes.ar", {"cut"}),
    ],
)  # fmt: skip
def test_what_is_hostile_is_named(name, wanted):
    assert codes(HOSTILE / name) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("count.zip", {"count-mismatch"}),
        ("tail.zip", {"trailing-data"}),
        ("no-directory.zip", {"no-directory"}),
        ("cut-header.tar", {"cut"}),
        ("cut-member.tar", {"cut"}),
        ("bad-checksum.tar", {"bad-header"}),
        ("no-end.tar", {"no-end"}),
        ("cut.tar.gz", {"damaged"}),
        ("garbage-behind.tar.gz", {"damaged"}),
        ("blank-header.7z", {"no-directory"}),
        ("volume-3.rar", {"split-archive"}),
        ("cut.rar", {"lost"}),
    ],
)
def test_what_is_damaged_is_named_and_the_rest_is_read(name, wanted):
    page = kread(DAMAGED / name, "--json").json
    assert {warning["code"] for warning in page["warnings"]} == wanted
    assert page["entries"]


def test_a_warning_counts_all_and_names_the_first():
    err = kread(HOSTILE / "overlap.zip", "--limit", "3").err
    assert (
        "199 members lie over the bytes of others (as in a bomb): the first is k1"
        in err
    )


def test_a_count_that_grows_later_is_said_again_at_the_end(make):
    made = Zip()
    for number in range(2500):
        made.add("../x" if number in (1, 2200, 2300) else f"f{number}", b"")
    err = kread(make("a.zip", made.done()), "--limit", "0").err
    assert "a name leads out of the folder" in err
    assert "3 names lead out of the folder" in err


def test_a_bomb_stops_at_a_bound_and_keeps_what_came_before():
    run = kread(HOSTILE / "bomb.tar.bz2")
    assert run.status == 75
    assert "zeros" in run.text
    assert "256 MiB" in run.err


def test_a_chain_of_long_names_is_no_recursion():
    assert len(entries(HOSTILE / "long-name-chain.tar")) == 1


def test_a_dictionary_of_4_gib_is_refused():
    run = kread(HOSTILE / "dictionary.xz")
    assert run.status == 75
    assert "memory" in run.err


def test_a_long_name_is_cut_and_reported():
    page = kread(HOSTILE / "deep.zip", "--json").json
    assert page["cutLines"] == [2]
    assert "[+" in page["content"].splitlines()[1]
    assert len(page["entries"][0]["name"]) == 3999


def test_dates_that_cannot_be_are_left_blank():
    assert "modified" not in entries(HOSTILE / "fields.zip")[0]
    assert "modified" not in entries(HOSTILE / "dates.tar")[0]


# --verify


def test_verify_says_nothing_of_a_sound_archive():
    for name in ("office.zip", "nested.zip", "bcj.7z", "solid.7z", "renamed.gz"):
        assert kread(GOOD / name, "--verify").err == ""


def test_verify_names_a_header_that_contradicts_the_directory():
    assert codes(HOSTILE / "other-name.zip") == set()
    run = kread(HOSTILE / "other-name.zip", "--verify")
    assert "contradicts the directory: shown.txt (name)" in run.err


def test_verify_names_bytes_that_do_not_match(make):
    data = bytearray((GOOD / "nested.zip").read_bytes())
    data[60] ^= 1
    assert "checksum" in codes(make("a.zip", data), "--verify")
    data = bytearray((GOOD / "bcj.7z").read_bytes())
    data[5000] ^= 1
    assert "checksum" in codes(make("a.7z", data), "--verify")


def test_verify_needs_the_password_of_what_is_encrypted():
    assert "unverified" in codes(GOOD / "encrypted.7z", "--verify")


# small parts


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (b"0000644\0", 0o644), (b"   644 \0", 0o644), (b"\0\0\0\0", 0), (b"", 0),
        (b"\x80\0\0\0\0\0\1\0", 256), (b"\xff" * 8, -1), (b"99", None), (b"x", None),
    ],
)  # fmt: skip
def test_a_number_of_a_tar_header_is_octal_or_base_256(field, value):
    assert tarhead.number(field) == value


def test_a_checksum_of_signed_bytes_is_right_as_well():
    block = bytearray(header("\u00e9".encode()))
    block[148:156] = b" " * 8
    total = sum(byte - 256 if byte > 127 else byte for byte in block)
    block[148:156] = b"%06o\0 " % total
    assert tarhead.is_header(bytes(block))
    block[0] ^= 1
    assert not tarhead.is_header(bytes(block))


def test_dates_before_1970_and_past_9999_are_written_or_left_blank():
    dates = Dates(full=True)
    assert dates.unix(-1) == "1969-12-31 23:59:59Z"
    assert dates.unix(WHEN) == "2024-06-01 12:04:05Z"
    assert dates.unix(1 << 40) == NO_DATE
    assert dates.dos(0, 0) == NO_DATE
    assert dates.dos(0x58C1, 0x6082) == "2024-06-01 12:04:04"


def test_a_link_with_the_size_of_its_target_is_no_loss(make):
    """Some writers give links and folders sizes without data."""
    body = header(b"a", b"%011o\0" % 3) + padded(b"abc")
    body += (
        header(b"hard", b"%011o\0" % 3, b"1", link=b"a") + header(b"b") + bytes(1024)
    )
    path = make("a.tar", body)
    assert [e["name"] for e in entries(path)] == ["a", "hard", "b"]
    assert kread(path).err == ""


def test_zip_files_of_the_standard_library_are_read(make):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2,
                       zipfile.ZIP_LZMA):  # fmt: skip
            archive.writestr(f"m{method}.txt", b"text\n" * 99, method)
    path = make("a.zip", out.getvalue())
    assert kread(path, "--verify").err == ""
    assert len(entries(path)) == 4


def test_json_names_hold_no_control_characters():
    raw = kread(HOSTILE / "names.zip", "--json").text
    assert not re.search(
        r"\\u00[01][0-9a-f]|\\u007f", json.dumps(json.loads(raw)["entries"])
    )


def test_the_last_volume_of_a_split_zip_lists_all(tmp_path):
    if not shutil.which("zip"):
        pytest.skip("zip is not installed")
    for number in range(3):
        (tmp_path / f"f{number}.bin").write_bytes(
            random.Random(number).randbytes(50_000)
        )
    names = [f"f{number}.bin" for number in range(3)]
    subprocess.run(["zip", "-qs", "64k", "a.zip", *names], cwd=tmp_path, check=True)
    page = kread(tmp_path / "a.zip", "--json").json
    assert [entry["name"] for entry in page["entries"]] == names
    assert [warning["code"] for warning in page["warnings"]] == ["split-archive"]
    first = kread(tmp_path / "a.z01")
    assert "f0.bin" in first.text
    assert kread(f"{tmp_path / 'a.zip'}::f0.bin").status == 65


def test_a_chrome_extension_is_the_zip_behind_its_header(make):
    data = (GOOD / "nested.zip").read_bytes()
    path = make("a.crx", b"Cr24\3\0\0\0\4\0\0\0head" + data)
    assert [e["name"] for e in entries(path)] == ["box/inner.zip"]
    assert kread(path).err == ""


def test_what_unix_compress_packed_is_unpacked():
    """Cleared tables, growing codes: the bytes are those that gzip gives."""
    path = GOOD / "three.iso.Z"
    wanted = subprocess.run(["gzip", "-dc", path], capture_output=True, check=True)
    source = open_member(f"{path}::three.iso", Request())
    try:
        assert source.bytes() == wanted.stdout
    finally:
        os.close(source.descriptor)
    assert [e["name"] for e in entries(GOOD / "two.tar.Z")] == [
        "test1.xml",
        "test2.xml",
    ]


def test_a_lzip_file_is_read(make):
    packed = lzma.compress(b"text\n" * 99, format=lzma.FORMAT_ALONE)
    tail = zlib.crc32(b"text\n" * 99).to_bytes(4, "little") + (495).to_bytes(
        8, "little"
    )
    one = b"LZIP\1\x17" + packed[13:] + tail + bytes(8)
    path = make("a.txt.lz", one + one)
    assert kread(f"{path}::a.txt", "--plain").out == b"text\n" * 198
