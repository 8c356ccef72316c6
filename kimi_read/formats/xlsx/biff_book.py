"""A binary workbook, BIFF2 to BIFF8 (.xls): its globals and its sheets.

Source: [MS-XLS] 2.1.7.20 (globals), 2.4.28 (BoundSheet8), 2.4.353 (XF), 2.4.126
(Format); the OpenOffice documentation of the Excel file format, 4 and 5.
"""

# ruff: noqa: SLF001 - a table of its own methods
from __future__ import annotations

import struct
from functools import partial

from kimi_read.blocks import Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx import biff_looks
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.formats.xlsx import biff_salvage as salvage
from kimi_read.formats.xlsx.biff_art import Pictures
from kimi_read.formats.xlsx.biff_crypt import decrypted
from kimi_read.formats.xlsx.biff_sheet import BiffSheet
from kimi_read.formats.xlsx.biff_strings import SharedStrings
from kimi_read.formats.xlsx.cells import Styles
from kimi_read.formats.xlsx.links import OtherBook, mention
from kimi_read.formats.xlsx.model import STATES, Grid, Sheet
from kimi_read.formats.xlsx.ooxml_styles import MAX_FORMATS, Formats
from kimi_read.formats.xlsx.ptg import Formulas, defined_names
from kimi_read.guard.ole import MAGIC
from kimi_read.guard.ole_properties import properties
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.ptg import Parsed
    from kimi_read.guard.ole import Container
    from kimi_read.request import Request
    from kimi_read.source import Source

_VERSIONS = {0x0009: 2, 0x0209: 3, 0x0409: 4}
_CODECS = {367: "ascii", 437: "cp437", 850: "cp850", 852: "cp852", 855: "cp855",
           857: "cp857", 866: "cp866", 874: "cp874", 932: "cp932", 936: "gb18030",
           949: "cp949", 950: "cp950", 1200: "utf-16-le", 1250: "cp1250",
           1251: "cp1251", 1252: "cp1252", 1253: "cp1253", 1254: "cp1254",
           1255: "cp1255", 1256: "cp1256", 1257: "cp1257", 1258: "cp1258",
           10000: "mac_roman", 10007: "mac_cyrillic", 10029: "mac_latin2",
           0x8000: "mac_roman", 0x8001: "cp1252"}  # fmt: skip
CODECS = tuple(dict.fromkeys(_CODECS.values()))
_KINDS = {0: "worksheet", 1: "macro sheet", 2: "chart sheet", 6: "module"}
_LOOKS = (biff_looks.FONT, biff_looks.PALETTE, biff_looks.XF, biff_looks.XFEXT)
#: How a name of another workbook begins.
_ENCODED = "\x01"
#: The name of a link that nothing uses any more.
_UNUSED = " "
_SUMMARY = "\x05SummaryInformation"
_WORKSHEET, _CHART = 0x0010, 0x0020


