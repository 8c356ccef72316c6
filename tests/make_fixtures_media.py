"""Make the films, recordings and pictures of ``fixtures`` (ffmpeg, Pillow needed).

    python tests/make_fixtures_media.py

The encoders of another ffmpeg write other bytes: look at the answers before they are
accepted again.
"""

from __future__ import annotations

import io
import math
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

FIXTURES = Path(__file__).parent.parent / "fixtures"
FILM = "testsrc2=size=160x120:rate=25:duration=2"
TONE = "sine=frequency=440:sample_rate=44100:duration=2"
SMALL = ("-c:v", "libx264", "-preset", "veryslow", "-crf", "35", "-g", "25")
SUBTITLES = (
    "1\n00:00:00,200 --> 00:00:00,900\nHello <i>there</i>\nsecond line\n\n"
    "2\n00:00:01,000 --> 00:00:01,800\nGr\u00fc\u00dfe\n"
)
CHAPTERS = (
    ";FFMETADATA1\ntitle=A small film\n"
    "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=800\ntitle=Intro\n"
    "[CHAPTER]\nTIMEBASE=1/1000\nSTART=800\nEND=2000\ntitle=The rest | of it\n"
)


def main() -> None:
    """Write all fixtures of pictures and media that are made, not found."""
    for kind in ("good", "damaged", "hostile"):
        for name in ("media", "image", "heif", "rare", "decoded"):
            (FIXTURES / name / kind).mkdir(parents=True, exist_ok=True)
    media(FIXTURES / "media")
    seldom_media(FIXTURES / "media")
    pictures(FIXTURES / "image")
    camera_raw(FIXTURES / "image")
    seldom_pictures(FIXTURES / "rare")
    decoded_pictures(FIXTURES / "decoded")


def ffmpeg(*words: object) -> None:
    """Run ffmpeg so that it writes no dates and no versions."""
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", *map(str, words[:-1]), "-fflags", "+bitexact",
         "-flags:v", "+bitexact", "-flags:a", "+bitexact", str(words[-1])],
        check=True,
    )  # fmt: skip


