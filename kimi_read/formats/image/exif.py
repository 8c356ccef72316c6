"""What a camera wrote beside the pixels, as plain values.

Source: Exif 3.0 (CIPA DC-008), 4.6.4 (tags), 4.6.6 (GPS); ICC.1:2022, 9.2.41 and
10.13 (profile description).
"""

from __future__ import annotations

from kimi_read.guard.control import visible
from kimi_read.recover import value
from kimi_read.units import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from PIL.Image import Exif

_EXIF_IFD = 0x8769
_GPS_IFD = 0x8825
#: The most characters of one text that are kept.
TEXT_CHARS = 2000

_MAIN = {
    "make": 0x010F,
    "model": 0x0110,
    "software": 0x0131,
    "artist": 0x013B,
    "copyright": 0x8298,
    "description": 0x010E,
}


def metadata(exif: Exif) -> dict[str, object]:
    """Return camera, lens, exposure, date and place; only what is there.

    ``exif`` is Pillow's: the main directory, with ``get_ifd`` for the others.
    Angles are decimal degrees (north and east positive), altitude is in metres,
    lengths in millimetres, times in seconds.
    """
    nothing: dict[Any, Any] = {}
    detail = value(lambda: exif.get_ifd(_EXIF_IFD), nothing)
    gps = value(lambda: exif.get_ifd(_GPS_IFD), nothing)
    found: dict[str, object] = {
        "date": value(lambda: _date(exif, detail), ""),
        "camera": {
            name: text(exif.get(tag)) for name, tag in _MAIN.items() if exif.get(tag)
        },
        "lens": value(lambda: _lens(detail), ""),
        "exposure": value(lambda: _exposure(detail), nothing),
        "gps": value(lambda: _place(gps), nothing),
    }
    camera = found["camera"]
    if isinstance(camera, dict):
        found["camera"] = {name: words for name, words in camera.items() if words}
    return {name: what for name, what in found.items() if what}


def text(raw: object) -> str:
    """Return a tag's text without padding, bounded, control characters visible."""
    if isinstance(raw, bytes):
        raw = raw.decode("utf-8", "replace")
    if isinstance(raw, tuple):
        raw = " ".join(str(part) for part in raw[:64])
    if raw is None:
        return ""
    words = str(raw).partition("\0")[0].strip()
    return visible(" ".join(words[:TEXT_CHARS].split()))


def _date(exif: Mapping[int, object], detail: Mapping[int, object]) -> str:
    """Return when the picture was taken: ``2024-05-01 12:30:00+02:00``."""
    for raw, zone in (
        (detail.get(0x9003), detail.get(0x9011)),
        (detail.get(0x9004), detail.get(0x9012)),
        (exif.get(0x0132), detail.get(0x9010)),
    ):
        words = text(raw)
        digits = words.replace(":", "").replace("-", "").replace(" ", "")
        if len(digits) >= 12 and digits[:12].isdecimal() and int(digits[:8]):
            day, _, clock = words.partition(" ")
            return f"{day.replace(':', '-')} {clock}{text(zone)}".strip()
    return ""


def _lens(detail: Mapping[int, object]) -> str:
    maker, model = text(detail.get(0xA433)), text(detail.get(0xA434))
    return model if model.startswith(maker) else f"{maker} {model}".strip()


def _exposure(detail: Mapping[int, object]) -> dict[str, object]:
    seconds = real(detail.get(0x829A))
    found: dict[str, object] = {}
    if seconds:
        found["seconds"] = round(seconds, 6)
        found["time"] = (
            f"1/{round(1 / seconds)} s" if seconds < 0.4 else f"{number(seconds)} s"
        )
    for name, tag, digits in (
        ("fNumber", 0x829D, 2),
        ("iso", 0x8827, 0),
        ("focalLength", 0x920A, 2),
        ("focalLength35mm", 0xA405, 0),
        ("bias", 0x9204, 2),
    ):
        amount = real(detail.get(tag))
        if amount:
            found[name] = round(amount, digits) if digits else round(amount)
    flash = detail.get(0x9209)
    if isinstance(flash, int):
        found["flash"] = bool(flash & 1)
    return found


def _place(gps: Mapping[int, object]) -> dict[str, object]:
    latitude = _degrees(gps.get(2), gps.get(1), b"S")
    longitude = _degrees(gps.get(4), gps.get(3), b"W")
    if latitude is None or longitude is None:
        return {}
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return {}
    found: dict[str, object] = {"latitude": latitude, "longitude": longitude}
    altitude = real(gps.get(6))
    if altitude is not None:
        below = gps.get(5) in (1, b"\1")
        found["altitude"] = round(-altitude if below else altitude, 1)
    direction = real(gps.get(17))
    if direction is not None:
        found["direction"] = round(direction, 1)
    return found


def _degrees(parts: object, half: object, negative: bytes) -> float | None:
    if not isinstance(parts, tuple) or not parts:
        return None
    numbers = [real(part) or 0.0 for part in parts[:3]]
    degrees: float = sum(part / 60**power for power, part in enumerate(numbers))
    if text(half).upper().encode() == negative:
        degrees = -degrees
    return round(degrees, 6)


def real(raw: object) -> float | None:
    """Return a rational or number as a finite float, else None."""
    if isinstance(raw, tuple) and raw:
        raw = raw[0]
    try:
        amount = float(raw)  # type: ignore[arg-type]
    except (TypeError, ValueError, ArithmeticError):
        return None
    return amount if abs(amount) <= 1e12 else None


def profile_name(icc: bytes) -> str:
    """Return the description of an ICC profile; its colour space if it has none."""
    return value(lambda: _profile(icc), "") or icc[16:20].decode("latin-1").strip()


def _profile(icc: bytes) -> str:
    count = min(int.from_bytes(icc[128:132], "big"), 100)
    for at in range(132, 132 + 12 * count, 12):
        if icc[at : at + 4] == b"desc":
            start = int.from_bytes(icc[at + 4 : at + 8], "big")
            tag = icc[start : start + int.from_bytes(icc[at + 8 : at + 12], "big")]
            if tag[:4] == b"desc":
                length = int.from_bytes(tag[8:12], "big")
                return text(tag[12 : 12 + length])
            if tag[:4] == b"mluc":
                length = int.from_bytes(tag[20:24], "big")
                where = int.from_bytes(tag[24:28], "big")
                return text(tag[where : where + length].decode("utf-16-be", "replace"))
    return ""
