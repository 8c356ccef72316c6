"""Pictures of a page: found, named, put in their place, and given out.

Source: ISO 32000-2, 8.9 (images), 7.4.8 (DCTDecode).
"""

from __future__ import annotations

from kimi_read import blocks as b
from kimi_read import inline
from kimi_read.formats.pdf import drawn, pdfium
from kimi_read.formats.pdf.marks import Area, Shot
from kimi_read.formats.pdf.pdfium import N, calls, ints
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.png import png

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.document import Document
    from kimi_read.formats.pdf.findings import Evidence
    from kimi_read.formats.pdf.shapes import Frame

    #: A picture, its name, and the block that refers to it.
    New = tuple[Shot, str, Piece]

#: The most pictures of a page that are looked at.
MAX_PICTURES = 500
#: The most bytes of one picture that are given out, and the most pixels.
MAX_BYTES = 20 << 20
MAX_PIXELS = 16_000_000
#: Smaller ones are bullets, rules and icons: points, and the share of the page.
_SIDE, _SHARE = 18.0, 0.004
#: A picture under text that covers more of the page than this is its ground.
_GROUND = 0.85
_DOTS = 150 / 72


def found(
    items: Iterable[tuple[float, int, int, drawn.Matrix]], frame: Frame
) -> list[Shot]:
    """Return the pictures of a page that are large enough, tiles put together."""
    shots: list[Shot] = []
    for order, kind, handle, matrix in items:
        if kind != drawn.IMAGE or len(shots) >= MAX_PICTURES:
            continue
        box = frame.box(*drawn.bounds(handle, matrix))
        box = (
            max(box[0], 0.0), max(box[1], 0.0),
            min(box[2], frame.width), min(box[3], frame.height),
        )  # fmt: skip
        if box[2] - box[0] < 1 or box[3] - box[1] < 1:
            continue
        ints[0] = ints[1] = 0
        calls["FPDFImageObj_GetImagePixelSize"](handle, N[0], N[1])
        size = ints[0], ints[1]
        if max(size) < 8:
            continue  # a colour, drawn large
        tag = calls["FPDFPageObj_GetMarkedContentID"](handle)
        shot = Shot(Area(*box, -1, order), tag, size, _form(handle))
        length = calls["FPDFImageObj_GetImageDataRaw"](handle, None, 0)
        shot.key = (*size, length)
        shots.append(shot)
    least = _SHARE * frame.width * frame.height
    return [
        shot for shot in _put_together(shots)
        if min(_sides(shot.area)) >= _SIDE
        and _size(shot.area) >= least
    ]  # fmt: skip


def _size(area: Area) -> float:
    return (area.x1 - area.x0) * (area.y1 - area.y0)


def _dots(area: Area) -> tuple[int, int]:
    """Return the pixels of a part of the page that is drawn anew."""
    wide, high = _sides(area)
    return max(1, round(wide * _DOTS)), max(1, round(high * _DOTS))


def _covers(large: Area, small: Area) -> bool:
    wide = min(large.x1, small.x1) - max(large.x0, small.x0)
    high = min(large.y1, small.y1) - max(large.y0, small.y0)
    return wide > 0 and high > 0 and wide * high > 0.8 * _size(small)


def _sides(area: Area) -> tuple[float, float]:
    return area.x1 - area.x0, area.y1 - area.y0


def _form(handle: int) -> str:
    """Return the extension of a picture's bytes: JPEG data are a file as they are."""
    if calls["FPDFImageObj_GetImageFilterCount"](handle) != 1:
        return "png"
    name = pdfium.narrow("FPDFImageObj_GetImageFilter", handle, 0)
    return "jpg" if name in ("DCTDecode", "DCT") else "png"


def _put_together(shots: list[Shot]) -> list[Shot]:
    """Join tiles: neighbours of one width, one below the other, or side by side."""
    for along in (0, 1):  # rows of tiles first, then strips
        shots = sorted(
            shots,
            key=lambda s: (
                (round(s.area.y0), s.area.x0) if along == 0
                else (round(s.area.x0), s.area.y0)
            ),
        )  # fmt: skip
        out: list[Shot] = []
        for shot in shots:
            last = out[-1] if out else None
            if last is not None and _touch(last.area, shot.area, along):
                _join(last, shot)
            else:
                out.append(shot)
        shots = out
    out = []
    for shot in sorted(shots, key=lambda s: -_size(s.area)):
        over = next((o for o in out if _covers(o.area, shot.area)), None)
        if over is None:
            out.append(shot)
        else:  # a part painted on it: a signature, the sharp layer of a scan
            over.parts += shot.parts
            over.key += shot.key
            over.form = "png"
    for shot in out:
        if len(shot.parts) > 1:
            shot.width, shot.height = _dots(shot.area)
    return sorted(out, key=lambda s: (s.area.y0, s.area.x0))


def _touch(one: Area, two: Area, along: int) -> bool:
    if along == 0:
        same = abs(one.y0 - two.y0) < 0.7 and abs(one.y1 - two.y1) < 0.7
        return same and abs(one.x1 - two.x0) < 0.7
    same = abs(one.x0 - two.x0) < 0.7 and abs(one.x1 - two.x1) < 0.7
    return same and abs(one.y1 - two.y0) < 0.7


