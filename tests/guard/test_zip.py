"""ZIP packages: parts by name, real bytes counted, and damage told."""

import io
import os
import random
import struct
import zipfile
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kimi_read.errors import Encrypted, KreadError, Malformed, OutOfBounds
from kimi_read.guard import zip as guard
from kimi_read.guard.zip import Package
from kimi_read.source import Source

TEXT = b"".join(b"<w:p>line %d</w:p>" % n for n in range(20_000))
NOISE = random.Random(1).randbytes(200_000)


@pytest.fixture
def opened(tmp_path):
    """Return a function that makes a package of bytes."""
    descriptors = []

    def opened(data):
        path = tmp_path / "package.zip"
        path.write_bytes(data)
        descriptors.append(os.open(path, os.O_RDONLY))
        return Package(
            Source(path=str(path), name=path.name, descriptor=descriptors[-1],
                   size=len(data), head=data[:8192])
        )  # fmt: skip

    yield opened
    for descriptor in descriptors:
        os.close(descriptor)


class Pipe(io.BytesIO):
    """A file that cannot seek, so that sizes follow their data."""

    def seekable(self):
        return False

    def tell(self):
        raise OSError

    def seek(self, *_):
        raise OSError


def archive(members, *, comment=b"", file=None, method=zipfile.ZIP_DEFLATED):
    file = file or io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as written:
        written.comment = comment
        for name, data in members:
            written.writestr(name, data)
    return file.getvalue()


PLAIN = archive([("a.xml", TEXT), ("word/b.xml", b"two"), ("noise.bin", NOISE)])
METHODS = {"stored": zipfile.ZIP_STORED, "deflated": zipfile.ZIP_DEFLATED}


def test_parts_are_found_whatever_their_case_and_slashes(opened):
    package = opened(PLAIN)
    assert package.read("/WORD\\b.XML") == b"two"
    assert "a.XML" in package
    assert package.names() == ["a.xml", "word/b.xml", "noise.bin"]
    assert not package.faults


def test_a_part_that_is_not_there_is_a_key_error(opened):
    with pytest.raises(KeyError):
        opened(PLAIN).open("c.xml")


@pytest.mark.parametrize("size", [1, 7, 4096, 1 << 20])
def test_pieces_of_any_size_make_the_whole(opened, size):
    part = opened(PLAIN).open("a.xml")
    pieces = []
    while piece := part.read(size):
        assert len(piece) <= size
        pieces.append(piece)
        if size == 1 and len(pieces) > 2000:
            break
    assert TEXT.startswith(b"".join(pieces))
    assert size == 1 or b"".join(pieces) == TEXT
    assert not part.fault


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "data", [TEXT, NOISE, b"", b"x"], ids=["text", "noise", "empty", "one"]
)
def test_every_kind_of_part_is_read(opened, method, data):
    package = opened(archive([("a", data), ("b", b"after")], method=METHODS[method]))
    assert package.read("a") == data
    assert package.read("b") == b"after"


def test_bytes_in_front_do_not_matter(opened):
    assert (
        opened(b"#!/bin/sh junk PK\3\4 in front\n" * 50 + PLAIN).read("a.xml") == TEXT
    )


def test_bytes_behind_do_not_matter(opened):
    assert opened(PLAIN + b"trailing" * 100).read("a.xml") == TEXT


def test_a_comment_that_looks_like_the_end_is_a_comment(opened):
    package = opened(archive([("a", b"x")], comment=b"PK\5\6" + b"\xff" * 40))
    assert package.read("a") == b"x"
    assert not package.faults


@pytest.mark.parametrize("junk", [b"", b"junk in front"])
def test_zip64_is_read(opened, junk):
    package = opened(junk + zip64([("a.xml", TEXT), ("b", b"two")]))
    assert package.read("a.xml") == TEXT
    assert package.read("b") == b"two"
    assert not package.faults


