"""Makes the archives of fixtures/archive that are not taken from elsewhere.

    python tests/make_fixtures_archive.py

Everything has a fixed date, so that making them again changes nothing. What is
copied from other projects is named in fixtures/archive/ORIGIN.md.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

HOME = Path(__file__).parent.parent / "fixtures" / "archive"
WHEN = 1_717_243_445  # 2024-06-01 12:04:05 UTC
DOS = (2024, 6, 1, 12, 4, 4)
REPORT = b"Quarterly report\n\nSales rose by four per cent.\n"
TABLE = b"month,units\njan,120\nfeb,130\n"


def save(kind: str, name: str, data: bytes) -> None:
    """Write one fixture."""
    path = HOME / kind / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


# ZIP


class Zip:
    """Writes ZIP files with every field as told."""

    def __init__(self) -> None:
        self.body = bytearray()
        self.directory = bytearray()
        self.count = 0

    def add(
        self, name: str | bytes, data: bytes, *, method: int = 8, attributes: int = 0,
        host: int = 3, flags: int = 0, extra: bytes = b"", comment: bytes = b"",
        date: tuple[int, int] = (0x58C1, 0x6082), local: bytes | None = None,
        at: int | None = None, raw: bytes | None = None, size: int | None = None,
    ) -> int:  # fmt: skip
        """Add a member; return where its header is."""
        label = name.encode() if isinstance(name, str) else name
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = data if method == 0 else deflate.compress(data) + deflate.flush()
        packed = packed if raw is None else raw
        size = len(data) if size is None else size
        crc = zlib.crc32(data)
        place = len(self.body) if at is None else at
        shown = label if local is None else local
        if at is None:
            self.body += struct.pack(
                "<4s5H3L2H", b"PK\3\4", 20, flags, method, date[1], date[0], crc,
                len(packed), size, len(shown), 0,
            ) + shown + packed  # fmt: skip
        self.directory += struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", host << 8 | 20, 20, flags, method, date[1],
            date[0], crc, len(packed), size, len(label), len(extra), len(comment), 0, 0,
            attributes, place,
        ) + label + extra + comment  # fmt: skip
        self.count += 1
        return place

    def done(self, comment: bytes = b"", count: int | None = None) -> bytes:
        """Return the file."""
        count = self.count if count is None else count
        end = struct.pack(
            "<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(self.directory),
            len(self.body), len(comment),
        )  # fmt: skip
        return bytes(self.body + self.directory + end + comment)


FILE, FOLDER, LINK, FIFO = (
    mode << 16 for mode in (0o100644, 0o40755, 0o120777, 0o10644)
)


def stamp(seconds: int) -> bytes:
    """Return an extended timestamp (Info-ZIP) as the central directory has it."""
    return struct.pack("<2sHBl", b"UT", 5, 3, seconds) + b"ux\x0b\0" + b"\1\4" + (
        b"\xe8\3\0\0" + b"\4" + b"\xe8\3\0\0"
    )  # fmt: skip


def zips() -> None:
    """ZIP files: good, damaged, hostile."""
    made = Zip()
    made.add("docs/", b"", method=0, attributes=FOLDER, extra=stamp(WHEN))
    made.add("docs/report.txt", REPORT, attributes=FILE, extra=stamp(WHEN))
    made.add("docs/units.csv", TABLE, attributes=FILE, extra=stamp(WHEN + 61),
             comment=b"as of March")  # fmt: skip
    made.add("latest.txt", b"docs/report.txt", method=0, attributes=LINK,
             extra=stamp(WHEN))  # fmt: skip
    made.add("stra\u00dfe.txt", b"utf-8\n", attributes=FILE, flags=0x800)
    made.add("caf\u00e9.txt".encode("cp437"), b"cp437\n", host=0)
    save("good", "office.zip", made.done(b"Made for kread.\nTwo lines."))
    whole = made.done()
    inner = Zip()
    inner.add("inner.txt", b"deep\n", attributes=FILE)
    outer = Zip()
    outer.add("box/inner.zip", inner.done(), method=0, attributes=FILE)
    save("good", "nested.zip", outer.done())
    wide = io.BytesIO()
    with zipfile.ZipFile(wide, "w") as archive:
        info = zipfile.ZipInfo("wide.txt", DOS)
        with archive.open(info, "w", force_zip64=True) as file:
            file.write(b"zip64\n")
    save("good", "zip64.zip", wide.getvalue())
    save("good", "prefixed.zip", b"#!/bin/sh\nexit 0\n" + whole)
    save("good", "empty.zip", Zip().done())
    save("damaged", "no-directory.zip", whole[: len(made.body) + 30])
    save("damaged", "cut-member.zip", whole[:150])
    save("damaged", "count.zip", made.done(count=9))
    save("damaged", "tail.zip", whole + b"\0\0trailing bytes")
    hostile_zips()


def hostile_zips() -> None:
    """ZIP files that were made to harm a reader."""
    made = Zip()
    for name in (
        "../../etc/cron.d/job", "/etc/passwd", "C:\\Windows\\evil.dll",
        "..\\..\\evil.txt", "esc\x1b[2J\x1b]0;title\x07.txt", "c1\u009b31m.txt",
        "line\nfeed\ttab.txt", "pic\u202egpj.exe", "zero\u200bwidth.txt", "nul\0hidden",
        "tag\U000e0041.txt", "twice.txt", "twice.txt", "",
    ):  # fmt: skip
        made.add(name, b"x", attributes=FILE, flags=0x800)
    made.add(b"\xff\xfe\x80.txt", b"x", flags=0x800)
    made.add("up", b"../../etc/passwd", method=0, attributes=LINK)
    made.add("pipe", b"", method=0, attributes=FIFO)
    save("hostile", "names.zip", made.done(b"comment \x1b[31m red"))
    made = Zip()
    kernel = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = kernel.compress(bytes(1 << 20)) + kernel.flush()
    place = made.add("k0", bytes(1 << 20), raw=raw)
    for number in range(1, 200):
        made.add(f"k{number}", bytes(1 << 20), raw=raw, at=place)
    save("hostile", "overlap.zip", made.done())
    made = Zip()
    made.add("no-day", b"x", date=(0, 0xFFFF))
    made.add("late", b"x", date=(0xFFFF, 0xFFFF))
    made.add("sizes", b"", raw=b"zz", size=0xFFFFFFFF)
    made.add("secret", b"", raw=b"0" * 14, flags=1, size=2)
    made.add("method", b"x", method=99)
    save("hostile", "fields.zip", made.done())
    made, second = Zip(), Zip()
    made.add("real.txt", b"x", attributes=FILE)
    second.add("shadow.txt", b"y", attributes=FILE)
    save("hostile", "two-ends.zip", made.done(second.done()))
    made = Zip()
    made.add("shown.txt", b"x", attributes=FILE, local=b"other.txt")
    save("hostile", "other-name.zip", made.done())
    made = Zip()
    made.add("/".join("d" * 2000), b"x", attributes=FILE)
    save("hostile", "deep.zip", made.done())


# tar


def member(
    name: str, data: bytes = b"", **fields: object
) -> tuple[tarfile.TarInfo, bytes]:
    """Return a tar member with a fixed date."""
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = len(data), WHEN, 0o644
    info.uname, info.gname = "ada", "staff"
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


def tar(form: int, *members: tuple[tarfile.TarInfo, bytes], **more: object) -> bytes:
    """Return a tar archive in one of the dialects that tarfile writes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form, **more) as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def header(name: bytes, size: bytes = b"00000000000\0", kind: bytes = b"0",
           mtime: bytes = b"14626610665\0", link: bytes = b"") -> bytes:  # fmt: skip
    """Return a ustar header with fields as told and a right checksum."""
    block = bytearray(512)
    block[: len(name)] = name
    block[100:108] = b"0000644\0"
    block[108:124] = b"0001750\0" * 2
    block[124:136], block[136:148], block[156:157] = size, mtime, kind
    block[148:156] = b" " * 8
    block[157 : 157 + len(link)] = link
    block[257:265] = b"ustar\x0000"
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(data: bytes) -> bytes:
    """Return data filled up to a whole block."""
    return data + bytes(-len(data) % 512)


