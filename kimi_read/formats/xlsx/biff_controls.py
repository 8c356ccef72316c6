"""Controls and embedded objects on a sheet of a binary workbook.

Source: [MS-XLS] 2.4.181 (Obj) and its parts: 2.5.139 (FtCblsData), 2.5.147 (FtLbsData),
2.5.150 (FtPictFmla), 2.5.151 (FtPioGrbit), 2.5.199 (ObjFmla).
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.ooxml_charts import looked_up
from kimi_read.formats.xlsx.ptg import Formulas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.biff_model import Workbook

BUTTON, CHECK, OPTION, LIST, DROP = 7, 0x0B, 0x0C, 0x12, 0x14
KINDS = {BUTTON: "button", CHECK: "check box", OPTION: "option button",
         0x0D: "text field", 0x0E: "label", 0x10: "spin button", 0x11: "scroll bar",
         LIST: "list box", 0x13: "group box", DROP: "drop-down list"}  # fmt: skip
_CHECKED, _CHOICE, _OBJECT, _PICTURE = 0x12, 0x13, 0x09, 0x08
_OF_SHEET = 0x100  # made by the program, as for a filter
_CONTROL = 0x10


class Control:
    """What the record of an object says: state, list, program.

    ``program`` names what made an embedded object, ``storage`` where it is kept.
    """

    def __init__(self, data: bytes) -> None:
        """Take the bytes of the record."""
        (flags,) = struct.unpack_from("<H", data, 8)
        self.own = bool(flags & _OF_SHEET)
        self.checked = False
        self.choice = 0
        self.range = b""
        self.program = self.storage = ""
        self.active = self.linked = False
        at = 4 + struct.unpack_from("<H", data, 2)[0]
        while at + 4 <= len(data):
            kind, size = struct.unpack_from("<HH", data, at)
            body = data[at + 4 :]
            if kind == _CHECKED:
                self.checked = struct.unpack_from("<H", body)[0] == 1
            elif kind == _PICTURE:
                self.active = bool(struct.unpack_from("<H", body)[0] & _CONTROL)
            elif kind == _OBJECT:
                self._object(body)
            elif kind == _CHOICE:
                (length,) = struct.unpack_from("<H", body)
                self.range = _tokens(body[2 : 2 + length])
                (self.choice,) = struct.unpack_from("<H", body, 4 + length)
                return  # its size says nothing
            at += 4 + size

    def _object(self, body: bytes) -> None:
        (length,) = struct.unpack_from("<H", body)
        tokens = _tokens(body[2 : 2 + length])
        if not tokens:
            return
        if tokens[0] & 0x1F == 0x19:  # PtgNameX: it lies in another file
            self.linked = True
        if tokens[0] != 0x02:
            return
        inside = body[8 + len(tokens) : 2 + length]
        count = inside[1] if len(inside) > 1 else 0
        wide = len(inside) > 3 and inside[3] & 1
        raw = inside[4 : 4 + (2 * count if wide else count)]
        self.program = raw.decode("utf-16-le" if wide else "latin-1", "replace")
        (number,) = struct.unpack_from("<L", body, 2 + length)
        self.storage = f"MBD{number:08X}"


def _tokens(formula: bytes) -> bytes:
    """Return the tokens of a formula of an object."""
    if len(formula) < 6:
        return b""
    (length,) = struct.unpack_from("<H", formula)
    return formula[6 : 6 + (length & 0x7FFF)]


def chosen(book: Workbook, sheet: str, control: Control) -> str:
    """Return which item of a list is chosen; the items stand in cells."""
    formula = Formulas(book).text((control.range, b""))
    texts = looked_up(book, formula, sheet) if control.choice > 0 else []
    return texts[control.choice - 1] if 0 < control.choice <= len(texts) else ""