def zip64(members):
    """Make an archive whose sizes, offsets and counts all stand in zip64 fields."""
    import zlib

    out, directory = bytearray(), bytearray()
    for name, data in members:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = deflate.compress(data) + deflate.flush()
        extra = struct.pack("<HHQQ", 1, 16, len(data), len(packed))
        crc = zlib.crc32(data)
        wide = 0xFFFFFFFF
        offset = len(out)
        out += (
            struct.pack(
                "<4s5H3L2H",
                b"PK\3\4",
                45,
                0,
                8,
                0,
                0,
                crc,
                wide,
                wide,
                len(name),
                len(extra),
            )
            + name.encode()
            + extra
            + packed
        )
        extra = struct.pack("<HHQQQ", 1, 24, len(data), len(packed), offset)
        directory += (
            struct.pack(
                "<4s6H3L5H2L",
                b"PK\1\2",
                45,
                45,
                0,
                8,
                0,
                0,
                crc,
                wide,
                wide,
                len(name),
                len(extra),
                0,
                0,
                0,
                0,
                wide,
            )
            + name.encode()
            + extra
        )
    start = len(out)
    out += directory
    record = len(out)
    count = len(members)
    out += struct.pack(
        "<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), start
    )
    out += struct.pack("<4sLQL", b"PK\6\7", 0, record, 1)
    return bytes(
        out + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, wide, wide, 0)
    )


@pytest.mark.parametrize("method", METHODS)
def test_sizes_that_follow_their_data_are_read(opened, method):
    data = archive([("a", TEXT), ("b", NOISE)], file=Pipe(), method=METHODS[method])
    assert opened(data).read("a") == TEXT
    assert opened(data[: data.find(b"PK\1\2")]).read("b") == NOISE


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("piped", [False, True])
def test_a_truncated_package_gives_what_is_left(opened, method, piped):
    file = Pipe() if piped else None
    whole = archive([("a", b"first"), ("b", NOISE)], file=file, method=METHODS[method])
    package = opened(whole[:100_000])
    assert package.read("a") == b"first"
    part = package.open("b")
    got = part.read()
    assert NOISE.startswith(got)
    assert len(got) > 90_000
    assert package.faults
    assert part.fault == "it is cut off" or (piped and method == "stored")


def test_a_member_that_the_directory_lost_is_found(opened):
    data = bytearray(PLAIN)
    second = data.find(b"PK\1\2", data.find(b"PK\1\2") + 1)
    data[second : second + 4] = b"XXXX"
    package = opened(bytes(data))
    assert package.read("word/b.xml") == b"two"
    assert package.read("noise.bin") == NOISE
    assert package.faults == ["its directory claims 3 members and has 1"]


def test_a_damaged_header_costs_its_own_member(opened):
    data = bytearray(PLAIN[: PLAIN.find(b"PK\1\2")])
    second = data.find(b"PK\3\4", 4)
    data[second : second + 4] = b"XXXX"
    package = opened(bytes(data))
    assert package.names() == ["a.xml", "noise.bin"]
    assert package.read("noise.bin") == NOISE