def media(folder: Path) -> None:
    """Write films and recordings: each container once, and what is odd about them."""
    good, damaged = folder / "good", folder / "damaged"
    film, tone = ("-f", "lavfi", "-i", FILM), ("-f", "lavfi", "-i", TONE)
    with tempfile.TemporaryDirectory() as store:
        made = Path(store)
        (made / "s.srt").write_text(SUBTITLES)
        (made / "c.txt").write_text(CHAPTERS)
        Image.new("RGB", (64, 64), "teal").save(made / "cover.png")
        extras = ("-i", made / "s.srt", "-i", made / "c.txt")
        ffmpeg(*film, *tone, *extras, "-map", 0, "-map", 1, "-map", 2,
               "-map_metadata", 3, "-map_chapters", 3, *SMALL, "-c:a", "aac", "-b:a",
               "48k", "-c:s", "mov_text", "-metadata:s:s:0", "language=ger",
               "-metadata", "location=+48.2082+016.3738/", "-metadata",
               "creation_time=2024-05-01T12:30:00Z", good / "clip.mp4")  # fmt: skip
        ffmpeg(*film, *SMALL, made / "plain.mp4")
        ffmpeg("-i", made / "plain.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90",
               good / "sideways.mov")  # fmt: skip
        ffmpeg(*film, *tone, *extras, "-map", 0, "-map", 1, "-map", 2, "-map", 2,
               "-map_metadata", 3, "-map_chapters", 3, *SMALL, "-c:a", "libopus",
               "-b:a", "32k", "-c:s:0", "srt", "-c:s:1", "ass", "-metadata:s:s:0",
               "language=ger", "-metadata:s:s:1", "language=eng",
               good / "tracks.mkv")  # fmt: skip
        ffmpeg(*film, "-vf", "select='if(lt(t,1),1,not(mod(n,3)))'", "-vsync", "vfr",
               *SMALL, good / "variable.mp4")  # fmt: skip
        ffmpeg(*film, "-vf", "scale=176:144,setsar=16/11", *SMALL,
               good / "anamorphic.m4v")  # fmt: skip
        with (good / "live.webm").open("wb") as live:
            subprocess.run(
                ["ffmpeg", "-v", "error", *film, "-c:v", "libvpx", "-b:v", "60k",
                 "-fflags", "+bitexact", "-f", "webm", "pipe:1"], stdout=live,
                check=True,
            )  # fmt: skip
        ffmpeg(*film, *tone, "-c:v", "mpeg4", "-q:v", 20, "-c:a", "libmp3lame", "-b:a",
               "32k", good / "old.avi")  # fmt: skip
        ffmpeg(*film, "-c:v", "mpeg2video", "-q:v", 25, good / "disc.mpg")
        ffmpeg(*film, *SMALL, "-f", "mpegts", good / "stream.m2ts")
        ffmpeg(*film, "-c:v", "flv", "-q:v", 25, good / "flash.flv")
        ffmpeg(*film, "-c:v", "wmv2", "-q:v", 25, good / "windows.wmv")
        ffmpeg(*tone, "-i", made / "cover.png", "-map", 0, "-map", 1, "-c:a",
               "libmp3lame", "-b:a", "32k", "-c:v", "mjpeg", "-disposition:v",
               "attached_pic", "-id3v2_version", 3, "-metadata", "title=Sine & Co",
               "-metadata", "artist=\u00c9b\u00e8ne", good / "cover.mp3")  # fmt: skip
        # 85 whole blocks of samples: decoders differ in what they do with a rest
        ffmpeg(*tone, "-af", "atrim=end_sample=87040", "-c:a", "aac", "-b:a", "48k",
               good / "voice.m4a")  # fmt: skip
        ffmpeg(*tone, "-c:a", "flac", "-sample_fmt", "s32", good / "deep.flac")
        ffmpeg(*tone, "-ac", 2, "-c:a", "libvorbis", "-metadata", "TITLE=Ton",
               good / "song.ogg")  # fmt: skip
        ffmpeg(*tone, "-t", "0.5", "-c:a", "pcm_s16le", good / "tone.wav")
        ffmpeg(*tone, "-t", "0.5", "-c:a", "pcm_s16be", good / "tone.aiff")
        ffmpeg(*tone, "-c:a", "aac", "-b:a", "32k", good / "raw.aac")
        ffmpeg(*film, *SMALL, "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
               "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid",
               "a7e61c373e219033c21091fa607bf3b8", good / "encrypted.mp4")  # fmt: skip
        plain = (made / "plain.mp4").read_bytes()
        (damaged / "no-index.mp4").write_bytes(plain[: len(plain) // 2])
        ffmpeg("-i", made / "plain.mp4", "-c", "copy", "-movflags", "+faststart",
               made / "fast.mp4")  # fmt: skip
        fast = (made / "fast.mp4").read_bytes()
        (damaged / "cut.mp4").write_bytes(fast[: len(fast) * 6 // 10])
        tracks = (good / "tracks.mkv").read_bytes()
        (damaged / "cut.mkv").write_bytes(tracks[: len(tracks) // 2])
    hostile_media(folder / "hostile")


def seldom_media(folder: Path) -> None:
    """Write bare streams and recordings of containers that are met seldom."""
    good, damaged = folder / "good", folder / "damaged"
    film, tone = ("-f", "lavfi", "-i", FILM), ("-f", "lavfi", "-i", TONE)
    short = (*tone, "-t", "0.5")
    ffmpeg(*short, "-c:a", "alac", good / "tone.caf")
    ffmpeg(*short, "-ar", 8000, good / "tone.au")
    ffmpeg(*short, "-b:a", "64k", good / "tone.ac3")
    ffmpeg(*short, "-b:a", "64k", good / "tone.eac3")
    ffmpeg(*short, good / "tone.wv")
    ffmpeg(*short, good / "tone.tta")
    ffmpeg(*short, "-ar", 8000, good / "tone.w64")
    ffmpeg(*film, "-t", "1", *SMALL, "-f", "h264", good / "bare.h264")
    ffmpeg(*film, "-t", "1", "-c:v", "libvpx", "-b:v", "60k", good / "bare.ivf")
    cut = (good / "tone.caf").read_bytes()
    (damaged / "cut.caf").write_bytes(cut[: len(cut) * 2 // 3])


def hostile_media(folder: Path) -> None:
    """Write films whose tables lie, and one that names another file."""
    (folder / "huge-box.mp4").write_bytes(
        box(b"ftyp", b"isom" + bytes(4)) + box(b"moov", box(b"mvhd", bytes(100)))
        + struct.pack(">I4sQ", 1, b"mdat", 2**63 - 1)
    )  # fmt: skip
    deep = b""
    for _ in range(3000):
        deep = box(b"moov", deep)
    (folder / "deep-boxes.mp4").write_bytes(box(b"ftyp", b"isom" + bytes(4)) + deep)
    url = box(b"url ", bytes(4) + b"file:///etc/passwd\0")
    (folder / "names-a-file.mp4").write_bytes(film_of(url, 64, 64, 1))
    (folder / "lying-count.mp4").write_bytes(
        film_of(box(b"url ", b"\0\0\0\1"), 65_535, 65_535, 2**31 - 1)
    )


def box(name: bytes, payload: bytes) -> bytes:
    """Return an ISO base media box."""
    return struct.pack(">I4s", 8 + len(payload), name) + payload


def film_of(reference: bytes, width: int, height: int, samples: int) -> bytes:
    """Return a film of one raw track of that size, with one sample described."""
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    entry = (
        struct.pack(">I4s6xH16x2H", 86, b"raw ", 1, width, height)
        + struct.pack(">IIIH32xHh", 72 << 16, 72 << 16, 0, 1, 24, -1)
    )  # fmt: skip
    table = box(b"stbl", b"".join((
        box(b"stsd", struct.pack(">II", 0, 1) + entry),
        box(b"stts", struct.pack(">IIII", 0, 1, samples, 1)),
        box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1)),
        box(b"stsz", struct.pack(">III", 0, 12, samples)),
        box(b"stco", struct.pack(">III", 0, 1, 32)),
    )))  # fmt: skip
    data = box(b"dinf", box(b"dref", struct.pack(">II", 0, 1) + reference))
    media_box = box(b"mdia", b"".join((
        box(b"mdhd", struct.pack(">IIIIIHH", 0, 0, 0, 1000, 1000, 0x55C4, 0)),
        box(b"hdlr", struct.pack(">II4s12x", 0, 0, b"vide") + b"\0"),
        box(b"minf", box(b"vmhd", struct.pack(">IQ", 1, 0)) + data + table),
    )))  # fmt: skip
    head = struct.pack(">IIIIII8xHHHH", 3, 0, 0, 1, 0, 1000, 0, 0, 0, 0) + matrix
    size = struct.pack(">II", width << 16, height << 16)
    track = box(b"trak", box(b"tkhd", head + size) + media_box)
    movie = struct.pack(">IIIIIIH10x", 0, 0, 0, 1000, 1000, 65536, 256) + matrix
    return (
        box(b"ftyp", b"isom" + bytes(4))
        + box(b"moov", box(b"mvhd", movie + bytes(24) + b"\0\0\0\2") + track)
        + box(b"mdat", bytes(12))
    )


def drawing(size: tuple[int, int] = (64, 40)) -> Image.Image:
    """Return a small picture whose corners differ."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] // 2, size[1] // 2), fill="red")
    draw.ellipse((size[0] // 2, size[1] // 2, size[0] - 4, size[1] - 4), fill="blue")
    return image


def pictures(folder: Path) -> None:
    """Write pictures of each format, and damaged and hostile ones."""
    good, damaged, hostile = (folder / k for k in ("good", "damaged", "hostile"))
    image = drawing()
    words = PngInfo()
    words.add_text("Title", "A drawing")
    words.add_itxt("Author", "\u00c9b\u00e8ne", "fr")
    image.save(good / "text.png", pnginfo=words, dpi=(300, 300))
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0112] = "Maker", "Model 1", 6
    exif.get_ifd(0x8769).update({
        0x9003: "2024:05:01 12:30:00", 0x9011: "+02:00", 0x829A: 1 / 120,
        0x829D: 1.8, 0x8827: 400, 0x920A: 4.25, 0xA434: "Lens 4.25mm",
    })  # fmt: skip
    exif.get_ifd(0x8825).update({
        1: "N", 2: (48, 12, 29.52), 3: "E", 4: (16, 22, 25.68), 5: b"\0", 6: 171.0,
    })  # fmt: skip
    image.save(good / "camera.jpg", exif=exif, quality=60)
    frames = [image.rotate(90 * n) for n in range(1, 4)]
    image.save(good / "turning.gif", save_all=True, append_images=frames, duration=80,
               loop=0)  # fmt: skip
    image.save(good / "picture.webp", quality=50)
    image.save(good / "picture.bmp")
    image.save(good / "pages.tiff", save_all=True, append_images=frames[:1],
               compression="tiff_lzw", dpi=(72, 72))  # fmt: skip
    image.resize((48, 48)).save(good / "sizes.ico", sizes=[(16, 16), (48, 48)])
    image.save(good / "picture.avif", quality=50)
    Image.linear_gradient("L").convert("I;16").point(lambda tone: tone * 257).save(
        good / "grey16.png"
    )
    jpeg = (good / "camera.jpg").read_bytes()
    (damaged / "cut.jpg").write_bytes(jpeg[: len(jpeg) * 9 // 10])
    png = (good / "text.png").read_bytes()
    (damaged / "cut.png").write_bytes(png[: len(png) * 2 // 3])
    (hostile / "gigapixel.gif").write_bytes(
        b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0, 0, 0)
        + (b"," + struct.pack("<HHHHB", 0, 0, 65_535, 65_535, 0) + b"\2\2D\1\0") * 500
        + b";"
    )  # fmt: skip
    escape = PngInfo()
    escape.add_text("Title", "red \x1b[31m and \x07 bell")
    image.save(hostile / "escape.png", pnginfo=escape)
    shutil.copy(good / "text.png", hostile / "zip-behind.png")
    with (hostile / "zip-behind.png").open("ab") as file:
        file.write(b"PK\5\6" + bytes(18))


def camera_raw(folder: Path) -> None:
    """Write a digital negative: two previews, and sensor data that is none.

    Its orientation stands in its first directory only, as with most cameras.
    """
    small, large = io.BytesIO(), io.BytesIO()
    drawing((32, 20)).save(small, "JPEG", quality=60)
    drawing((128, 80)).save(large, "JPEG", quality=60)
    (folder / "good" / "negative.dng").write_bytes(
        negative(small.getvalue(), large.getvalue())
    )
    (folder / "damaged" / "no-preview.dng").write_bytes(negative(b"", b""))


def negative(small: bytes, large: bytes) -> bytes:
    """Return a TIFF with the tags of DNG 1.7 and the two previews in it."""
    made = b"Maker\0\0\0"
    when = b"2024:05:01 12:30:00\0"
    first, sub, raw = 8, 160, 300
    places = [400]
    for data in (made, when, small, large):
        places.append(places[-1] + len(data))
    at_make, at_date, at_small, at_large, at_raw = places

    def directory(*entries: tuple[int, int, int, int]) -> bytes:
        rows = b"".join(struct.pack("<HHII", *entry) for entry in entries)
        return struct.pack("<H", len(entries)) + rows + bytes(4)

    def at(data: bytes, place: int) -> bytes:
        return data.ljust(place, b"\0")

    data = struct.pack("<2sHI", b"II", 42, first) + directory(
        (0xFE, 4, 1, 1), (0x100, 4, 1, 32), (0x101, 4, 1, 20), (0x103, 3, 1, 7),
        (0x10F, 2, 6, at_make), (0x111, 4, 1, at_small), (0x112, 3, 1, 6),
        (0x117, 4, 1, len(small)), (0x132, 2, 20, at_date), (0x14A, 4, 1, sub),
        (0xC612, 1, 4, 0x0701),
    )  # fmt: skip
    preview = directory(
        (0xFE, 4, 1, 1), (0x100, 4, 1, 128), (0x101, 4, 1, 80), (0x103, 3, 1, 7),
        (0x111, 4, 1, at_large), (0x117, 4, 1, len(large)),
    )  # fmt: skip
    data = at(data, sub) + preview[:-4] + struct.pack("<I", raw)
    data = at(data, raw) + directory(
        (0xFE, 4, 1, 0), (0x100, 4, 1, 256), (0x101, 4, 1, 160), (0x103, 3, 1, 1),
        (0x111, 4, 1, at_raw), (0x117, 4, 1, 64),
    )  # fmt: skip
    return at(data, 400) + made + when + small + large + bytes(range(64))


def seldom_pictures(folder: Path) -> None:
    """Write pictures of the formats that are met seldom."""
    good, damaged, hostile = (folder / k for k in ("good", "damaged", "hostile"))
    image = drawing()
    image.save(good / "picture.jp2")
    image.save(good / "picture.ppm")
    image.convert("L").save(good / "picture.pgm")
    image.quantize(8).save(good / "picture.pcx")
    image.save(good / "picture.tga", rle=True)
    image.save(good / "picture.sgi")
    image.save(good / "picture.dds")
    (good / "sizes.icns").write_bytes(apple_icon({b"icp4": 16, b"icp5": 32}))
    numbers = " ".join(str(n * 16) for n in range(16))
    (good / "written.pgm").write_text(f"P2\n# by hand\n4 4\n255\n{numbers}\n")
    clear = image.convert("RGBA")
    clear.putalpha(image.convert("L"))
    wide = b"".join(
        struct.pack(">4H", *(tone * 257 for tone in pixel)) for pixel in pixels(clear)
    )
    size = struct.pack(">2I", *image.size)
    (good / "picture.ff").write_bytes(b"farbfeld" + size + wide)
    (good / "wide.pam").write_bytes(
        b"P7\nWIDTH 64\nHEIGHT 40\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\n"
        b"ENDHDR\n" + wide
    )
    photoshop(good / "picture.psd", image)
    cut = (good / "picture.tga").read_bytes()
    (damaged / "cut.tga").write_bytes(cut[: len(cut) // 2])
    (damaged / "cut.pam").write_bytes((good / "wide.pam").read_bytes()[:9000])
    (hostile / "gigapixel.pam").write_bytes(
        b"P7\nWIDTH 65535\nHEIGHT 65535\nDEPTH 4\nMAXVAL 255\nENDHDR\n" + bytes(64)
    )
    (hostile / "gigapixel.tga").write_bytes(
        struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 65535, 65535, 24, 32)
        + b"\xff\1\2\3" * 64
    )


def decoded_pictures(folder: Path) -> None:
    """Write pictures that FFmpeg reads, two of them in linear light."""
    good, damaged, hostile = (folder / k for k in ("good", "damaged", "hostile"))
    with tempfile.TemporaryDirectory() as store:
        path = Path(store) / "drawing.png"
        drawing().save(path)
        for name in ("frame.dpx", "window.xwd", "picture.jls"):
            ffmpeg("-i", path, good / name)
        curve = "'maxval*pow(val/maxval,2.2)'"
        steps = f"format=gbrp16le,lutrgb=r={curve}:g={curve}:b={curve},format=gbrpf32le"
        ffmpeg("-i", path, "-vf", steps, good / "light.exr")
    rows = b"".join(map(shared_exponent, pixels(drawing().convert("RGBA"))))
    head = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 40 +X 64\n"
    (good / "light.hdr").write_bytes(head + rows)
    cut = (good / "frame.dpx").read_bytes()
    (damaged / "cut.dpx").write_bytes(cut[: len(cut) // 2])
    lies = bytearray(cut)
    lies[772:780] = struct.pack(">II", 65_535, 65_535)
    (hostile / "gigapixel.dpx").write_bytes(lies)


def shared_exponent(pixel: tuple[int, int, int, int]) -> bytes:
    """Return a pixel of a screen as linear light, three mantissas and an exponent."""
    light = [(tone / 255) ** 2.2 for tone in pixel[:3]]
    most = max(light)
    if most < 1e-6:
        return bytes(4)
    fraction, exponent = math.frexp(most)
    scale = fraction * 256 / most
    return bytes([*(min(255, int(tone * scale)) for tone in light), exponent + 128])


def pixels(image: Image.Image) -> list[tuple[int, int, int, int]]:
    """Return the pixels of an RGBA picture."""
    data = image.tobytes()
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


def apple_icon(sizes: dict[bytes, int]) -> bytes:
    """Return an icon that holds a PNG of each size."""
    entries = b""
    for name, edge in sizes.items():
        store = io.BytesIO()
        drawing((edge, edge)).save(store, "PNG")
        entries += name + struct.pack(">I", 8 + len(store.getvalue()))
        entries += store.getvalue()
    return b"icns" + struct.pack(">I", 8 + len(entries)) + entries


def photoshop(path: Path, image: Image.Image) -> None:
    """Write a flat Photoshop document, uncompressed."""
    planes = b"".join(band.tobytes() for band in image.split())
    path.write_bytes(
        struct.pack(">4sH6xHIIHH", b"8BPS", 1, 3, image.height, image.width, 8, 3)
        + bytes(12) + struct.pack(">H", 0) + planes
    )  # fmt: skip


if __name__ == "__main__":
    main()
