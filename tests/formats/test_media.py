"""Films and recordings: facts, thumbnails, contact sheets, subtitles, loudness."""

from __future__ import annotations

import json
import shutil
import subprocess
from fractions import Fraction

import pytest
from harness import FIXTURES, kread
from PIL import Image, ImageStat
from reading import read

from kimi_read.errors import Malformed, Unsupported
from kimi_read.formats.media import boxes, damage, ebml, kinds, light, rates

GOOD = FIXTURES / "media" / "good"
DAMAGED = FIXTURES / "media" / "damaged"
HOSTILE = FIXTURES / "media" / "hostile"
FILMS = sorted(
    path
    for path in GOOD.iterdir()
    if path.suffix in (".mp4", ".mov", ".mkv", ".webm", ".avi", ".m4v", ".mpg",
                       ".m2ts", ".flv", ".wmv")
)  # fmt: skip


def stream(answer, kind="video"):
    return next(s for s in answer.facts["streams"] if s["type"] == kind)


def film(path, frames, *, rate=25, codec="mpeg4", **properties):
    """Write a film of plain frames, each an (r, g, b) or a Pillow image."""
    import av
    from PIL import Image

    with av.open(str(path), "w") as container:
        track = container.add_stream(codec, rate=rate)
        track.width, track.height = 160, 120
        track.pix_fmt = "yuv420p"
        for name, value in properties.items():
            setattr(track.codec_context, name, value)
        for number, what in enumerate(frames):
            image = (
                Image.new("RGB", (160, 120), what) if isinstance(what, tuple) else what
            )
            frame = av.VideoFrame.from_image(image)
            frame.pts = number
            frame.time_base = Fraction(1, rate)
            container.mux(track.encode(frame))
        container.mux(track.encode(None))
    return path


def halves():
    """Return a picture that is red above and blue below."""
    from PIL import Image

    image = Image.new("RGB", (160, 120), "red")
    image.paste("blue", (0, 60, 160, 120))
    return image


@pytest.mark.skipif(not shutil.which("ffprobe"), reason="ffprobe is not installed")
@pytest.mark.parametrize("path", FILMS, ids=lambda path: path.name)
def test_duration_size_and_rotation_are_those_of_ffprobe(path):
    shown = subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams",
         str(path)],
        capture_output=True, check=True,
    )  # fmt: skip
    known = json.loads(shown.stdout)
    theirs = next(s for s in known["streams"] if s["codec_type"] == "video")
    answer = read(path, "media", identify=True)
    ours = stream(answer)
    if "duration" in known["format"]:
        assert answer.facts["durationSeconds"] == pytest.approx(
            float(known["format"]["duration"]), abs=0.002
        )
    assert (ours["width"], ours["height"]) == (theirs["width"], theirs["height"])
    assert ours["codec"] == theirs["codec_name"]
    sides = theirs.get("side_data_list", [])
    turn = next((side["rotation"] for side in sides if "rotation" in side), 0)
    assert ours.get("rotation", 0) == -int(turn) % 360


