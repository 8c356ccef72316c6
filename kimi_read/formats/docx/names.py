"""Names of WordprocessingML elements and attributes, in ElementTree's notation."""

from __future__ import annotations

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"

VAL = W + "val"
BACKGROUND = W + "background"
BODY, P, TBL, TR, TC = W + "body", W + "p", W + "tbl", W + "tr", W + "tc"
PPR, RPR, RUN, TEXT = W + "pPr", W + "rPr", W + "r", W + "t"
SDT, SDT_PR, SDT_CONTENT = W + "sdt", W + "sdtPr", W + "sdtContent"
INS, DEL = W + "ins", W + "del"
MOVE_FROM, MOVE_TO = W + "moveFrom", W + "moveTo"
ALTERNATE = MC + "AlternateContent"
TEXT_BOX = W + "txbxContent"

_UNITS = {"pt": 20, "in": 1440, "cm": 567, "mm": 56.7, "pc": 240, "pi": 240}
_OFF = frozenset(("0", "false", "off", "none"))


def on(value: str | None) -> bool:
    """Whether an on-off property with this ``w:val`` is on (17.17.4)."""
    return value is None or value.lower() not in _OFF


def twips(value: str) -> int:
    """Return a length in twips; strict documents write ``36pt`` (22.9.2.15)."""
    unit = _UNITS.get(value[-2:])
    return number(value) if unit is None else int(number(value[:-2]) * unit)


def number(value: str | None, default: int = 0) -> int:
    """Return a whole number, or ``default`` where there is none.

    Fractions are cut and twelve digits are enough for any measure of a page.
    """
    if not value:
        return default
    try:
        return int(value[:12])
    except ValueError:
        try:
            return int(float(value[:12]))
        except (ValueError, OverflowError):
            return default