USUAL = (
    member("docs/", type=tarfile.DIRTYPE, mode=0o755),
    member("docs/report.txt", REPORT),
    member("docs/units.csv", TABLE, mtime=WHEN + 61),
    member("latest.txt", type=tarfile.SYMTYPE, linkname="docs/report.txt"),
    member("copy.txt", type=tarfile.LNKTYPE, linkname="docs/report.txt"),
)
LONG = "long/" + "a-rather-long-name/" * 12 + "end.txt"
OLD_SPARSE = (
    b"sparse", 1 << 20, ((0, 512), ((1 << 20) - 512, 512)),
)  # fmt: skip


def old_sparse() -> bytes:
    """Return an old GNU sparse file: two pieces of a megabyte of zeros."""
    block = bytearray(header(b"sparse.bin", b"%011o\0" % 1024, b"S"))
    block[257:265] = b"ustar  \0"
    block[345:500] = bytes(155)
    for at, (start, count) in enumerate(((0, 512), ((1 << 20) - 512, 512))):
        block[386 + 24 * at : 410 + 24 * at] = b"%011o\0%011o\0" % (start, count)
    block[483:495] = b"%011o\0" % (1 << 20)
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block) + b"A" * 512 + b"B" * 512


def tars() -> None:
    """Tar archives: good, damaged, hostile; packed and not."""
    plain = tar(tarfile.USTAR_FORMAT, *USUAL)
    end = bytes(1024)
    save("good", "ustar.tar", plain)
    save("good", "gnu.tar", tar(tarfile.GNU_FORMAT, *USUAL, member(LONG, b"x")))
    save("good", "pax.tar", tar(
        tarfile.PAX_FORMAT, *USUAL, member(LONG, b"x"),
        member("stra\u00dfe.txt", b"y", mtime=WHEN + 0.5),
        pax_headers={"comment": "a global comment"},
    ))  # fmt: skip
    save("good", "sparse.tar", old_sparse() + header(b"after.txt") + end)
    v7 = bytearray(header(b"old.txt", b"%11o " % 2))
    v7[257:265] = bytes(8)
    v7[148:156] = b" " * 8
    v7[148:156] = b"%06o\0 " % sum(v7)
    save("good", "v7.tar", bytes(v7) + padded(b"v7") + end)
    save("good", "docs.tar.gz", gzip.compress(plain, mtime=WHEN))
    save("good", "docs.tar.bz2", bz2.compress(plain))
    save("good", "docs.tar.xz", lzma.compress(plain))
    save("good", "docs.tar.lzma", lzma.compress(plain, format=lzma.FORMAT_ALONE))
    save("damaged", "cut-member.tar", plain[: 512 + 512 + 20])
    save("damaged", "cut-header.tar", plain[: 512 * 3 + 100])
    bad = bytearray(plain)
    bad[512 * 3 : 512 * 3 + 4] = b"XXXX"
    save("damaged", "bad-checksum.tar", bytes(bad))
    save("damaged", "no-end.tar", header(b"only.txt"))
    packed = gzip.compress(plain, mtime=WHEN)
    save("damaged", "cut.tar.gz", packed[:-40])
    save("damaged", "garbage-behind.tar.gz", packed + b"garbage" * 9)
    flipped = bytearray(lzma.compress(plain))
    flipped[90] ^= 0xFF
    save("damaged", "flipped.tar.xz", bytes(flipped))
    hostile_tars(end)


