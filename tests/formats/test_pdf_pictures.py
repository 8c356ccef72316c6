"""PDF: pictures named in their place, and given out."""

from __future__ import annotations

import io

import pytest
from pdf_maker import image, lines, pdf, pixels, text
from PIL import Image
from reading import read

from kimi_read.formats.pdf.png import png

WIDE, HIGH = 40, 30
GREY = bytes(range(40)) * HIGH
ABOVE = text(72, 700, "Above.")
BELOW = text(72, 400, "Below.")


def page(*shown: str, data: bytes = b"", count: int = 1) -> bytes:
    """Return pages with one picture at hand, each with what is shown."""
    more = [data or pixels(WIDE, HIGH, GREY)]
    pages = [f"{ABOVE}{part}{BELOW}" for part in shown] * count
    return pdf(*pages, more=more, pictures=f"/I1 {3 + 2 * len(pages)} 0 R")


def said(answer) -> list[str]:
    return [n for n in answer.lines if n and not n.startswith("<!--")]


def test_a_picture_is_named_between_what_stands_above_and_below(make):
    """With its size in pixels; its bytes come only when asked for."""
    answer = read(make("a.pdf", page(image("I1", 72, 450, 200, 150))), "pdf")
    name = '![](media/page-1-1.png "40x30")'
    assert said(answer) == ["Above.", name, "Below."]
    assert not answer.pictures


def test_its_bytes_are_its_pixels(make):
    """Those of the file, not of the page, whatever size it is shown in."""
    path = make("a.pdf", page(image("I1", 72, 450, 200, 150)))
    answer = read(path, "pdf", media=True)
    shown = answer.picture
    assert (shown.name, shown.media_type) == ("page-1-1.png", "image/png")
    made = answer.image
    assert made.size == (WIDE, HIGH)
    assert made.convert("L").tobytes() == GREY


def test_jpeg_data_are_given_as_they_are(make):
    """They are a file by themselves."""
    out = io.BytesIO()
    Image.frombytes("L", (WIDE, HIGH), GREY).save(out, "JPEG")
    held = pixels(WIDE, HIGH, out.getvalue(), how="/Filter/DCTDecode")
    path = make("a.pdf", page(image("I1", 72, 450, 200, 150), data=held))
    answer = read(path, "pdf", media=True)
    assert answer.picture.name == "page-1-1.jpg"
    assert answer.picture.data == out.getvalue()


def test_a_picture_in_the_same_place_on_each_page_stands_once(make):
    """As a running head does."""
    answer = read(make("a.pdf", page(image("I1", 72, 450, 200, 150), count=3)), "pdf")
    assert sum("![](" in line for line in answer.lines) == 1


def test_the_same_picture_in_another_place_has_the_same_name(make):
    """And one file."""
    first, second = image("I1", 72, 450, 200, 150), image("I1", 300, 500, 200, 150)
    answer = read(make("a.pdf", page(first, second)), "pdf", media=True)
    assert sum("media/page-1-1.png" in line for line in answer.lines) == 2
    assert len(answer.pictures) == 1


@pytest.mark.parametrize(
    "shown", [image("I1", 72, 450, 12, 12), image("I1", 72, 450, 400, 2),
              image("I1", 0, 0, 612, 792)],
)  # fmt: skip
def test_icons_rules_and_grounds_are_left_out(make, shown):
    """They are how a page looks, not what it says."""
    words = lines(72, 650, ["Words that stand on the page in any case."] * 3)
    answer = read(make("a.pdf", page(shown + words)), "pdf")
    assert "![" not in "".join(answer.lines)


def test_tiles_are_one_picture(make):
    """Some programs cut a picture into strips."""
    strips = [image("I1", 72, 450 + 20 * n, 200, 20) for n in range(8)]
    answer = read(make("a.pdf", page("".join(strips))), "pdf", media=True)
    assert sum("![](" in line for line in answer.lines) == 1
    assert answer.image.size == (round(200 * 150 / 72), round(160 * 150 / 72))


@pytest.mark.parametrize(
    ("deep", "pixel", "mode", "shown"),
    [(1, b"\x20", "L", (0x20,)), (3, b"\x01\x02\x03", "RGB", (3, 2, 1)),
     (3, b"\x07\x07\x07", "L", (7,)), (4, b"\x01\x02\x03\xff", "RGB", (3, 2, 1)),
     (4, b"\x01\x02\x03\x80", "RGBA", (3, 2, 1, 0x80))],
)  # fmt: skip
def test_pixels_are_written_in_the_least_form(deep, pixel, mode, shown):
    """Grey as grey, and opaque without a channel for it; rows may be padded."""
    row = pixel * 5 + b"\0" * 3
    made = Image.open(io.BytesIO(png(5, 2, len(row), deep, row * 2)))
    pixel = made.getpixel((4, 1))
    assert (made.mode, made.size) == (mode, (5, 2))
    assert (pixel if isinstance(pixel, tuple) else (pixel,)) == shown
