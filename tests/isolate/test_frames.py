"""The parent takes nothing from the pipe on trust, and keeps no more than it can."""

import json
import os
import select
import struct
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kimi_read.blocks import Entries, Facts, Loss, Picture
from kimi_read.errors import Crashed, Encrypted, KreadError, OutOfBounds
from kimi_read.isolate import frames
from kimi_read.isolate.decoder import Decoder
from kimi_read.isolate.job import Job
from kimi_read.isolate.worker import _Sender
from kimi_read.request import MIB, Limits, Request
from kimi_read.source import Source
from kimi_read.stream import Cuts, End, Locked, Mark, Start

SOURCE = Source(path="/x", name="x", descriptor=0, size=0, head=b"")


def decoder(**options):
    asked = {k: options.pop(k) for k in [*options] if k in Request.__annotations__}
    return Decoder(Job(module="m", source=SOURCE, request=Request(**asked), **options))


def frame(kind, payload):
    payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return struct.pack(">cI", kind, len(payload)) + payload


def back(*events, **options):
    reader = decoder(**options)
    most = reader._job.picture_bytes
    data = b"".join(part for event in events for part in frames.parts(event, most))
    return list(reader.feed(data))


EVENTS = [
    [b"one", b"", b"three\ttab"],
    Mark(3, "Page 1"),
    Start(7),
    Cuts((1, 2)),
    End(None),
    End(12),
    Facts({"title": "T", "n": 3, "list": [1, None, {"a": 1.5}]}),
    Loss("odd", "a message", "page 1", shown=False, partial=True),
    Picture("image/png", b"\0\1\0", 3, 4, "image", "a.png"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_an_event_crosses_the_pipe_unchanged(event):
    assert back(event) == [event]


def test_entries_cross_where_they_were_asked_for():
    records = [{"name": f"n{n}", "size": n} for n in range(1000)]
    got = back(Entries(records), entries=True)
    assert [r for e in got for r in e.records] == records
    assert back(Entries(records)) == []


@given(st.lists(st.integers(1, 40), max_size=60))
def test_the_cuts_between_reads_do_not_matter(sizes):
    data = b"".join(part for event in EVENTS for part in frames.parts(event))
    reader = decoder()
    got = []
    for size in [*sizes, len(data)]:
        got += reader.feed(data[:size])
        data = data[size:]
    assert got == EVENTS


def test_an_error_comes_back_as_itself():
    with pytest.raises(Encrypted) as caught:
        back(Encrypted("no \x1b[31m", hint="do\nthis"))
    assert caught.value.reason == r"no \x1b[31m"
    assert caught.value.hint == "do\nthis"


def test_the_layers_of_the_lock_come_first():
    assert list(decoder().feed(frames.ready(["rlimits"]))) == [Locked(("rlimits",))]


def test_a_sign_of_life_is_no_event():
    assert list(decoder().feed(frames.PULSE * 3)) == []


BREACHES = {
    "an unknown kind": frame(b"?", b""),
    "no kind at all": b"\0" * 64,
    "a length over the cap": struct.pack(">cI", b"L", 1 << 31),
    "a life sign with a load": struct.pack(">cI", b"H", 1) + b"x",
    "no JSON": frame(b"W", b"{"),
    "too few fields": frame(b"W", ["code"]),
    "too many fields": frame(b"M", [1, "a", 2]),
    "a number where a text should be": frame(b"W", ["a", 1, "", True, True]),
    "a code that is none": frame(b"W", ["A b", "m", "", True, True]),
    "a code that begins with a sign": frame(b"W", ["-a", "m", "", True, True]),
    "a code that begins with a digit": frame(b"W", ["9a", "m", "", True, True]),
    "a code that is long": frame(b"W", ["a" * 41, "m", "", True, True]),
    "a code with an end of its own": frame(
        b"W", ["a" * 40 + "\x1b", "", "", True, True]
    ),
    "a media type of two kinds": frame(b"P", b'["a/b/c",1,1,"image",""]\0'),
    "a media type that begins with a sign": frame(b"P", b'["a/-b",1,1,"image",""]\0'),
    "a media type without a form": frame(b"P", b'["image",1,1,"image",""]\0'),
    "a negative line": frame(b"M", [-1, "a"]),
    "a line past all numbers": frame(b"M", [1 << 60, "a"]),
    "a fraction of a line": frame(b"S", 1.5),
    "a truth for a number": frame(b"S", True),
    "a huge number": frame(b"Z", b"1" * 60),
    "facts that are a list": frame(b"F", []),
    "nesting without end": frame(b"F", b'{"a":' + b"[" * 50_000),
    "nesting past the bound": frame(b"F", b'{"a":' + b"[" * 40 + b"]" * 40 + b"}"),
    "a million nodes": frame(b"F", b'{"a":[' + b"0," * 600_000 + b"0]}"),
    "a million lines": frame(b"L", b"\n" * 1_000_000),
    "lines that are not UTF-8": frame(b"L", b"\xff\xfe"),
    "entries that are texts": frame(b"N", ["a"]),
    "a picture of an unknown role": frame(b"P", b'["image/png",1,1,"x",""]\0'),
    "a picture of no type": frame(b"P", b'["../../x",1,1,"image",""]\0'),
    "a picture with a negative edge": frame(b"P", b'["image/png",-1,1,"image",""]\0'),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_the_protocol_is_a_crash(breach):
    with pytest.raises(Crashed):
        list(decoder(entries=True).feed(BREACHES[breach]))


def test_more_lines_than_were_asked_for_are_a_crash():
    with pytest.raises(Crashed):
        list(decoder(skip=5, stop=8).feed(frame(b"L", b"1\n2\n3\n4")))


@given(st.binary(max_size=300))
@settings(max_examples=300)
def test_no_bytes_make_anything_but_events_or_an_error(data):
    try:
        list(decoder().feed(data))
    except KreadError:
        pass


@given(st.sampled_from([*frames.CAPS]), st.binary(max_size=100))
@settings(max_examples=500)
def test_no_payload_makes_anything_but_events_or_an_error(kind, payload):
    try:
        list(decoder(entries=True).feed(frame(kind, payload)))
    except KreadError:
        pass


def test_every_text_passes_the_printing_gate():
    evil = "\x1b]0;x\x07\u202e\u009b\U000e0041"
    clean = r"\x1b]0;x\x07\u202e\x9b\U000e0041"
    got = back(
        Mark(1, evil), Loss("odd", evil, evil), Facts({evil: [{evil: evil}]}),
        [evil.encode()], Picture("image/png", b"", 1, 1, "image", evil),
        Entries([{"name": evil}]), entries=True,
    )  # fmt: skip
    assert got == [
        Mark(1, clean), Loss("odd", clean, clean), Facts({clean: [{clean: clean}]}),
        [clean.encode()], Picture("image/png", b"", 1, 1, "image", clean),
        Entries([{"name": clean}]),
    ]  # fmt: skip


def test_a_name_cannot_begin_a_line():
    (entry,) = back(Entries([{"name": "a\nb\tc"}]), entries=True)
    assert entry.records == [{"name": r"a\nb\tc"}]


def test_text_comes_through_as_it_is():
    lines = [b"\x1b[31m", b"\xff\xfe raw"]
    assert back(lines, verbatim=True) == [lines]


def test_a_value_that_json_does_not_know_is_null():
    (facts,) = decoder().feed(frame(b"F", b'{"a": NaN, "b": Infinity}'))
    assert facts.values == {"a": None, "b": None}


def test_embedded_pictures_come_only_where_they_were_asked_for():
    picture = Picture("image/png", b"x", role="media", name="a.png")
    assert back(picture) == []
    assert back(picture, media=True) == [picture]


def test_an_embedded_picture_that_is_too_large_is_a_warning():
    (loss,) = back(Picture("image/png", bytes(22 * MIB), name="a.png"), media=True)
    assert loss.code == "media-too-large"


def test_facts_that_are_too_large_lose_the_largest():
    facts, loss = back(Facts({"title": "T", "big": ["x" * 100] * 30_000}))
    assert facts.values == {"title": "T"}
    assert loss.message == "left out of the metadata: big"


def test_warnings_past_the_bound_are_counted():
    got = back(*[Loss("odd", str(n)) for n in range(1500)], End(1))
    assert len(got) == 1002
    assert got[-2].message == "500 more notices were left out"


def test_a_loss_of_content_is_never_left_out_of_a_thousand_warnings():
    got = back(*[Loss("odd", str(n)) for n in range(1500)], Loss("x", "", partial=True))
    assert got[-1].partial


FLOODS = {
    "warnings": lambda n: frame(
        b"W", ["odd", "x" * 2000, "y" * 2000, True, n % 2 == 0]
    ),
    "facts": lambda n: frame(b"F", {f"{n}": ["x"] * 5000}),
    "nested facts": lambda n: frame(
        b"F", b'{"%d":[%s]}' % (n, b",".join([b"[]"] * 60_000))
    ),
    "pictures": lambda _: frame(b"P", b'["image/png",1,1,"image",""]\0' + bytes(MIB)),
    "one large line": lambda _: frame(b"L", b"x" * (8 * MIB)),
    "many short lines": lambda _: frame(b"L", b"\n" * 100_000),
    "a picture that never ends": lambda n: (
        frame(b"P", bytes(20 * MIB))[: 5 + MIB] if not n else bytes(MIB)
    ),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_no_flood_fills_the_parent(flood):
    """What a page keeps of 60 MiB of frames stays under 45 MiB."""
    reader = decoder()
    kept = []
    sent = number = 0
    tracemalloc.start()
    try:
        while sent < 60 * MIB and number < 5000:
            data = FLOODS[flood](number)
            for at in range(0, len(data), 1 << 16):
                kept += [
                    e
                    for e in reader.feed(data[at : at + (1 << 16)])
                    if type(e) is not list
                ]
            sent += len(data)
            number += 1
    except (Crashed, OutOfBounds):
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 45 * MIB


def test_marks_past_the_bound_are_left_out():
    got = list(decoder().feed(frame(b"M", [1, "Page"]) * 60_000))
    assert len(got) == 50_000


def test_cut_lines_past_the_bound_are_left_out():
    got = list(decoder().feed(frame(b"C", [*range(50_000)]) * 60))
    assert sum(len(event.lines) for event in got) == 200_000


def test_uncut_lines_may_be_as_long_as_the_output():
    line = b"x" * (9 * MIB)
    assert back([line], limits=Limits(line_chars=0)) == [[line]]
    with pytest.raises(Crashed):
        back([line])


def test_a_picture_for_a_large_screen_passes():
    picture = Picture("image/x-rgba", bytes(4 * 3840 * 2160), 3840, 2160, "image")
    assert back(picture, screen=(3840, 2160)) == [picture]


def test_a_picture_that_is_too_large_is_an_error_of_its_own():
    with pytest.raises(OutOfBounds, match="over the 22020096 allowed"):
        list(frames.parts(Picture("image/png", bytes(22 * MIB), role="image")))


def test_a_mark_waits_for_the_lines_that_follow_it():
    """Lines, a mark and the next part are one write, in their order."""
    out, pipe = os.pipe()
    job = Job(module="m", source=SOURCE, request=Request())
    sender = _Sender(pipe, job)
    sender.send([b"one"])
    sender.send(Mark(2, "Page 2"))
    sender.send([b"two"])
    assert not select.select([out], [], [], 0)[0]
    sender.flush(frames.part(3))
    reader = decoder()
    events = list(reader.feed(os.read(out, 1 << 16)))
    os.close(out)
    os.close(pipe)
    assert events == [[b"one"], Mark(2, "Page 2"), [b"two"]]
    assert reader.part == 3