def hostile_tars(end: bytes) -> None:
    """Tar archives that were made to harm a reader."""
    names = (
        b"../../etc/job",
        b"/etc/passwd",
        b"esc\x1b[2J\x07",
        b"bad\xff\x80",
        b"a\nb",
    )
    body = b"".join(header(name, b"%011o\0" % 1) + padded(b"x") for name in names)
    body += header(b"loop", kind=b"2", link=b"loop")
    body += header(b"up", kind=b"2", link=b"/x\x1b[31m")
    body += header(b"disk", kind=b"4") + header(b"names", kind=b"1", link=b"../../x")
    save("hostile", "names.tar", body + end)
    body = header(b"neg", b"\xff" * 10 + b"\xfe\0") + padded(b"x") + header(b"next")
    save("hostile", "negative-size.tar", body + end)
    save("hostile", "huge-size.tar", header(b"big", b"\x80\x7f" + b"\xff" * 10) + end)
    save("hostile", "lying-size.tar", header(b"big", b"77777777777\0") + padded(b"x"))
    body = header(b"a", mtime=b"\x80" + b"\xff" * 11) + header(
        b"b", mtime=b"zzzzzzzzzzz\0"
    )
    save("hostile", "dates.tar", body + header(b"c", mtime=b"\xff" * 12) + end)
    records = b"99999999999 path=x\n"
    body = (
        header(b"p", b"%011o\0" % len(records), b"x") + padded(records) + header(b"x")
    )
    save("hostile", "pax-length.tar", body + end)
    chain = (header(b"././@LongLink", b"%011o\0" % 1, b"L") + padded(b"x")) * 60
    save("hostile", "long-name-chain.tar", chain + header(b"end") + end)
    zeros = bz2.compress(bytes(900_000))
    start = header(b"zeros", b"%011o\0" % (1400 << 20))
    save("hostile", "bomb.tar.bz2", bz2.compress(start + bytes(1024)) + zeros * 700)
    xz = bytearray(lzma.compress(b"x"))
    xz[16] = 0x28  # a dictionary of 4 GiB
    xz[20:24] = struct.pack("<L", zlib.crc32(bytes(xz[12:20])))
    save("hostile", "dictionary.xz", bytes(xz))


