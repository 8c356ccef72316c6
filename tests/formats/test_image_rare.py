"""Pictures of formats that are met seldom, and those in the raw files of cameras."""

from __future__ import annotations

import sys

import pytest
from harness import FIXTURES, kread
from PIL import Image, ImageChops, ImageStat
from reading import read

from kimi_read.detect import detect
from kimi_read.errors import Malformed, TooLarge
from kimi_read.opening import open_path

RARE = FIXTURES / "rare"
GOOD = RARE / "good"

sys.path.insert(0, str(FIXTURES.parent / "tests"))
from make_fixtures_media import drawing, negative  # noqa: E402 - a script of ours

#: Name, format, and how far its pixels may be from the drawing (0 to 255).
CASES = [
    ("picture.jp2", "jp2", 8), ("picture.ppm", "netpbm", 0),
    ("picture.pcx", "pcx", 12), ("picture.tga", "tga", 0),
    ("picture.sgi", "sgi-image", 0), ("picture.dds", "dds", 0),
    ("picture.psd", "psd", 8), ("picture.ff", "farbfeld", 0),
    ("wide.pam", "netpbm", 0),
]  # fmt: skip


#: Pictures that FFmpeg decodes.
DECODED = [
    ("frame.dpx", "dpx"), ("window.xwd", "xwd"), ("picture.jls", "jpeg-ls"),
    ("light.exr", "openexr"), ("light.hdr", "radiance"),
]  # fmt: skip


def named(path):
    """Return the name of the format that a file is found to be."""
    return detect(open_path(str(path))).format.name


def rare(path, **asked):
    """Read a picture as the engine would."""
    return read(path, "image.rare", kind=named(path), **asked)


def distance(one, other):
    """Return the mean difference of two pictures, 0 to 255."""
    assert one.size == other.size
    both = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(ImageStat.Stat(both).mean)


@pytest.mark.parametrize(("name", "form", "most"), CASES)
def test_it_is_told_by_its_bytes_and_becomes_what_viewers_take(name, form, most):
    assert named(GOOD / name) == form
    answer = rare(GOOD / name, pictures=True)
    assert answer.picture.media_type in ("image/png", "image/jpeg")
    assert distance(answer.image, drawing()) <= most
    assert (answer.facts["width"], answer.facts["height"]) == (64, 40)


@pytest.mark.parametrize(("name", "form"), DECODED)
def test_ffmpeg_decodes_it_and_linear_light_is_brought_to_a_screen(name, form):
    path = FIXTURES / "decoded" / "good" / name
    assert named(path) == form
    answer = read(path, "image.decoded", kind=form, pictures=True)
    assert distance(answer.image, drawing()) <= 12
    assert answer.lines[0].endswith(f" 64x40, {answer.lines[0].rpartition(', ')[2]}")


@pytest.mark.parametrize("path", ["damaged/cut.dpx", "hostile/gigapixel.dpx"])
def test_what_ffmpeg_cannot_decode_is_malformed(path):
    with pytest.raises(Malformed):
        read(FIXTURES / "decoded" / path, "image.decoded", kind="dpx", pictures=True)


def test_the_transparency_of_bare_samples_is_kept():
    answer = rare(GOOD / "wide.pam", pictures=True)
    alpha = answer.image.getchannel("A")
    assert alpha.getpixel((2, 2)) == drawing().convert("L").getpixel((2, 2))


def test_numbers_written_by_hand_are_a_picture_if_the_name_says_so(make):
    text = (GOOD / "written.pgm").read_bytes()
    assert named(GOOD / "written.pgm") == "netpbm"
    assert named(make("written.txt", text)) == "text"
    assert rare(GOOD / "written.pgm", pictures=True).image.size == (4, 4)


def test_prose_under_the_name_of_a_picture_is_no_picture(make):
    run = kread(make("notes.pgm", b"P2 is the second priority\n"))
    assert run.status == 65
    assert "it is text" in run.err


def test_an_apple_icon_shows_its_largest_size():
    answer = rare(GOOD / "sizes.icns", pictures=True)
    assert answer.image.size == (32, 32)
    assert answer.facts["frames"] == 2
    assert answer.lines[0].startswith("sizes.icns  Apple icon 32x32, 2 sizes")


def test_rows_that_are_cut_off_are_told():
    answer = rare(RARE / "damaged" / "cut.tga", pictures=True)
    assert "truncated-image" in answer.codes


@pytest.mark.parametrize("name", ["gigapixel.pam", "gigapixel.tga"])
def test_over_a_hundred_megapixels_are_not_decoded(name):
    with pytest.raises(TooLarge, match="65535x65535"):
        rare(RARE / "hostile" / name, pictures=True)


@pytest.mark.parametrize("missing", [b"WIDTH 64\n", b"ENDHDR\n", b"DEPTH 4\n"])
def test_a_header_without_its_fields_is_malformed(make, missing):
    data = (GOOD / "wide.pam").read_bytes().replace(missing, b"")
    with pytest.raises(Malformed):
        read(make("x.pam", data), "image.rare", kind="netpbm", pictures=True)


def test_a_raw_file_shows_the_largest_preview_upright():
    path = FIXTURES / "image" / "good" / "negative.dng"
    assert named(path) == "camera-raw"
    answer = read(path, "image", kind="camera-raw", pictures=True)
    assert answer.image.size == (80, 128)
    upright = drawing((128, 80)).transpose(Image.Transpose.ROTATE_270)
    assert distance(answer.image, upright) < 10
    facts = answer.facts
    assert (facts["rawWidth"], facts["rawHeight"]) == (256, 160)
    assert facts["camera"] == {"make": "Maker"}
    assert facts["date"] == "2024-05-01 12:30:00"


def test_a_raw_file_is_told_whatever_its_name(make):
    data = (FIXTURES / "image" / "good" / "negative.dng").read_bytes()
    assert named(make("x", data)) == "camera-raw"
    assert named(make("x.tif", data)) == "camera-raw"
    plain = data.replace(b"\x12\xc6\1\0", b"\x11\xc6\1\0")  # no version of DNG
    assert named(make("x.nef", plain)) == "camera-raw"


def test_a_picture_of_a_scanner_stays_a_tiff():
    assert named(FIXTURES / "image" / "good" / "pages.tiff") == "tiff"


def test_a_raw_file_without_a_preview_says_so(make):
    path = make("x.orf", b"IIRO\x08\0\0\0" + bytes(64))
    with pytest.raises(Malformed, match="no preview"):
        read(path, "image", kind="camera-raw", pictures=True)


def test_a_directory_that_leads_back_to_itself_ends(make):
    data = bytearray(negative(b"", b""))
    data[8 + 2 + 11 * 12 : 8 + 6 + 11 * 12] = (8).to_bytes(4, "little")
    path = make("x.dng", bytes(data) + b"\xff\xd8\xff\xe0\0\2" * 3)
    with pytest.raises(Malformed):
        read(path, "image", kind="camera-raw", pictures=True)
