"""What lies behind text that is not on the bare page: cells, text boxes, cover pages.

Source: ECMA-376 part 1, 17.4.32 (shd of a cell), 17.7.6 (conditional formats of table
styles, in the order in which they win), 17.4.55 (tblLook), 20.4.2.3 (behindDoc);
part 4, 19.1.2.19 (fill of VML shapes).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx.names import PPR, RPR, VAL, W, number, on
from kimi_read.formats.docx.paint import SHADE, Ground
from kimi_read.ooxml.colours import UNKNOWN, WHITE, drawn, hexadecimal, named
from kimi_read.ooxml.elements import ParseError, fromstring
from kimi_read.ooxml.parts import local, transitional
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.paint import Paint

_STYLE, _LOOK, _BASE = W + "tblStyle", W + "tblLook", W + "basedOn"
_CELL, _PART, _KIND = W + "tcPr", W + "tblStylePr", W + "type"
_TABLE = W + "tblPr"
_BANDS = {"Horz": W + "tblStyleRowBandSize", "Vert": W + "tblStyleColBandSize"}
#: How many styles may stand behind one another.
_DEPTH = 20
#: The bits of ``w:tblLook``, and the attributes that newer files have for them.
_BITS = {"firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100,
         "noHBand": 0x200, "noVBand": 0x400}  # fmt: skip
#: Smaller pictures in a header are logos, and not a band under the text: EMU, points.
_BAND_EMU = (2_286_000, 228_600)
_BAND_POINTS = (180, 18)
_SIDE = r"\b(width|height)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*(pt|in|cm|mm|)"
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 28.35, "mm": 2.835, "": 1.0}
_BEHIND = r"z-index\s*:\s*-"
#: The most elements of a header that are looked at.
_MOST = 5000


@record(frozen=True, slots=True)
class Part:
    """What a table style says of one of its parts; None where it says nothing.

    ``shaded`` says that there is a shade at all; ``shade`` None then clears it.
    """

    shaded: bool = False
    shade: int | None = None
    ink: int | None = None


class TableStyles:
    """The table styles of a document, each parsed when a table first needs it.

    ``raw`` holds the bytes of each by its id, ``head`` those of the root element.
    """

    def __init__(self, paint: Paint) -> None:
        self.raw: dict[str, bytes] = {}
        self.head = b""
        self._paint = paint
        self._made: dict[str, dict[str, Part]] = {}
        self._bands: dict[str, dict[str, int]] = {}

    def cut_out(self, data: bytes) -> bytes:
        """Return the bytes of a part of styles without those of tables.

        They say nothing of text that Markdown keeps, and are most of what Word writes
        there: parsing them would take longer than the first page.
        """
        first, *rest = data.split(b"<w:style ")
        out = [first]
        for style in rest:
            head = style[: style.find(b">")]
            if b'w:type="table"' in head and not head.endswith(b"/"):
                own, _, after = style.partition(b"</w:style>")
                name = head.partition(b'w:styleId="')[2].partition(b'"')[0]
                raw = b"<w:style " + own + b"</w:style>"
                self.raw[name.decode(errors="replace")] = raw
                out.append(after)
            else:
                out.append(b"<w:style " + style)
        at = first.find(b"<w:styles")
        self.head = transitional(first[at : first.find(b">", at) + 1])
        return b"".join(out)

    def parts(self, style: str) -> dict[str, Part]:
        """Return what a style says of its parts, by their names (17.18.89)."""
        found = self._made.get(style)
        if found is None:
            found = self._made[style] = {}
            bands = self._bands[style] = {}
            for element in self._chain(style):
                if element is None:
                    found["wholeTable"] = Part(shaded=True, shade=UNKNOWN, ink=UNKNOWN)
                    break
                bands.update(band_sizes(element.find(_TABLE)) | bands)
                for name, part in self._own(element):
                    known = found.get(name, Part())
                    ink = part.ink if known.ink is None else known.ink
                    nearer = known if known.shaded else part
                    found[name] = Part(nearer.shaded, nearer.shade, ink)
        return found

    def bands(self, style: str) -> dict[str, int]:
        """Return how many rows and columns make a band, where a style says it."""
        self.parts(style)
        return self._bands[style]

    def _chain(self, style: str) -> Iterator[Element | None]:
        """Yield a style and those that it is based on, None for what is not known."""
        if style and not self.raw:
            yield None
        seen: set[str] = set()
        while style in self.raw and style not in seen and len(seen) < _DEPTH:
            seen.add(style)
            try:
                root = fromstring(self.head + self.raw[style] + b"</w:styles>")
            except ParseError:
                yield None
                return
            element = root[0]
            yield element
            base = element.find(_BASE)
            style = (base.get(VAL) or "") if base is not None else ""

    def _own(self, style: Element) -> Iterator[tuple[str, Part]]:
        yield "wholeTable", self._part(style)
        for element in style.findall(_PART):
            yield element.get(_KIND) or "", self._part(element)

    def _part(self, element: Element) -> Part:
        shading = element.find(f"{_CELL}/{SHADE}")
        if shading is None:
            shading = element.find(f"{_TABLE}/{SHADE}")
        shade = self._paint.shade(shading) if shading is not None else None
        if any(element.find(f"{one}/{SHADE}") is not None for one in (PPR, RPR)):
            shade = UNKNOWN
        properties = element.find(RPR)
        ink = self._paint.ink_of(properties) if properties is not None else None
        return Part(shading is not None or shade == UNKNOWN, shade, ink)


class TableGround(Ground):
    """What lies behind the cell of a table that is read at the moment."""

    __slots__ = (
        "_around", "_bands", "_cell", "_floats", "_inked", "_look", "_paint", "_parts",
        "_row", "_shading", "_styles", "properties",
    )  # fmt: skip

    def __init__(self, paint: Paint, styles: TableStyles, around: Ground) -> None:
        super().__init__(tuple, around.ink)
        self.flags = around.flags
        self._inked = False
        self._paint = paint
        self._styles = styles
        self._around = around
        self._row = -1
        self._cell: tuple[Element | None, int, bool] = (None, 0, False)
        self._parts: dict[str, Part] = {}
        self._bands: dict[str, int] = {}
        self._look: dict[str, bool] | None = None
        self._shading: Element | None = None
        self._floats = False
        self.properties: Element | None = None

    def start(self, properties: Element) -> None:
        """Take the properties of the table, ``w:tblPr``."""
        self.properties = properties
        style = properties.find(_STYLE)
        if style is not None:
            name = style.get(VAL) or ""
            self._parts = self._styles.parts(name)
            self._bands = self._styles.bands(name) | band_sizes(properties)
        self._look = _look(properties.find(_LOOK))
        self._shading = properties.find(SHADE)
        self._floats = properties.find(W + "tblpPr") is not None
        self._inked = any(part.ink is not None for part in self._parts.values())

    def next_row(self) -> None:
        """Count a row."""
        self._row += 1

    def enter(self, properties: Element | None, column: int, *, last: bool) -> None:
        """Go to a cell with ``w:tcPr`` at a place in its row."""
        self._cell = (properties, column, last)
        self._found = None
        if self._inked:
            self.ink = self._ink(self._row, column, last)

    def colours(self) -> tuple[int, ...]:
        """Return the colours that may be behind the cell."""
        if self._found is None:
            properties, column, last = self._cell
            self._found = self._behind(properties, self._row, column, last)
        return self._found

    def kept(self) -> Ground:
        """Return what lies behind this cell, to be used when others are read."""
        found = self.colours()
        ground = Ground(lambda: found, self.ink)
        ground.flags = self.flags
        return ground

    def _behind(
        self, properties: Element | None, row: int, column: int, last: bool
    ) -> tuple[int, ...]:
        shading = properties.find(SHADE) if properties is not None else None
        if shading is not None:
            shade = self._paint.shade(shading)
            return self._under() if shade is None else (shade,)
        found: list[int] = []
        for name, sure in self._applied(row, column, last):
            part = self._parts.get(name)
            if part is None or not part.shaded:
                continue
            found += self._under() if part.shade is None else (part.shade,)
            if sure:
                return tuple(found)
        under = self._under()
        return (*found, *under) if under else ()

    def _under(self) -> tuple[int, ...]:
        """Return what lies behind the table itself."""
        if self._shading is not None:
            shade = self._paint.shade(self._shading)
            if shade is not None:
                return (shade,)
        return () if self._floats else self._around.colours()

    def _ink(self, row: int, column: int, last: bool) -> int | None:
        for name, sure in self._applied(row, column, last):
            part = self._parts.get(name)
            if part is not None and part.ink is not None:
                return part.ink if sure else UNKNOWN
        return self._around.ink

    def _applied(self, row: int, column: int, last: bool) -> Iterator[tuple[str, bool]]:
        """Yield the parts of the style that a cell belongs to, and whether surely.

        The nearest come first. Rows are read as they come, so that none is known to
        be the last; without ``w:tblLook`` nothing is sure.
        """
        look = self._look
        sure = look is not None
        on_ = look or dict.fromkeys(("firstRow", "lastRow", "firstColumn",
                                     "lastColumn"), True)  # fmt: skip
        head, first = row == 0 and on_["firstRow"], column == 0 and on_["firstColumn"]
        end = last and on_["lastColumn"]
        if head and first:
            yield "nwCell", sure
        if head and end:
            yield "neCell", sure
        if on_["lastRow"] and first:
            yield "swCell", False
        if on_["lastRow"] and end:
            yield "seCell", False
        if head:
            yield "firstRow", sure
        if on_["lastRow"]:
            yield "lastRow", False
        if first:
            yield "firstCol", sure
        if end:
            yield "lastCol", sure
        for kind, at, skipped in (
            ("Horz", row, on_["firstRow"]), ("Vert", column, on_["firstColumn"]),
        ):  # fmt: skip
            if not on_.get("noHBand" if kind == "Horz" else "noVBand"):
                odd = (at - skipped) // self._bands.get(kind, 1) % 2
                yield f"band{odd + 1}{kind}", sure
                if not sure:
                    yield f"band{2 - odd}{kind}", False
        yield "wholeTable", True


def band_sizes(properties: Element | None) -> dict[str, int]:
    """Return how many rows and columns ``w:tblPr`` makes a band of."""
    found = {}
    for kind, tag in _BANDS.items():
        size = properties.find(tag) if properties is not None else None
        if size is not None:
            found[kind] = max(1, number(size.get(VAL), 1))
    return found


def _look(element: Element | None) -> dict[str, bool] | None:
    """Return which special formats of its style a table shows; None if unsaid."""
    if element is None:
        return None
    try:
        bits = int(element.get(VAL) or "0", 16)
    except ValueError:
        bits = 0
    return {
        name: on(element.get(W + name)) if element.get(W + name) else bool(bits & bit)
        for name, bit in _BITS.items()
    }


def nowhere() -> Ground:
    """Return a ground of which nothing is known."""
    return Ground(lambda: ())


def of_shape(paint: Paint, shape: Element) -> Ground:
    """Return what lies behind the text of a DrawingML shape: its fill."""
    return Ground(lambda: _fill(paint, shape))


def _fill(paint: Paint, shape: Element) -> tuple[int, ...]:
    for properties in shape:
        if local(properties.tag) != "spPr":
            continue
        for fill in properties:
            kind = local(fill.tag)
            if kind == "solidFill":
                return _opaque(*drawn(fill, paint.themed))
            if kind.endswith("Fill"):
                return ()
    for reference in shape.iter():
        if local(reference.tag) == "fillRef" and reference.get("idx") == "1":
            return _opaque(*drawn(reference, paint.themed))
    return ()


def _opaque(colour: int, opacity: float) -> tuple[int, ...]:
    return (colour,) if colour >= 0 and opacity > 0.95 else ()


def of_vml(shape: Element) -> Ground:
    """Return what lies behind the text of a VML shape: its fill, white if unsaid."""
    return Ground(lambda: _vml_fill(shape))


def _vml_fill(shape: Element) -> tuple[int, ...]:
    if not _true(shape.get("filled")):
        return ()
    colour = shape.get("fillcolor") or "white"
    for fill in shape:
        if local(fill.tag) == "fill":
            opacity = fill.get("opacity") or "1"
            if (
                not _true(fill.get("on"))
                or (fill.get("type") or "solid") != "solid"
                or opacity not in ("1", "100%", "65536f", "1.0")
            ):
                return ()
            colour = fill.get("color") or colour
    word = colour.partition("[")[0].strip().lower()
    if word.startswith("#"):
        figures = word[1:]
        if len(figures) == len("rgb"):
            figures = "".join(2 * figure for figure in figures)
        found = hexadecimal(figures)
    else:
        found = WHITE if word in ("window", "white") else named(word)
    return (found,) if found >= 0 else ()


def _true(value: str | None) -> bool:
    return value is None or value[:1].lower() not in ("f", "0", "n")


def covers(drawing: Element) -> bool:
    """Whether a drawing, picture or shape, lies behind the text."""
    for element in drawing.iter():
        name = local(element.tag)
        if name == "anchor":
            return on(element.get("behindDoc", "0"))
        if name in ("shape", "rect", "roundrect", "oval", "group"):
            return re.search(_BEHIND, element.get("style") or "") is not None
    return False


def covers_page(root: Element) -> bool:
    """Whether a header or footer draws something large.

    It lies behind the text of each page, whatever it says itself.
    """
    for count, element in enumerate(root.iter()):
        if count > _MOST:
            return True
        name = local(element.tag)
        if name == "anchor":
            extent = next((e for e in element if local(e.tag) == "extent"), None)
            sides = [
                number(extent.get(side)) if extent is not None else 0
                for side in ("cx", "cy")
            ]
            if all(a >= b for a, b in zip(sides, _BAND_EMU, strict=True)):
                return True
        elif name in ("shape", "rect", "group"):
            style = element.get("style") or ""
            made = {
                m[1]: float(m[2]) * _POINTS[m[3]] for m in re.finditer(_SIDE, style)
            }
            words = any(local(e.tag) == "textpath" for e in element.iter())
            big = (made.get("width", 0) >= _BAND_POINTS[0]
                   and made.get("height", 0) >= _BAND_POINTS[1])  # fmt: skip
            if big and not words:
                return True
    return False