# compressed files


def single() -> None:
    """Compressed files that hold no tar."""
    packed = io.BytesIO()
    with gzip.GzipFile("report.txt", "wb", 9, packed, WHEN) as file:
        file.write(REPORT * 20)
    save("good", "renamed.gz", packed.getvalue())
    save("good", "report.txt.xz", lzma.compress(REPORT * 20))
    save("good", "report.txt.bz2", bz2.compress(REPORT * 20))
    save("damaged", "wrong-sum.gz", packed.getvalue()[:-8] + b"\0" * 8)
    inner = packed.getvalue()
    bomb = gzip.compress(gzip.compress(bytes(8 << 20), mtime=0), mtime=0)
    save("hostile", "gzip-in-gzip.gz", bomb)
    del inner


# ar, deb, cpio, rpm


def ar(*members: tuple[bytes, bytes]) -> bytes:
    """Return an ar archive; names as they stand in the header."""
    out = b"!<arch>\n"
    for name, data in members:
        out += b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (
            name, WHEN, 1000, 1000, b"100644", len(data)
        ) + data + b"\n" * (len(data) & 1)  # fmt: skip
    return out


def newc(*members: tuple[str, int, bytes]) -> bytes:
    """Return a cpio archive in the newc form: name, mode, data."""
    out = b""
    for number, (name, mode, data) in enumerate([*members, ("TRAILER!!!", 0, b"")]):
        label = name.encode() + b"\0"
        fields = (
            number,
            mode,
            1000,
            1000,
            1,
            WHEN,
            len(data),
            0,
            0,
            0,
            0,
            len(label),
            0,
        )
        entry = b"070701" + b"".join(b"%08X" % field for field in fields) + label
        out += entry + bytes(-len(entry) % 4) + data + bytes(-len(data) % 4)
    return out


