"""Pictures: what they are, and what is handed on of them."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from harness import FIXTURES, kread
from PIL import Image, ImageChops, ImageStat
from reading import read

from kimi_read.errors import Malformed, TooLarge
from kimi_read.formats.image.gif import survey
from kimi_read.formats.image.kinds import kind_of
from kimi_read.units import clock, rate_words, size_words

GOOD = FIXTURES / "image" / "good"
TURNS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def chart(width=120, height=80):
    """Return a picture in which no two places look alike."""
    across = Image.linear_gradient("L").rotate(90).resize((width, height))
    down = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (across, down, Image.new("L", (width, height), 40)))


def turned(tmp_path, orientation, form="PNG"):
    """Save a chart so that its orientation turns it upright; return path and chart."""
    upright = chart()
    back = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    how = back.get(orientation, TURNS[orientation])
    stored = upright if how is None else upright.transpose(how)
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"turned.{form.lower()}"
    stored.save(path, form, exif=exif)
    return path, upright


def distance(one, other):
    """Return the mean difference of two pictures, 0 to 255."""
    assert one.size == other.size
    both = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(ImageStat.Stat(both).mean)


@pytest.mark.parametrize(
    "name", ["text.png", "camera.jpg", "turning.gif", "picture.webp"]
)
def test_what_viewers_take_is_passed_on_byte_for_byte(name):
    answer = read(GOOD / name, "image", pictures=True)
    assert answer.picture.data == (GOOD / name).read_bytes()
    assert answer.picture.role == "image"


@pytest.mark.parametrize("name", ["picture.bmp", "pages.tiff", "sizes.ico"])
def test_drawings_in_other_formats_become_png(name):
    answer = read(GOOD / name, "image", pictures=True)
    assert answer.picture.media_type == "image/png"
    with Image.open(GOOD / name) as original:
        assert distance(answer.image, original.convert("RGB")) == 0
    assert "converted" in answer.codes


@pytest.mark.parametrize("path", ["image/good/picture.avif", "heif/good/tree.heic"])
def test_photographs_in_other_formats_become_jpeg(path):
    reader = "image.heif" if path.endswith("heic") else "image"
    answer = read(FIXTURES / path, reader, pictures=True)
    assert answer.picture.media_type == "image/jpeg"
    assert answer.image.size == (answer.facts["width"], answer.facts["height"])


def test_transparency_outlives_the_conversion(tmp_path):
    Image.new("RGBA", (20, 10), (255, 0, 0, 90)).save(tmp_path / "a.avif", quality=90)
    answer = read(tmp_path / "a.avif", "image", pictures=True)
    assert answer.picture.media_type == "image/png"
    assert abs(answer.image.getchannel("A").getpixel((5, 5)) - 90) < 6


@pytest.mark.parametrize("orientation", TURNS)
@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_every_orientation_is_turned_upright(tmp_path, orientation, form):
    path, upright = turned(tmp_path, orientation, form)
    answer = read(path, "image", pictures=True, fit=True)
    assert distance(answer.image, upright) < 1


@pytest.mark.parametrize("orientation", TURNS)
def test_a_region_is_cut_from_what_a_person_sees(tmp_path, orientation):
    path, upright = turned(tmp_path, orientation)
    answer = read(path, "image", pictures=True, region=(10, 20, 50, 30))
    assert distance(answer.image, upright.crop((10, 20, 60, 50))) == 0
    assert answer.facts["region"] == [10, 20, 50, 30]


def test_a_region_beyond_the_edge_ends_at_it(tmp_path):
    path, upright = turned(tmp_path, 1)
    answer = read(path, "image", pictures=True, region=(100, 70, 500, 500))
    assert distance(answer.image, upright.crop((100, 70, 120, 80))) == 0


def test_a_region_outside_is_refused(tmp_path):
    path, _ = turned(tmp_path, 1)
    with pytest.raises(Malformed, match="outside"):
        read(path, "image", pictures=True, region=(120, 0, 5, 5))


def test_a_picture_is_brought_within_an_edge_and_told_so(tmp_path):
    chart(900, 300).save(tmp_path / "wide.png")
    answer = read(tmp_path / "wide.png", "image", pictures=True, fit=True, max_edge=300)
    assert answer.image.size == (300, 100)
    assert answer.facts["factor"] == pytest.approx(1 / 3, abs=1e-5)
    assert answer.facts["original"]["width"] == 900
    assert "scaled" in answer.codes


def test_a_small_picture_is_never_enlarged(tmp_path):
    chart(30, 20).save(tmp_path / "small.bmp")
    answer = read(tmp_path / "small.bmp", "image", pictures=True, fit=True)
    assert answer.image.size == (30, 20)


def test_a_picture_that_fits_is_left_alone(tmp_path):
    chart().save(tmp_path / "plain.png")
    answer = read(tmp_path / "plain.png", "image", pictures=True, fit=True)
    assert answer.picture.data == (tmp_path / "plain.png").read_bytes()


def test_noise_is_brought_under_five_mebibytes(tmp_path):
    noise = Image.effect_noise((2400, 2400), 90)
    Image.merge("RGB", (noise, noise.rotate(90), noise.rotate(180))).save(
        tmp_path / "noise.png", compress_level=0
    )
    answer = read(tmp_path / "noise.png", "image", pictures=True, shape="files-read")
    assert len(answer.picture.data) <= 5 << 20
    assert answer.image.size == (answer.picture.width, answer.picture.height)


def test_the_place_is_named_where_bytes_are_passed_on():
    answer = read(GOOD / "camera.jpg", "image", pictures=True)
    (loss,) = [loss for loss in answer.losses if loss.code == "gps"]
    assert "48.2082, 16.3738" in loss.message


def test_the_place_is_dropped_by_fit():
    answer = read(GOOD / "camera.jpg", "image", pictures=True, fit=True)
    assert "gps" not in answer.codes
    assert "gps" not in answer.facts
    assert not answer.image.getexif()


def test_a_camera_tells_what_it_did():
    facts = read(GOOD / "camera.jpg", "image", identify=True).facts
    assert facts["camera"] == {"make": "Maker", "model": "Model 1"}
    assert facts["date"] == "2024-05-01 12:30:00+02:00"
    assert facts["lens"] == "Lens 4.25mm"
    assert facts["exposure"]["time"] == "1/120 s"
    assert facts["exposure"]["fNumber"] == 1.8
    assert facts["gps"] == {
        "latitude": 48.2082,
        "longitude": 16.3738,
        "altitude": 171.0,
    }
    assert (facts["width"], facts["displayWidth"]) == (64, 40)


def test_text_chunks_and_resolution_are_facts():
    facts = read(GOOD / "text.png", "image", identify=True).facts
    assert facts["text"] == {"Title": "A drawing", "Author": "Ébène"}
    assert facts["dpi"] == [300.0, 300.0]


def test_escape_characters_in_metadata_are_made_visible():
    facts = read(FIXTURES / "image/hostile/escape.png", "image", identify=True).facts
    assert facts["text"]["Title"] == r"red \x1b[31m and \x07 bell"


def test_sixteen_bits_are_scaled_not_clipped():
    answer = read(GOOD / "grey16.png", "image", pictures=True, screen=(256, 256))
    tones = answer.image.convert("L").get_flattened_data()
    assert min(tones) < 5
    assert max(tones) > 250
    assert 110 < sum(tones) / len(tones) < 145


def test_a_screen_gets_pixels_and_nothing_to_parse(tmp_path):
    chart(900, 300).save(tmp_path / "wide.png")
    answer = read(tmp_path / "wide.png", "image", pictures=True, screen=(300, 300))
    shown = answer.picture
    assert (shown.media_type, shown.width, shown.height) == ("image/x-rgba", 300, 100)
    assert len(shown.data) == 300 * 100 * 4


def test_a_screen_that_can_show_nothing_still_gets_the_line():
    path = FIXTURES / "image/hostile/gigapixel.gif"
    answer = read(path, "image", pictures=True, screen=(80, 40))
    assert answer.pictures == []
    assert "not-shown" in answer.codes
    assert answer.lines == ["gigapixel.gif  GIF 65535x65535, 500 frames, 7.5 kB"]


def test_over_a_hundred_megapixels_are_not_decoded():
    with pytest.raises(TooLarge, match="100 megapixels"):
        read(FIXTURES / "image/hostile/gigapixel.gif", "image", pictures=True)


def test_a_bomb_of_text_costs_the_text_and_not_the_picture(tmp_path):
    plain = io.BytesIO()
    chart(4, 4).save(plain, "PNG")
    data = plain.getvalue()
    body = b"zTXt" + b"bomb\0\0" + zlib.compress(bytes(20 << 20))
    chunk = (
        struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    )
    (tmp_path / "bomb.png").write_bytes(data[:33] + chunk + data[33:])
    answer = read(tmp_path / "bomb.png", "image", pictures=True)
    assert answer.image.size == (4, 4)
    assert "damaged-header" in answer.codes


def test_of_a_truncated_picture_what_is_there_is_given():
    answer = read(FIXTURES / "image/damaged/cut.jpg", "image", pictures=True)
    assert answer.image.size == (40, 64)
    (loss,) = [loss for loss in answer.losses if loss.code == "truncated-image"]
    assert loss.partial


def test_a_profile_is_brought_to_srgb(tmp_path):
    from PIL import ImageCms

    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    icc = lab.replace(b"sRGB", b"odd ")
    Image.new("RGB", (8, 8), (200, 30, 30)).save(tmp_path / "p.png", icc_profile=icc)
    answer = read(tmp_path / "p.png", "image", pictures=True, fit=True)
    assert "icc_profile" not in answer.image.info
    assert answer.image.convert("RGB").getpixel((0, 0))[0] > 150


def test_gif_frames_are_counted_without_decoding():
    found = survey((GOOD / "turning.gif").read_bytes())
    assert found == {"frames": 4, "durationSeconds": 0.32, "loop": 0}


@pytest.mark.parametrize(
    ("head", "label"),
    [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "WebP"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", "AVIF"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "HEIC"),
        (b"MM\0+\0\x08\0\0", "TIFF"),
    ],
)
def test_the_first_bytes_tell_the_kind(head, label):
    assert kind_of(head).label == label


def test_a_web_page_is_no_picture(make):
    with pytest.raises(Malformed):
        read(make("page.png", "<!doctype html>"), "image")


def test_a_pipe_gets_the_untouched_bytes():
    run = kread(GOOD / "text.png")
    assert run.out == (GOOD / "text.png").read_bytes()


@pytest.mark.parametrize(
    ("count", "words"), [(812, "812 B"), (3_100_000, "3.1 MB"), (48_000, "48 kB")]
)
def test_sizes_are_told_in_decimal_units(count, words):
    assert size_words(count) == words


def test_durations_and_rates_are_told_in_words():
    assert clock(3723.4) == "1:02:03"
    assert clock(59.96, digits=1) == "1:00.0"
    assert rate_words(1_400_000) == "1.4 Mb/s"


def test_pages_are_called_pages_and_the_largest_size_is_the_whole_icon(tmp_path):
    one = Image.new("RGB", (64, 64), "red")
    one.save(tmp_path / "a.tif", save_all=True, append_images=[one])
    one.save(tmp_path / "a.ico", sizes=[(16, 16), (64, 64)])
    pages = {
        w["code"]: w["message"]
        for w in kread(tmp_path / "a.tif", "--json").json["warnings"]
    }
    assert pages["first-frame"] == "only the first of its 2 pages is shown"
    assert not kread(tmp_path / "a.ico", "--json").json["truncated"]
