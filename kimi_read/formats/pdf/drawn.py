"""What is drawn on one page: text objects, fonts, paths, images.

Coordinates are those of the page: PDF points, origin bottom left.
"""

from __future__ import annotations

from kimi_read.formats.pdf.pdfium import (
    D,
    F,
    N,
    calls,
    doubles,
    each_below,
    floats,
    ints,
    italic_angle,
    latin,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.document import Document

#: Kinds of page objects.
TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
#: Kinds of path segments.
LINE_TO, BEZIER_TO, MOVE_TO = 0, 1, 2
MAX_OBJECTS = 60_000
MAX_FORM_DEPTH = 12


class Page:
    """A parsed page and its text, until ``close``."""

    def __init__(self, doc: Document, index: int) -> None:
        self.doc = doc
        self.handle: int = calls["FPDF_LoadPage"](doc.handle, index) or 0
        if not self.handle:
            raise ValueError("its page object is missing or damaged")
        self.text: int = calls["FPDFText_LoadPage"](self.handle) or 0
        self.tree = 0
        self.rotation: int = calls["FPDFPage_GetRotation"](self.handle)
        calls["FPDF_GetPageBoundingBox"](self.handle, F[0])
        left, top, right, bottom = floats[:4]
        #: left, bottom, right, top in the page's own coordinates.
        self.box = (left, bottom, right, top)

    def close(self) -> None:
        """Free the page."""
        if self.tree:
            calls["FPDF_StructTree_Close"](self.tree)
        if self.text:
            calls["FPDFText_ClosePage"](self.text)
        if self.handle:
            calls["FPDF_ClosePage"](self.handle)
        self.tree = self.text = self.handle = 0


def each(name: str, handles: list[int]) -> list[int]:
    """Return what a call without other arguments says of each object."""
    return list(map(calls[name], handles))


def text_shape(
    page: Page, handle: int, first: int
) -> tuple[float, float, float, float, float]:
    """Return size, direction (cosine, sine) and origin x, y of a text object.

    ``first`` is the number of its first character; the size is as drawn.
    """
    floats[0] = 0
    calls["FPDFTextObj_GetFontSize"](handle, F[0])
    size = floats[0]
    calls["FPDFText_GetMatrix"](page.text, first, F[0])
    a, b, c, d = floats[:4]
    calls["FPDFText_GetCharOrigin"](page.text, first, D[0], D[1])
    along, up = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
    size = abs(size) * (up or along)
    x, y = doubles
    return (size, a / along, b / along, x, y) if along else (size, 1.0, 0.0, x, y)


def fill(handle: int) -> int:
    """Return the fill colour of an object as 0xRRGGBB, -1 where transparent."""
    return _colour("FPDFPageObj_GetFillColor", handle)


def stroke(handle: int) -> int:
    """Return the stroke colour of an object as 0xRRGGBB, -1 where transparent."""
    return _colour("FPDFPageObj_GetStrokeColor", handle)


def _colour(name: str, handle: int) -> int:
    if not calls[name](handle, N[0], N[1], N[2], N[3]):
        return 0
    red, green, blue, alpha = ints
    return -1 if alpha < 8 else red << 16 | green << 8 | blue


def font(handle: int) -> tuple[str, int, int, int, bool]:
    """Return base name, descriptor flags, weight, italic angle, embedded."""
    if not handle:
        return "", 0, 400, 0, True
    name = latin("FPDFFont_GetBaseFontName", handle)
    angle = italic_angle(handle)
    return (
        name,
        calls["FPDFFont_GetFlags"](handle),
        calls["FPDFFont_GetWeight"](handle),
        angle,
        calls["FPDFFont_GetIsEmbedded"](handle) != 0,
    )


Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def objects(
    page: Page,
) -> tuple[list[tuple[float, int, int, Matrix]], dict[int, float]]:
    """Return what is drawn besides text, and the place of each text object.

    The first are (place in painting order, kind, handle, outer matrix); forms are
    entered, not given. The second maps a text object to its place.
    """
    out: list[tuple[float, int, int, Matrix]] = []
    texts: dict[int, float] = {}
    count = calls["FPDFPage_CountObjects"](page.handle)
    left = _enter(
        page.handle, "FPDFPage_GetObject", count, IDENTITY, (0.0, 1.0, 0), out, texts,
        MAX_OBJECTS,
    )  # fmt: skip
    if left > 0:
        out.sort(key=lambda item: item[0])
    return out, texts


def _enter(  # noqa: PLR0913, PLR0917
    owner: int,
    getter: str,
    count: int,
    matrix: Matrix,
    place: tuple[float, float, int],
    out: list[tuple[float, int, int, Matrix]],
    texts: dict[int, float],
    left: int,
) -> int:
    """Add the objects of a page or form; return how many more may be looked at."""
    start, width, depth = place
    count = max(0, min(count, left))
    left -= count
    handles = each_below(getter, owner, count)
    kinds = list(map(calls["FPDFPageObj_GetType"], handles))
    step = width / (count + 1)
    texts.update(
        (handle, start + step * n)
        for n, (handle, kind) in enumerate(zip(handles, kinds, strict=True))
        if kind == TEXT
    )
    if kinds.count(TEXT) == count:
        return left
    for n, (handle, kind) in enumerate(zip(handles, kinds, strict=True)):
        if kind == TEXT or not handle:
            continue
        if kind != FORM:
            out.append((start + step * n, kind, handle, matrix))
        elif depth < MAX_FORM_DEPTH and left > 0:
            inside = calls["FPDFFormObj_CountObjects"](handle)
            calls["FPDFPageObj_GetMatrix"](handle, F[0])
            inner = multiply(tuple(floats[:6]), matrix)  # type: ignore[arg-type]
            left = _enter(
                handle, "FPDFFormObj_GetObject", inside, inner,
                (start + step * n, step * 0.9, depth + 1), out, texts, left,
            )  # fmt: skip
    return left


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """Return the matrix that applies ``m`` first and then ``n``."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (
        a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + o,
    )  # fmt: skip


def bounds(handle: int, matrix: Matrix) -> tuple[float, float, float, float]:
    """Return left, bottom, right, top of an object on the page."""
    if not calls["FPDFPageObj_GetBounds"](handle, F[0], F[1], F[2], F[3]):
        return 0.0, 0.0, 0.0, 0.0
    left, bottom, right, top = floats[:4]
    if matrix is IDENTITY:
        return left, bottom, right, top
    a, b, c, d, e, f = matrix
    corners = ((left, bottom), (left, top), (right, bottom), (right, top))
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


#: How a path is filled whose inner figures are holes.
EVEN_ODD = 1


def draw_mode(handle: int) -> tuple[int, bool]:
    """Return how a path is filled, 0 if it is not, and whether it is stroked."""
    ints[0] = ints[1] = 0
    calls["FPDFPath_GetDrawMode"](handle, N[0], N[1])
    return ints[0], ints[1] != 0


def segment_count(handle: int) -> int:
    """Return the number of segments of a path."""
    return int(calls["FPDFPath_CountSegments"](handle))


def segments(handle: int, matrix: Matrix, most: int) -> list[tuple[int, float, float]]:
    """Return kind, x and y of the first segments of a path, on the page."""
    calls["FPDFPageObj_GetMatrix"](handle, F[0])
    own: Matrix = tuple(floats[:6])  # type: ignore[assignment]
    a, b, c, d, e, f = multiply(own, matrix)
    get, point = calls["FPDFPath_GetPathSegment"], calls["FPDFPathSegment_GetPoint"]
    what, out = calls["FPDFPathSegment_GetType"], []
    for index in range(min(segment_count(handle), most)):
        segment = get(handle, index)
        point(segment, F[6], F[7])
        x, y = floats[6], floats[7]
        out.append((what(segment), a * x + c * y + e, b * x + d * y + f))
    return out