class BiffBook:
    """A workbook in one stream of records.

    Raises:
        Malformed: there is no workbook stream, or it holds no sheet.
        Encrypted: a password is needed, or the one given is wrong.
    """

    def __init__(self, source: Source, request: Request) -> None:
        self.losses: list[Loss] = []
        self.request = request
        self.container: Container | None = None
        if source.head.startswith(MAGIC):
            self.container, data, self.losses = salvage.stream(source)
        else:
            data = source.bytes()
        #: Libraries that write workbooks leave out what programs always write.
        self.bare = self.container is not None and _SUMMARY not in self.container
        self.version = _version(data)
        self.data = decrypted(data, request.password, self.version)
        self.codec = "cp1252"
        self.date1904 = False
        self.strings: SharedStrings | None = None
        self.sheets: list[Sheet] = []
        self.externals: list[tuple[int, int, int]] = []
        self.books: list[OtherBook] = []
        self._inner: list[tuple[str, int]] = []
        self.defined: list[tuple[str, int, Parsed, bool]] = []
        self.furniture: set[str] = set()
        self.looked_up: dict[tuple[str, str], list[str]] = {}
        self._store: list[tuple[int, int]] = []
        self._pictures: Pictures | None = None
        self._codes: dict[int, str] = {}
        self._xfs: list[int] = []
        self._looks = biff_looks.Looks(self.version)
        self._read_globals()
        self.has_styles = bool(self._xfs)
        styles = self._xfs or (range(64) if self.version == 2 else ())
        self.formats = Formats(styles, self._codes, date1904=self.date1904)
        veils = partial(self._looks.veils, self.formats.filled)
        self.formats.veils = value(veils, self.formats.veils)
        self.styles = Styles(self.formats, raw=request.values == "raw")
        self.losses += mention(self.books)

    def _read_globals(self) -> None:
        data = self.data
        one = self.version < 5 and _bof_type(data) != 0x0100
        if one:
            self.sheets.append(Sheet("Sheet1", key=0))
        for kind, at, size in b.records(data):
            if kind in _LOOKS and self.version >= 5:
                look = partial(self._looks.take, kind, data[at : at + size])
                value(look, None)
            take = _GLOBALS.get(kind)
            if take is not None:
                value(partial(take, self, at, size), None)
            elif kind in b.FORMATS:
                value(partial(self._format, at, size), None)
            elif kind in b.XFS and len(self._xfs) < MAX_FORMATS:
                self._xfs.append(value(partial(self._xf, at, kind), 0))
            elif (kind == b.EOF and not one) or (kind in b.CELLS and one):
                break
        if not self.sheets:
            self._search()

    def _search(self) -> None:
        """Find the substreams of sheets that no record names."""
        name = ""
        for kind, at, size in b.records(self.data):
            if kind == 0x8F and size > 5:  # the head of a sheet in BIFF4
                name = self.bytes_text(self.data[at + 5 : at + 5 + self.data[at + 4]])
            elif kind in b.BOF and size >= 4:
                what = struct.unpack_from("<H", self.data, at + 2)[0]
                if what == _WORKSHEET:
                    label = name or f"Sheet{len(self.sheets) + 1}"
                    self.sheets.append(Sheet(label, key=at - 4))
                    name = ""
        if not self.sheets and self.version >= 5:
            places = salvage.sheets(self.data)
            self.sheets = [Sheet(f"Sheet{n}", key=at) for n, at in enumerate(places, 1)]
            message = "its list of sheets is damaged; their names are not known"
            self.losses.append(Loss("damaged-globals", message, partial=True))
        if not self.sheets:
            raise Malformed("it has no sheets")

    def bytes_text(self, raw: bytes) -> str:
        """Return a byte string in the code page of the workbook."""
        return raw.decode(self.codec, "replace")

    def short_text(self, at: int) -> tuple[str, int]:
        """Return a string with one byte of length, and where it ends."""
        if self.version >= 8:
            return b.text8(self.data, at, wide_length=False)
        count = self.data[at]
        return self.bytes_text(self.data[at + 1 : at + 1 + count]), at + 1 + count

    def long_text(self, at: int) -> tuple[str, int]:
        """Return a string with two bytes of length, and where it ends."""
        if self.version >= 8:
            return b.text8(self.data, at, wide_length=True)
        (count,) = struct.unpack_from("<H", self.data, at)
        return self.bytes_text(self.data[at + 2 : at + 2 + count]), at + 2 + count

    def _sheet(self, at: int, _size: int) -> None:
        place, state, kind = struct.unpack_from("<LBB", self.data, at)
        name, _ = self.short_text(at + 6)
        what = _KINDS.get(kind & 0x0F, "worksheet")
        if what == "module":
            return
        self.sheets.append(Sheet(name, STATES[min(state & 3, 2)], what, place))

    def _format(self, at: int, size: int) -> None:
        if self.version >= 8:
            (number,) = struct.unpack_from("<H", self.data, at)
            text, _ = self.long_text(at + 2)
        elif self.version >= 5:
            (number,) = struct.unpack_from("<H", self.data, at)
            text, _ = self.short_text(at + 2)
        else:
            number = len(self._codes)
            text, _ = self.short_text(at + (2 if self.version == 4 else 0))
        if size:
            self._codes[number] = text

    def _xf(self, at: int, kind: int) -> int:
        if kind == 0xE0:
            return int(struct.unpack_from("<H", self.data, at + 2)[0])
        return self.data[at + 2] & 0x3F if kind == 0x43 else self.data[at + 1]

    def _strings(self, at: int, size: int) -> None:
        plain: dict[int, str] = {}
        fonts = value(self._looks.of_fonts, plain)
        self.strings = SharedStrings(self.data, at, size, fonts)

    def _codepage(self, at: int, _size: int) -> None:
        (number,) = struct.unpack_from("<H", self.data, at)
        self.codec = _CODECS.get(number, "cp1252")
        if self.codec == "utf-16-le" and self.version < 8:
            self.codec = "cp1252"

    def _datemode(self, at: int, _size: int) -> None:
        self.date1904 = bool(self.data[at])

    def _supbook(self, at: int, size: int) -> None:
        count, marker = struct.unpack_from("<HH", self.data, at)
        inner: list[tuple[str, int]] = []
        self._inner = inner
        if marker in (0x0401, 0x3A01) or size <= 4:
            self.books.append(OtherBook(names=inner))
            return
        url, at = self.long_text(at + 2)
        names = []
        for _ in range(min(count, 1000)):
            name, at = self.long_text(at)
            names.append(name)
        if url == _UNUSED:
            self.books.append(OtherBook("?", names, inner))
        elif "\x03" in url and url[:1] != _ENCODED:  # application and topic of a server
            server = url.replace("\x03", "|", 1)
            self.books.append(OtherBook(server, names=inner, dde=True))
        else:
            self.books.append(OtherBook(_plain_url(url), names, inner))

    def _externname(self, at: int, _size: int) -> None:
        """Take a name of another workbook, an item of a server, or a function."""
        if self.version >= 5:
            scope = 0
            if self.version >= 8:
                (scope,) = struct.unpack_from("<H", self.data, at + 2)
            self._inner.append((self.short_text(at + 6)[0], scope))

    def _externsheet(self, at: int, size: int) -> None:
        if self.version < 8:  # each record is for one sheet
            text, _ = self.short_text(at)
            outside = text[:1] == _ENCODED and text[1:2] != ":"
            self._inner = []
            url, _, sheet = _plain_url(text if outside else "").rpartition("]")
            book = OtherBook(url.replace("[", "") or sheet, [sheet], self._inner)
            self.books.append(book)
            return
        (count,) = struct.unpack_from("<H", self.data, at)
        for index in range(min(count, (size - 2) // 6)):
            self.externals.append(
                struct.unpack_from("<HHH", self.data, at + 2 + 6 * index)
            )

    def _name(self, at: int, size: int) -> None:
        scope = 0
        if self.version == 2:
            _, flags, _, length, formula = struct.unpack_from("<5B", self.data, at)
        elif self.version < 5:
            flags, _, length, formula = struct.unpack_from("<HBBH", self.data, at)
        else:
            flags, _, length, formula, _, scope = struct.unpack_from(
                "<HBBHHH", self.data, at
            )
        if self.version >= 8:
            wide = self.data[at + 14] & 1
            start, count = at + 15, length * (2 if wide else 1)
            name = self.data[start : start + count].decode(
                "utf-16-le" if wide else "latin-1", "replace")  # fmt: skip
        else:
            start, count = at + {2: 5, 3: 6, 4: 6}.get(self.version, 14), length
            name = self.bytes_text(self.data[start : start + count])
        if flags & 0x20 and len(name) == 1:
            name = _BUILTIN.get(ord(name), name)
        end = start + count + formula
        parsed = self.data[start + count : end], self.data[end : at + size]
        self.defined.append((name, scope, parsed, bool(flags & 1)))

    def _group(self, at: int, size: int) -> None:
        """Keep where the pictures lie, in as many records as they take."""
        self._store.append((at, size))
        for kind, place, length in b.records(self.data, at + size):
            if kind != b.CONTINUE:
                break
            self._store.append((place, length))

    def pictures(self) -> Pictures:
        """Return the pictures that its drawings show."""
        if self._pictures is None:
            self._pictures = Pictures(
                b"".join(self.data[at : at + size] for at, size in self._store)
            )
        return self._pictures

    def facts(self) -> dict[str, object]:
        """Return the properties that the file keeps beside the workbook."""
        out: dict[str, object] = {}
        if self.container is not None:
            out |= properties(self.container)
            if "_VBA_PROJECT_CUR/VBA/dir" in self.container:
                out["macros"] = True
        if self.date1904:
            out["dateSystem"] = 1904
        return out

    def table(self, number: int, _flags: int, _first: int, _last: int) -> str:
        """Refuse what binary workbooks of this kind do not have."""
        raise ValueError(number)

    def names(self) -> list[dict[str, object]]:
        """Return the defined names."""
        return defined_names(Formulas(self), self.defined, self.sheets)

    def open(self, sheet: Sheet) -> Grid:
        """Open one sheet."""
        if self.version == 4 and sheet.key:
            self._own_styles(int(str(sheet.key)))
        problem = None
        place = sheet.key if isinstance(sheet.key, int) else 0
        if self.version >= 5 and self.data[place : place + 2] != b"\x09\x08":
            others = [s.key for s in self.sheets if isinstance(s.key, int)]
            found = salvage.moved(self.data, place, others)
            if found >= 0:
                sheet = Sheet(sheet.name, sheet.state, sheet.kind, found)
                message = (
                    f"sheet '{sheet.name}' is not in its place; the nearest is read"
                )
                problem = Loss("moved-sheet", message, shown=False, partial=True)
        grid = BiffSheet(self, sheet).grid()
        grid.problems += [problem] if problem else []
        return grid

    def _own_styles(self, start: int) -> None:
        """Take formats and styles of a sheet in a workbook of BIFF4, if it has any."""
        self._codes, self._xfs = {}, []
        for kind, at, size in b.records(self.data, start):
            if kind in b.FORMATS:
                value(partial(self._format, at, size), None)
            elif kind in b.XFS and len(self._xfs) < MAX_FORMATS:
                self._xfs.append(value(partial(self._xf, at, kind), 0))
            elif kind == b.EOF or kind in b.CELLS:
                break
        if self._xfs:
            self.formats = Formats(self._xfs, self._codes, date1904=self.date1904)
            self.styles = Styles(self.formats, raw=self.request.values == "raw")


_BUILTIN = {0: "Consolidate_Area", 1: "Auto_Open", 2: "Auto_Close", 3: "Extract",
            4: "Database", 5: "Criteria", 6: "Print_Area", 7: "Print_Titles",
            13: "_FilterDatabase"}  # fmt: skip
_GLOBALS = {
    b.BOUNDSHEET: BiffBook._sheet,
    b.SST: BiffBook._strings,
    b.CODEPAGE: BiffBook._codepage,
    b.DATEMODE: BiffBook._datemode,
    b.SUPBOOK: BiffBook._supbook,
    b.EXTERNSHEET: BiffBook._externsheet,
    b.NAME: BiffBook._name,
    b.OLD_NAME: BiffBook._name,
    b.MSODRAWINGGROUP: BiffBook._group,
    b.EXTERNNAME: BiffBook._externname,
}


def _version(data: bytes) -> int:
    """Return 2 to 5 or 8.

    Raises:
        Malformed: the stream does not begin as a workbook does.
    """
    if len(data) < 8:
        raise Malformed("the workbook stream is too short")
    kind, _, version = struct.unpack_from("<HHH", data)
    if kind in _VERSIONS:
        return _VERSIONS[kind]
    if kind != 0x0809:
        raise Malformed("the workbook stream does not begin with a BOF record")
    return 8 if version >= 0x0600 else 5


def _bof_type(data: bytes) -> int:
    return int(struct.unpack_from("<H", data, 6)[0])


def _plain_url(url: str) -> str:
    """Return an encoded file name of another workbook readably ([MS-XLS] 2.5.277)."""
    return "".join(
        "/" if c in "\x02\x03" else c for c in url if c >= " " or c in "\x02\x03"
    )