def test_a_turned_film_is_shown_upright_at_its_display_size():
    answer = read(GOOD / "sideways.mov", "media", pictures=True)
    assert stream(answer)["rotation"] == 270
    assert (stream(answer)["displayWidth"], stream(answer)["displayHeight"]) == (
        120,
        160,
    )
    assert answer.image.size == (120, 160)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_thumbnail_stands_upright(tmp_path, degrees):
    import av
    from PIL import Image

    upright = halves()
    stored = upright.rotate(degrees, expand=True).resize((160, 120))
    path = tmp_path / "turned.mp4"
    with av.open(str(path), "w") as container:
        track = container.add_stream("mpeg4", rate=25)
        track.width, track.height, track.pix_fmt = 160, 120, "yuv420p"
        track.set_display_rotation(-degrees)
        for number in range(30):
            frame = av.VideoFrame.from_image(stored)
            frame.pts = number
            container.mux(track.encode(frame))
        container.mux(track.encode(None))
    answer = read(path, "media", pictures=True)
    image = answer.image.convert("RGB")
    assert stream(answer)["rotation"] == degrees
    top = image.getpixel((image.width // 2, image.height // 8))
    bottom = image.getpixel((image.width // 2, image.height * 7 // 8))
    assert top[0] > 150 > top[2]
    assert bottom[2] > 150 > bottom[0]
    assert isinstance(image, Image.Image)


def test_wide_pixels_widen_the_picture():
    answer = read(GOOD / "anamorphic.m4v", "media", pictures=True)
    assert stream(answer)["sampleAspectRatio"] == "16:11"
    assert answer.image.size == (256, 144)


def test_a_variable_rate_is_told_with_its_range():
    found = stream(read(GOOD / "variable.mp4", "media", identify=True))
    assert found["frameRateMode"] == "variable"
    assert found["frameRateMinimum"] < found["frameRate"] < found["frameRateMaximum"]


@pytest.mark.parametrize("name", ["clip.mp4", "tracks.mkv", "old.avi", "flash.flv"])
def test_a_constant_rate_is_told(name):
    found = stream(read(GOOD / name, "media", identify=True))
    assert (found["frameRateMode"], found["frameRate"]) == ("constant", 25.0)


def test_one_lost_frame_makes_no_variable_rate():
    times = [n * 40 for n in range(60)] + [n * 40 for n in range(61, 120)]
    assert rates._mode(times, 0.001) == {"frameRateMode": "constant"}


def test_a_length_that_the_header_lacks_is_counted():
    answer = read(GOOD / "live.webm", "media")
    assert answer.facts["durationSeconds"] == pytest.approx(2.0, abs=0.05)
    assert any("counted" in line for line in answer.lines)


def test_the_date_and_the_place_are_facts():
    facts = read(GOOD / "clip.mp4", "media", identify=True).facts
    assert facts["date"] == "2024-05-01 12:30:00 UTC"
    assert facts["gps"] == {"latitude": 48.2082, "longitude": 16.3738}


def test_a_tag_that_is_no_utf_8_is_read_as_western(tmp_path):
    wav = (GOOD / "tone.wav").read_bytes()
    name = "J\xf6rg".encode("cp1252") + b"\0\0"
    tag = b"INFOIART" + len(name).to_bytes(4, "little") + name
    chunk = b"LIST" + len(tag).to_bytes(4, "little") + tag
    size = (len(wav) + len(chunk) - 8).to_bytes(4, "little")
    (tmp_path / "t.wav").write_bytes(wav[:4] + size + wav[8:] + chunk)
    facts = read(tmp_path / "t.wav", "media").facts
    assert facts["tags"]["artist"] == "Jörg"


def test_chapters_are_a_table():
    answer = read(GOOD / "tracks.mkv", "media")
    assert answer.facts["chapters"][1] == {
        "start": 0.8,
        "end": 2.0,
        "title": "The rest | of it",
    }
    assert r"| 0:00.8 | 0:02.0 | The rest \| of it |" in answer.lines


def test_subtitles_are_timed_lines():
    answer = read(GOOD / "clip.mp4", "media", subtitles=True)
    assert answer.lines == [
        "00:00:00.200 --> 00:00:00.900  Hello there / second line",
        "00:00:01.000 --> 00:00:01.800  Grüße",
    ]


def test_subtitles_page_like_any_text():
    whole = read(GOOD / "tracks.mkv", "media", subtitles=True)
    rest = read(GOOD / "tracks.mkv", "media", subtitles=True, skip=1)
    assert rest.lines == whole.lines[1:]
    assert "other-subtitles" in whole.codes


def test_a_film_without_subtitles_says_so():
    with pytest.raises(Unsupported, match="no subtitle"):
        read(GOOD / "old.avi", "media", subtitles=True)


def test_a_black_lead_in_is_not_the_thumbnail(tmp_path):
    frames = [(0, 0, 0)] * 60 + [halves()] * 40
    path = film(tmp_path / "lead.mp4", frames, gop_size=300)
    answer = read(path, "media", pictures=True)
    assert max(ImageStat.Stat(answer.image.convert("RGB")).mean) > 60


def test_a_wholly_black_film_still_has_a_thumbnail(tmp_path):
    path = film(tmp_path / "black.mp4", [(0, 0, 0)] * 30)
    assert read(path, "media", pictures=True).image.size == (160, 120)


def test_a_contact_sheet_has_as_many_frames_as_asked(tmp_path):
    frames = [(255 - 8 * n, 8 * n, 128) for n in range(30)]
    path = film(tmp_path / "fade.mp4", frames, gop_size=5)
    answer = read(path, "media", pictures=True, frames=6)
    assert "fewer-frames" not in answer.codes
    sheet = answer.image.convert("RGB")
    assert sheet.width > 160
    first = sheet.getpixel((20, 20))
    last = sheet.getpixel((sheet.width - 80, sheet.height - 80))
    assert first[0] > last[0] + 60


def test_a_screen_gets_pixels_and_nothing_to_parse():
    shown = read(GOOD / "clip.mp4", "media", pictures=True, screen=(80, 80)).picture
    assert (shown.media_type, shown.width, shown.height) == ("image/x-rgba", 80, 60)
    assert len(shown.data) == 80 * 60 * 4


def test_no_picture_is_made_unless_it_is_asked_for():
    assert read(GOOD / "clip.mp4", "media").pictures == []


def test_the_cover_is_the_picture_of_a_recording():
    answer = read(GOOD / "cover.mp3", "media", pictures=True)
    assert answer.image.size == (64, 64)
    assert answer.facts["tags"]["artist"] == "Ébène"


def test_a_film_prefers_its_frames_to_its_cover():
    answer = read(GOOD / "clip.mp4", "media", pictures=True)
    assert answer.image.size == (160, 120)


def test_loudness_is_measured():
    loud = read(GOOD / "deep.flac", "media").facts["loudness"]
    assert loud["integratedLufs"] == pytest.approx(-21.8, abs=0.2)
    assert loud["peakDbfs"] == pytest.approx(-18.1, abs=0.2)
    assert len(loud["waveform"]) == 60


def test_the_waveform_follows_the_sound(tmp_path):
    import array
    import wave

    with wave.open(str(tmp_path / "w.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        loud = array.array("h", [20_000, -20_000] * 4000)
        file.writeframes(bytes(16_000) + loud.tobytes() + bytes(16_000))
    outline = read(tmp_path / "w.wav", "media").facts["loudness"]["waveform"]
    assert outline[5] == outline[-5] == " "
    assert outline[30] == "█"


@pytest.mark.parametrize(
    ("name", "depth"), [("deep.flac", 24), ("tone.wav", 16), ("tone.aiff", 16)]
)
def test_the_depth_of_a_sample_is_told(name, depth):
    assert stream(read(GOOD / name, "media"), "audio")["bitDepth"] == depth


def test_encrypted_streams_are_named_and_not_decoded():
    answer = read(GOOD / "encrypted.mp4", "media", pictures=True)
    assert answer.facts["encrypted"] == "cenc"
    assert answer.pictures == []
    assert "encrypted-streams" in answer.codes


def test_a_missing_index_is_diagnosed():
    with pytest.raises(Malformed, match=r"moov box\) is missing.*incomplete download"):
        read(DAMAGED / "no-index.mp4", "media")


@pytest.mark.parametrize("name", ["cut.mp4", "cut.mkv"])
def test_a_cut_film_gives_what_is_there_and_says_so(name):
    answer = read(DAMAGED / name, "media", pictures=True)
    assert "truncated" in answer.codes
    assert answer.image.size == (160, 120)


def test_hdr_is_named_and_tone_mapped(tmp_path):
    path = film(
        tmp_path / "hdr.mp4", [(128, 128, 128)] * 30, codec="libx265",
        color_primaries=9, color_trc=16, colorspace=9, color_range=1,
        options={"x265-params": "log-level=none"},
    )  # fmt: skip
    answer = read(path, "media", pictures=True)
    assert stream(answer)["hdr"] == "HDR10"
    tone = ImageStat.Stat(answer.image.convert("L")).mean[0]
    assert tone > 140  # half of PQ is about 92 cd/m2, well above the middle on screen


def test_light_levels_are_read_from_a_frame():
    import struct

    mastering = struct.pack("=20i2i", *[1] * 16, 1, 10_000, 1000, 1, 1, 1)
    content = struct.pack("=II", 1000, 400)
    found = light.told(
        {"MASTERING_DISPLAY_METADATA": mastering, "CONTENT_LIGHT_LEVEL": content}
    )
    assert found == {
        "masteringMaximum": 1000.0,
        "masteringMinimum": 0.0001,
        "maxContentLight": 1000,
        "maxFrameAverageLight": 400,
    }


def test_an_encrypted_matroska_track_is_seen_in_its_head():
    encoding = b"\x62\x40\x9a\x50\x33\x81\1\x50\x35\x8a\x47\xe1\x81\5"
    assert ebml.encrypted(b"tracks" + encoding)
    assert not ebml.encrypted((GOOD / "tracks.mkv").read_bytes())


def test_dolby_vision_in_matroska_is_seen_in_its_head():
    record = bytes((1, 0)) + (5 << 9 | 6 << 3 | 5).to_bytes(2, "big") + bytes(20)
    head = b"\x41\xe7\x84dvcC\x41\xed\x98" + record
    assert ebml.vision(head) == {"profile": 5, "level": 6, "compatibility": 0}


def test_dolby_vision_is_read_from_its_record():
    record = bytes((1, 0)) + (8 << 9 | 6 << 3 | 5).to_bytes(2, "big") + bytes((0x40,))
    assert boxes.dolby_vision(record) == {"profile": 8, "level": 6, "compatibility": 4}


@pytest.mark.parametrize(
    "text",
    [
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nfile:///etc/passwd\n",
        "ffconcat version 1.0\nfile /etc/passwd\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5000 RTP/AVP 96\n",
        "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011'/>",
    ],
)
@pytest.mark.parametrize("forced", ["", "mp4", "mkv", "mpegts"])
def test_a_script_is_never_opened_as_a_film(make, text, forced):
    with pytest.raises(Malformed):
        read(make("clip.mp4", text), "media", kind=forced)


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.mp4")), ids=lambda p: p.name)
def test_hostile_tables_end_in_an_answer_or_an_error(path):
    try:
        answer = read(path, "media", pictures=True)
    except Malformed:
        return
    assert answer.facts["container"] == "MP4"


@pytest.mark.parametrize(
    ("head", "demuxer"),
    [
        (b"\x1a\x45\xdf\xa3", "matroska"),
        (b"RIFF\0\0\0\0AVI LIST", "avi"),
        (b"\0\0\0\x20ftypisom", "mov"),
        (b"\xff\xf1\x50\x80", "aac"),
        (b"\xff\xfb\x90\x00", "mp3"),
        (b"FORM\0\0\0\0AIFC", "aiff"),
        (b"#!AMR\n", "amr"),
    ],
)
def test_the_first_bytes_choose_the_demuxer(make, head, demuxer):
    from kimi_read.opening import open_path

    source = open_path(str(make("x", head + bytes(64))))
    assert kinds.kind_of(source).demuxer == demuxer


@pytest.mark.parametrize(
    ("head", "asked", "demuxer"),
    [
        (b"\xff" * 100, "mpegts", "mpegts"),
        (b"\xff\xff" + bytes(60), "mp3", "mp3"),
        (b"\x0b\x77\0\0\x10\x40", "ac3", "ac3"),
        (b"\x0b\x77\0\0\x10\x80", "ac3", "eac3"),
        (b"\0\0\0\1\x67", "h264", "h264"),
        (b"\x56\xe0\0", "aac", "loas"),
        (b"ID3\4\0\0\0\0\0\0MP+\7", "musepack", "mpc"),
    ],
)
def test_what_the_detector_saw_outweighs_a_sync_word(make, head, asked, demuxer):
    from kimi_read.opening import open_path

    source = open_path(str(make("x", head + bytes(64))))
    assert kinds.kind_of(source, asked).demuxer == demuxer


def test_an_mp3_tag_is_passed_over_to_what_follows():
    assert kinds.tag_size(b"ID3\4\0\0\0\0\2\1") == 10 + 257


def test_a_half_written_header_is_told_from_a_download_that_stopped():
    unfinished = boxes.Walk((), index=False, fragments=False)
    assert "not finished" in damage.no_index(unfinished)


@pytest.mark.parametrize(
    ("name", "seconds", "codec"),
    [
        ("tone.caf", 0.557, "alac"), ("tone.au", 0.5, "pcm_s16be"),
        ("tone.ac3", 0.522, "ac3"), ("tone.eac3", 0.522, "eac3"),
        ("tone.tta", 0.5, "tta"), ("tone.wv", 0.5, "wavpack"),
        ("tone.w64", 0.5, "pcm_s16le"), ("bare.ivf", 1.0, "vp8"),
    ],
)  # fmt: skip
def test_containers_that_are_met_seldom_are_read(name, seconds, codec):
    facts = json.loads(kread(GOOD / name, "--identify", "--json").out)["metadata"]
    assert facts["durationSeconds"] == pytest.approx(seconds, abs=0.03)
    assert facts["streams"][0]["codec"] == codec


def test_a_bare_stream_without_times_has_a_thumbnail(tmp_path):
    target = tmp_path / "t.jpg"
    run = kread(GOOD / "bare.h264", "--thumbnail", target)
    assert run.status == 0
    with Image.open(target) as image:
        assert image.size == (160, 120)


def test_the_rate_of_a_clock_is_no_frame_rate():
    from types import SimpleNamespace

    stream = SimpleNamespace(
        average_rate=None, guessed_rate=1000, base_rate=1000, time_base=None,
        container=SimpleNamespace(format=SimpleNamespace(name="asf")),
    )  # fmt: skip
    assert rates.frame_rate(stream) == {}


@pytest.mark.parametrize(
    ("name", "kept", "said"),
    [
        ("deep.flac", 0.4, "of its 0:02.0 can be heard"),
        ("cover.mp3", 0.5, "of its 0:0"),
        ("song.ogg", 0.8, "its last page is not whole"),
    ],
)
def test_a_recording_that_is_cut_off_says_so(name, kept, said, make):
    data = (GOOD / name).read_bytes()
    run = kread(make(name, data[: int(len(data) * kept)]), "--json")
    codes = {loss["code"]: loss["message"] for loss in run.json["warnings"]}
    assert said in codes["truncated"]
    assert run.json["truncated"]
    assert "truncated" not in read(GOOD / name, "media").codes


def test_a_range_of_loudness_takes_more_than_a_few_seconds(tmp_path):
    import wave

    for seconds in (3, 7):
        with wave.open(str(tmp_path / f"{seconds}.wav"), "wb") as out:
            out.setparams((1, 2, 8000, 0, "NONE", ""))
            out.writeframes(b"\0\x10\0\xf0" * 4000 * seconds)
        loud = read(tmp_path / f"{seconds}.wav", "media").facts["loudness"]
        assert ("rangeLu" in loud) == (seconds == 7)
