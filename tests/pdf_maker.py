"""PDFs written by a few lines, for tests: pages of text at given places."""

from __future__ import annotations

import zlib

FONTS = {
    "F1": "Helvetica",
    "F2": "Helvetica-Bold",
    "F3": "Courier",
    "F4": "Times-Italic",
}


def text(x: float, y: float, words: str, size: float = 10, font: str = "F1") -> str:
    """Return the operators that show ``words`` with their baseline at x, y."""
    words = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size} Tf {x} {y} Td ({words}) Tj ET\n"


def lines(
    x: float, y: float, rows: list[str], size: float = 10, font: str = "F1"
) -> str:
    """Return rows of text, each 1.2 sizes below the one before."""
    shown = [text(x, y - 1.2 * size * n, row, size, font) for n, row in enumerate(rows)]
    return "".join(shown)


def rule(x0: float, y0: float, x1: float, y1: float) -> str:
    """Return the operators that draw a straight line."""
    return f"{x0} {y0} m {x1} {y1} l S\n"


def image(name: str, x: float, y: float, width: float, height: float) -> str:
    """Return the operators that draw the picture ``name``, lower left at x, y."""
    return f"q {width} 0 0 {height} {x} {y} cm /{name} Do Q\n"


def pixels(
    width: int, height: int, data: bytes, colours: str = "DeviceGray", how: str = ""
) -> bytes:
    """Return the object of a picture of 8 bits a sample."""
    head = f"<</Type/XObject/Subtype/Image/Width {width}/Height {height}{how}"
    head += f"/BitsPerComponent 8/ColorSpace/{colours}/Length {len(data)}>>"
    return head.encode() + b"\nstream\n" + data + b"\nendstream"


def outline(pages: int, titles: list[tuple[int, str, int]]) -> list[bytes]:
    """Return the objects of an outline, to follow those of ``pages`` pages.

    A title has depth (from 0), text, and page (from 1).
    """
    first = 3 + 2 * pages
    places = {-1: first}
    parents, last = [], {}
    for n, (depth, _, _) in enumerate(titles):
        parents.append(places[depth - 1])
        places[depth] = first + 1 + n
        last.setdefault(parents[n], []).append(first + 1 + n)
    out = []
    for number in range(first, first + 1 + len(titles)):
        entry = ""
        if number > first:
            _, words, page = titles[number - first - 1]
            parent = parents[number - first - 1]
            after = [n for n in last[parent] if n > number][:1]
            entry = f"/Title({words})/Parent {parent} 0 R/Dest[{1 + 2 * page} 0 R /Fit]"
            entry += "".join(f"/Next {n} 0 R" for n in after)
        kids = last.get(number, [])
        if kids:
            entry += f"/First {kids[0]} 0 R/Last {kids[-1]} 0 R/Count {len(kids)}"
        out.append(f"<<{entry}>>".encode("latin-1"))
    return out


def pdf(
    *pages: str,
    extra: str = "",
    page: str = "",
    compress: bool = False,
    more: list[bytes] | None = None,
    pictures: str = "",
) -> bytes:
    """Return a PDF of these contents; ``extra`` goes into the catalog.

    ``more`` are objects that follow, the first of number 3 + 2 * pages.
    ``pictures`` are the names of some of them, such as ``/I1 5 0 R``.
    """
    fonts = "".join(
        f"/{name}<</Type/Font/Subtype/Type1/BaseFont/{base}>>"
        for name, base in FONTS.items()
    )
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{extra}>>".encode(),
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
    ]
    for number, content in enumerate(pages):
        data = content.encode("latin-1")
        how = ""
        if compress:
            data, how = zlib.compress(data, 9), "/Filter/FlateDecode"
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]{page}"
            f"/Contents {4 + 2 * number} 0 R/Resources<</Font<<{fonts}>>"
            f"/XObject<<{pictures}>>>>>>".encode(),
            f"<</Length {len(data)}{how}>>\nstream\n".encode() + data + b"\nendstream",
        ]
    return joined(objects + (more or []))


def joined(objects: list[bytes]) -> bytes:
    """Return a file of these objects, numbered from 1, the first its catalog."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\n" % (len(objects) + 1)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start