CPIO = (
    ("./usr", 0o40755, b""),
    ("./usr/report.txt", 0o100644, REPORT),
    ("./usr/latest", 0o120777, b"report.txt"),
)


def rpm(payload: bytes) -> bytes:
    """Return an RPM package with three files."""
    tags: list[tuple[int, int, list[object]]] = [
        (1000, 6, ["kread-sample"]), (1001, 6, ["1.0"]), (1002, 6, ["2"]),
        (1004, 9, ["A sample package"]), (1014, 6, ["MIT"]), (1022, 6, ["noarch"]),
        (1028, 4, [0, len(REPORT), 10]), (1030, 3, [0o40755, 0o100644, 0o120777]),
        (1034, 4, [WHEN] * 3), (1036, 8, ["", "", "report.txt"]),
        (1039, 8, ["root"] * 3), (1040, 8, ["root"] * 3), (1116, 4, [0, 1, 1]),
        (1117, 8, ["usr", "report.txt", "latest"]), (1118, 8, ["/", "/usr/"]),
        (1125, 6, ["gzip"]),
    ]  # fmt: skip
    lead = struct.pack(">4sBBHH66sHH16s", b"\xed\xab\xee\xdb", 3, 0, 0, 1,
                       b"kread-sample-1.0-2", 1, 5, b"")  # fmt: skip
    return lead + rpm_header([]) + rpm_header(tags) + gzip.compress(payload, mtime=0)


def rpm_header(tags: list[tuple[int, int, list[object]]]) -> bytes:
    """Return a header structure: an index, then a store."""
    index, store = b"", b""
    for tag, kind, values in tags:
        width = {3: 2, 4: 4}.get(kind, 1)
        store += bytes(-len(store) % width)
        index += struct.pack(">4I", tag, kind, len(store), len(values))
        for value in values:
            if kind in (3, 4):
                store += struct.pack(">H" if kind == 3 else ">I", value)
            else:
                store += str(value).encode() + b"\0"
    head = b"\x8e\xad\xe8\1" + bytes(4) + struct.pack(">2I", len(tags), len(store))
    return head + index + store


def others() -> None:
    """The small formats."""
    save(
        "good",
        "bsd.ar",
        ar((b"short.txt", b"one\n"), (b"#1/24", b"a rather long name here!two\n")),
    )
    names = b"a_rather_long_name.txt/\n"
    save("good", "gnu.ar", ar((b"//", names), (b"/0", b"one\n"), (b"b.txt/", b"two")))
    control = (
        b"Package: kread-sample\nVersion: 1.0\nArchitecture: all\n"
        b"Description: a sample\n with two lines\n"
    )
    inside = tar(tarfile.GNU_FORMAT, member("./control", control))
    files = tar(tarfile.GNU_FORMAT, member("./usr/", type=tarfile.DIRTYPE, mode=0o755),
                member("./usr/report.txt", REPORT))  # fmt: skip
    save("good", "sample.deb", ar(
        (b"debian-binary", b"2.0\n"),
        (b"control.tar.gz", gzip.compress(inside, mtime=0)),
        (b"data.tar.xz", lzma.compress(files)),
    ))  # fmt: skip
    save("good", "newc.cpio", newc(*CPIO))
    save("good", "sample.rpm", rpm(newc(*CPIO)))
    save("damaged", "cut.cpio", newc(*CPIO)[:-150])
    save("damaged", "cut.rpm", rpm(newc(*CPIO))[:300])
    save("damaged", "bad-header.ar", ar((b"a", b"one\n")) + b"x" * 60)
    save("hostile", "sizes.ar", ar((b"a", b"")).replace(b"0         `", b"9999999999`"))


def main() -> None:
    """Make all of them."""
    zips()
    tars()
    single()
    others()


if __name__ == "__main__":
    main()