def _join(one: Shot, two: Shot) -> None:
    a, c = one.area, two.area
    one.area = Area(
        min(a.x0, c.x0), min(a.y0, c.y0), max(a.x1, c.x1), max(a.y1, c.y1), -1, a.order
    )
    one.parts += two.parts
    one.key += two.key
    one.form = "png"


# --- in the text --------------------------------------------------------------------


class Album:
    """The pictures of a document: each has one name, however often it is shown."""

    def __init__(self) -> None:
        self.names: dict[tuple[object, ...], str] = {}
        self.places: set[tuple[object, ...]] = set()

    def place(self, pieces: list[Piece], seen: Evidence) -> list[New]:
        """Put a reference to each picture of a page among its blocks.

        Given are those that are new, with their names and references. One that stood
        in the same place on a page before is furniture; one under all the text is a
        ground.
        """
        new: list[New] = []
        inserts: list[tuple[int, Piece]] = []
        text = (
            sum(len(word.text) - word.blanks for word in seen.words if not word.hidden)
            > 40
        )
        for shot in seen.pictures:
            share = _size(shot.area) / (seen.width * seen.height)
            if text and not seen.ocr and share > _GROUND:
                continue
            where = *shot.key, round(shot.area.x0 / 4), round(shot.area.y0 / 4)
            if where in self.places:
                continue
            self.places.add(where)
            figure = next((p for p in pieces if shot.tag in p.pictured), None)
            if figure is None or figure.text:
                figure = Piece("figure")
                figure.y0, figure.y1 = shot.area.y0, shot.area.y1
                at = 0 if share > _GROUND else _before(pieces, shot.area)
                inserts.append((at, figure))
            name = self.names.get(shot.key)
            if name is None:
                name = f"page-{seen.index + 1}-{len(new) + 1}.{shot.form}"
                self.names[shot.key] = name
                new.append((shot, name, figure))
            size = f"{shot.width}x{shot.height}"
            figure.text = inline.image(figure.alt, f"media/{name}", size)
        for at, piece in reversed(inserts):
            pieces.insert(at, piece)
        for piece in pieces:
            if piece.alt and not piece.text:
                piece.text = inline.image(piece.alt, "")
        return new


def _before(pieces: list[Piece], area: Area) -> int:
    """Return the place among the blocks where a picture belongs.

    It follows the last block of its column that begins above it.
    """
    over = below = -1
    above_all = -1
    for at, piece in enumerate(pieces):
        boxes = [(line.x0, line.x1, line.y0) for line in piece.lines]
        if piece.grid is not None:
            boxes.append((piece.grid.x0, piece.grid.x1, piece.grid.y0))
        for x0, x1, y0 in boxes:
            above = y0 < area.y0 + 2
            if above:
                above_all = at
            if min(x1, area.x1) - max(x0, area.x0) > 0.1 * (area.x1 - area.x0):
                if above:
                    over = at
                elif below < 0:
                    below = at
    if over >= 0:
        return over + 1
    return below if below >= 0 else above_all + 1


# --- out of the file ----------------------------------------------------------------


def give(doc: Document, index: int, frame: Frame, new: list[New]) -> None:
    """Put the bytes of pictures behind their references: JPEG, or else PNG."""
    page = drawn.Page(doc, index)
    try:
        items, _ = drawn.objects(page)
        handles = {order: handle for order, _, handle, _ in items}
        for shot, name, piece in new:
            data = _bytes(page, frame, shot, handles)
            kind = "image/jpeg" if shot.form == "jpg" else "image/png"
            if data:
                piece.after.append(
                    b.Picture(kind, data, shot.width, shot.height, "media", name)
                )
                continue
            told = f"the picture {name} of {shot.width}x{shot.height} pixels "
            piece.after.append(
                b.Loss("media-lost", told + "could not be given out",
                       f"page {index + 1}", shown=False)
            )  # fmt: skip
    finally:
        page.close()


def _bytes(
    page: drawn.Page, frame: Frame, shot: Shot, handles: dict[float, int]
) -> bytes:
    if len(shot.parts) > 1:
        return _drawn(page, frame, shot.area)
    handle = handles.get(shot.parts[0], 0)
    if not handle:
        return b""
    if shot.form == "jpg":
        return pdfium.stream(handle, MAX_BYTES)
    if not 0 < shot.width * shot.height <= MAX_PIXELS:
        return b""
    width, height = shot.width, shot.height
    calls["FPDFImageObj_SetMatrix"](handle, width, 0, 0, height, 0, 0)
    # with its mask, if it has one
    made = calls["FPDFImageObj_GetRenderedBitmap"](page.doc.handle, page.handle, handle)
    made = made or calls["FPDFImageObj_GetBitmap"](handle)
    return _png(pdfium.bitmap(made)) if made else b""


def _drawn(page: drawn.Page, frame: Frame, area: Area) -> bytes:
    """Return a part of a page as it is drawn: tiles have no bytes of their own."""
    width, height = _dots(area)
    if width * height > MAX_PIXELS:
        return b""
    turn = (frame.turn - page.rotation) % 4
    if turn:
        return b""
    matrix = (_DOTS, 0.0, 0.0, _DOTS, -area.x0 * _DOTS, -area.y0 * _DOTS)
    made = pdfium.region(page.handle, matrix, width, height)
    return _png(made) if made else b""


def _png(pixels: tuple[int, int, int, int, bytes]) -> bytes:
    return png(*pixels) if pixels[3] else b""