def test_damaged_bytes_give_all_that_came_before(opened):
    data = bytearray(archive([("a", TEXT)], method=zipfile.ZIP_DEFLATED))
    data[len(data) // 2 : len(data) // 2 + 40] = b"\xff" * 40
    part = opened(bytes(data)).open("a")
    got = part.read()
    assert part.fault == "its compressed bytes are damaged"
    same = bytes(takewhile_same(TEXT, got))
    assert len(same) > len(TEXT) // 4
    assert len(got) - len(same) < 70_000  # what is wrong follows the damage only


def takewhile_same(one, other):
    return (
        a
        for a, b in takewhile(lambda ab: ab[0] == ab[1], zip(one, other, strict=False))
    )


def test_a_changed_byte_is_found_by_the_checksum(opened):
    data = bytearray(archive([("a", b"stored as it is")], method=zipfile.ZIP_STORED))
    data[data.find(b"stored")] ^= 1
    part = opened(bytes(data)).open("a")
    assert part.read() == b"rtored as it is"
    assert part.fault == "its checksum differs"


def test_an_own_header_that_is_missing_is_a_fault_of_the_part(opened):
    data = bytearray(PLAIN)
    data[0:4] = b"XXXX"
    package = opened(bytes(data))
    part = package.open("a.xml")
    assert (part.read(), part.fault) == (b"", "its own header is missing")
    assert package.read("word/b.xml") == b"two"


def test_real_bytes_count_and_not_claimed_ones(opened):
    bomb = bytearray(archive([("a", bytes(3 << 20))]))
    for magic, at in ((b"PK\1\2", 24), (b"PK\3\4", 22)):
        where = bomb.find(magic) + at
        bomb[where : where + 4] = struct.pack("<L", 10)
    part = opened(bytes(bomb)).open("a", limit=1 << 20)
    got = 0
    with pytest.raises(OutOfBounds, match="a inflates to more than 1048576 bytes"):  # noqa: PT012 - some way into the loop
        while data := part.read(1 << 16):
            got += len(data)
    assert got <= 1 << 20


def test_all_parts_together_have_a_bound(opened, monkeypatch):
    monkeypatch.setattr(guard, "TOTAL_BYTES", 5 << 20)
    package = opened(archive([(f"{n}", bytes(1 << 20)) for n in range(9)]))
    with pytest.raises(OutOfBounds, match="its parts inflate to more than"):  # noqa: PT012 - some way into the loop
        for name in package.names():
            package.read(name)


def test_overlapping_members_are_bounded_like_others(opened, monkeypatch):
    monkeypatch.setattr(guard, "TOTAL_BYTES", 5 << 20)
    data = archive([("a", bytes(1 << 20))])
    entry = data.find(b"PK\1\2")
    end = data.find(b"PK\5\6")
    one = data[entry:end]
    many = b"".join(one[:46] + bytes([65 + n]) + one[47:] for n in range(20))
    record = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 20, 20, len(many), entry, 0)
    package = opened(data[:entry] + many + record)
    assert len(package.names()) == 20
    with pytest.raises(OutOfBounds):  # noqa: PT012 - some way into the loop
        for name in package.names():
            package.read(name)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_members_with_one_name_the_later_counts_and_it_is_told(opened):
    package = opened(archive([("a", b"first"), ("a", b"second")]))
    assert package.read("a") == b"second"
    assert package.faults == ["1 of its members have the name of another one"]


def test_an_encrypted_part_is_told(opened):
    data = bytearray(PLAIN)
    data[data.find(b"PK\1\2") + 8] |= 1
    package = opened(bytes(data))
    with pytest.raises(Encrypted):
        package.open("a.xml")
    assert package.read("word/b.xml") == b"two"


def test_another_compression_is_told(opened):
    with pytest.raises(Malformed, match="compression 12"):
        opened(archive([("a", b"x")], method=zipfile.ZIP_BZIP2)).open("a")


def test_a_name_in_the_old_code_page_is_read(opened):
    data = archive([("x.xml", b"1")]).replace(b"x.xml", b"\x81.xml")
    assert opened(data).names() == ["ü.xml"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"PK\3\4",
        b"PK\5\6" + bytes(18),
        b"PK\5\6" + b"\xff" * 18,
        bytes(1000),
        b"PK\3\4" + b"\xff" * 26,
        struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 9, 9, 1 << 31, 1 << 31, 0),
    ],
)
def test_what_has_no_members_is_no_package(opened, data):
    try:
        package = opened(data)
    except Malformed:
        return
    for name in package.names():
        assert package.open(name).read() == b""


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_change_of_bytes_makes_anything_but_an_error_of_ours(data):
    small = bytearray(archive([("a", b"one" * 50), ("b", b"two")]))
    for _ in range(data.draw(st.integers(1, 6))):
        small[data.draw(st.integers(0, len(small) - 1))] = data.draw(
            st.integers(0, 255)
        )
    small = small[: data.draw(st.integers(0, len(small)))]
    descriptor = os.memfd_create("x")
    os.write(descriptor, small)
    try:
        package = Package(
            Source(
                path="x",
                name="x",
                descriptor=descriptor,
                size=len(small),
                head=bytes(small),
            )
        )
        for name in package.names():
            try:
                assert len(package.read(name)) < 1 << 20
            except (KreadError, KeyError):
                pass
    except Malformed:
        pass
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("change", [b"", b"put in"])
def test_members_that_were_moved_are_found(opened, change):
    """Bytes that were lost or put in between make the directory's places wrong."""
    second = PLAIN.find(b"PK\3\4", 4)
    data = PLAIN[: second - 2] + change + PLAIN[second:]
    package = opened(data)
    assert package.read("word/b.xml") == b"two"
    assert package.read("noise.bin") == NOISE
    assert package.faults == ["its members are not where its directory says"]
