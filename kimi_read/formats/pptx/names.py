"""Names of elements and attributes, and the few values read from all of them.

Strict files are renamed on the way in (``ooxml.parts``), so these are all there is.
"""

from __future__ import annotations

from kimi_read.ooxml.parts import alternative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_2006 = "{http://schemas.openxmlformats.org/"
A = _2006 + "drawingml/2006/main}"
P = _2006 + "presentationml/2006/main}"
R = _2006 + "officeDocument/2006/relationships}"
M = _2006 + "officeDocument/2006/math}"
MC = _2006 + "markup-compatibility/2006}"
DGM = _2006 + "drawingml/2006/diagram}"
C = _2006 + "drawingml/2006/chart}"
_MS = "{http://schemas.microsoft.com/office/"
A14 = _MS + "drawing/2010/main}"
CX = _MS + "drawing/2014/chartex}"
P14 = _MS + "powerpoint/2010/main}"
P188 = _MS + "powerpoint/2018/8/main}"

_CNVPR = P + "cNvPr"
EMU_PER_PIXEL = 9525  # 914,400 EMU an inch, 96 pixels an inch


def number(text: str | None, default: int = 0) -> int:
    """Return an attribute's whole number, or ``default`` where it holds none."""
    try:
        return int(text or "")
    except ValueError:
        try:
            return int(float(text or ""))
        except (ValueError, OverflowError):
            return default


def non_visual(shape: Element) -> Element | None:
    """Return the ``p:cNvPr`` of a shape: its name, its words, whether it is hidden."""
    for child in shape:
        found = child.find(_CNVPR)
        if found is not None:
            return found
    return None


def described(shape: Element) -> str:
    """Return the alternative text of a shape."""
    return alternative(non_visual(shape))


def flag(text: str | None) -> bool:
    """Return the truth of an ``xsd:boolean``."""
    return text in ("1", "true", "on")


def branches(parent: Element) -> Iterator[Element]:
    """Yield the children, one branch of each ``mc:AlternateContent`` in its place.

    A choice is taken if it holds something that is read here; else the fallback,
    which every writer makes for programs of our kind. Source: part 3, 7.2.
    """
    for child in parent:
        if child.tag != MC + "AlternateContent":
            yield child
            continue
        options = [e for e in child if e.tag in (MC + "Choice", MC + "Fallback")]
        chosen = next((e for e in options if _readable(e)), None)
        if chosen is None and options:
            chosen = options[-1]
        if chosen is not None:
            yield from branches(chosen)


def _readable(option: Element) -> bool:
    if option.tag == MC + "Choice" and option.get("Requires") == "v":
        return False  # drawn by a VML part; the fallback holds the same as DrawingML
    return any(
        child.tag in _READ and not (child.tag == P + "graphicFrame" and _strange(child))
        for child in option
    )


def _strange(frame: Element) -> bool:
    data = frame.find(f"{A}graphic/{A}graphicData")
    return data is None or data.get("uri", "") not in GRAPHICS


#: Kinds of ``a:graphicData`` that are read.
GRAPHICS = {
    A[1:-1].replace("main", "table"): "table",
    C[1:-1]: "chart",
    CX[1:-1]: "chart",
    DGM[1:-1]: "diagram",
    "http://schemas.openxmlformats.org/presentationml/2006/ole": "object",
}
_READ = {
    *(P + name for name in ("sp", "grpSp", "pic", "graphicFrame", "cxnSp", "oleObj")),
    P + "control",
    *(A + name for name in ("r", "br", "fld")),
    A14 + "m",
    M + "oMath",
    M + "oMathPara",
    MC + "AlternateContent",
}
