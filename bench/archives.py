"""Archives of 100,000 members: listing them, and taking one out."""

from __future__ import annotations

from bench import data
from bench.measure import KREAD, Row, python

_WHOLE = [KREAD, "{}", "--limit", "0"]
_FIRST = [KREAD, "{}"]
_TARFILE = (
    "import sys, tarfile\n"
    "for m in tarfile.open(sys.argv[1]): print(m.size, m.mtime, m.name)"
)
_ZIPFILE = (
    "import sys, zipfile\n"
    "for m in zipfile.ZipFile(sys.argv[1]).infolist():\n"
    "    print(m.file_size, m.date_time, m.filename)"
)
_ONE = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))"
_MEMBER = "folder-090/file-090000.txt"
_BSDTAR = ["bsdtar", "-tvf", "{}"]

ROWS = [
    Row("a ZIP file of 100,000 members", _WHOLE, ["unzip", "-l", "{}"], 1.0, 40,
        needs=("unzip",), make=data.zip_members, against="unzip -l"),
    Row("the same, against Python", _WHOLE, python("-c", _ZIPFILE, "{}"), 0.5, 40,
        make=data.zip_members, against="zipfile"),
    Row("a tar file of 100,000 members", _WHOLE, ["tar", "-tvf", "{}"], 0.9, 40,
        needs=("tar",), make=data.tar_members, against="tar -tvf"),
    Row("the same, against Python", _WHOLE, python("-c", _TARFILE, "{}"), 0.3, 40,
        make=data.tar_members, against="tarfile"),
    Row("the same as tar.gz", _WHOLE, _BSDTAR, 1.3, 40,
        needs=("bsdtar",), make=data.packed("gz"), against="bsdtar -tvf"),
    Row("the same as tar.xz", _WHOLE, _BSDTAR, 1.2, 40,
        needs=("bsdtar",), make=data.packed("xz"), against="bsdtar -tvf"),
    Row("the same as tar.zst", _WHOLE, _BSDTAR, 1.2, 40,
        needs=("bsdtar",), make=data.packed("zst"), against="bsdtar -tvf"),
    Row("its first 1000 lines", _FIRST, _WHOLE, 0.4,
        make=data.packed("zst"), against="all lines"),
    Row("the first 1000 lines of the ZIP file", _FIRST, _WHOLE, 0.4,
        make=data.zip_members, against="all lines"),
    Row("a member of the ZIP file", [KREAD, "{}::" + _MEMBER],
        python("-c", _ONE, "{}", _MEMBER), 0.3, 40, make=data.zip_members,
        against="zipfile"),
]  # fmt: skip
