"""The picture that is handed on: its own bytes, a converted, or a scaled one."""

from __future__ import annotations

from kimi_read.blocks import Loss, Picture
from kimi_read.errors import Malformed, TooLarge
from kimi_read.formats.image import pixels
from kimi_read.formats.image.kinds import RAW
from kimi_read.record import record
from kimi_read.recover import value
from kimi_read.request import MAX_BYTES, PAGE_IMAGE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kimi_read.blocks import Block
    from kimi_read.formats.image.look import Look
    from kimi_read.request import Request
    from kimi_read.source import Source

#: What crosses to the parent at most: base64 of it must stay a sane answer.
MOST_BYTES = 2 * MAX_BYTES["image"]
_NO_EDGE = 1 << 30
#: Modes that every viewer takes; CMYK is none.
_COMMON = ("1", "L", "LA", "P", "RGB", "RGBA")


@record(frozen=True, slots=True)
class Given:
    """Blocks to yield, and facts about how the picture was changed."""

    blocks: tuple[Block, ...]
    facts: Mapping[str, object] = {}


def give(
    source: Source, seen: Look, found: Mapping[str, object], request: Request
) -> Given:
    """Return the picture in the shape that ``request`` asks for.

    Raises:
        Malformed, TooLarge: it cannot be decoded, or is over the bound. For a
            terminal that is a loss instead: the line of description remains.
    """
    if request.screen:
        try:
            return _screen(seen, request)
        except (Malformed, TooLarge) as error:
            loss = Loss("not-shown", f"the picture is not shown: {error.reason}",
                        shown=False, partial=True)  # fmt: skip
            return Given((loss,))
    data = seen.data
    image, missing = pixels.load(seen, data, least=_least(request))
    bound = MOST_BYTES
    if request.fit or request.shape == "files-read":
        bound = PAGE_IMAGE_BYTES
    if request.fit or request.region:
        return _fitted(source, seen, (image, missing), request, bound)
    whole = seen.kind.passes and not (missing or seen.damage) and len(data) <= bound
    if whole:
        blocks: list[Block] = [
            Picture(seen.kind.media_type, data, seen.width, seen.height, "image")
        ]
        blocks += place_warning(found, request)
        blocks += _frames_checked(seen, image)
        return Given(tuple(blocks))
    return _converted(seen, image, missing, bound)


def place_warning(found: Mapping[str, object], request: Request) -> Iterator[Block]:
    """Warn that the bytes, passed on as they are, tell where the picture was taken.

    Not under ``strict``, where a warning would be a failure and nothing is wrong.
    """
    place = found.get("gps")
    if isinstance(place, dict) and not request.strict:
        where = f"{place['latitude']}, {place['longitude']}"
        yield Loss("gps", f"its metadata tells where it was taken: {where}; "
                   "--fit leaves metadata out", shown=False)  # fmt: skip


def damage_warning(seen: Look) -> Iterator[Block]:
    """Tell of a header that could only be read with tolerance."""
    if seen.damage:
        yield Loss("damaged-header", seen.damage, shown=False)


def _least(request: Request) -> tuple[int, int]:
    if request.screen:
        edge = max(request.screen)
        return edge, edge
    if request.fit and not request.region:
        return request.max_edge, request.max_edge
    return 0, 0


def _screen(seen: Look, request: Request) -> Given:
    image, missing = pixels.load(seen, seen.data, least=_least(request))
    box = (0, 0, *image.size)
    if request.region:
        box = pixels.stored_box(request.region, seen)
    small = pixels.scaled(image, box, request.screen or (1, 1), seen.turn)
    small = small.convert("RGBA")
    picture = Picture("image/x-rgba", small.tobytes(), *small.size, "image")
    return Given((picture, *_missing(missing)))


def _fitted(
    source: Source, seen: Look, decoded: tuple[Image, str], request: Request, most: int
) -> Given:
    """Cut, scale, turn and bound; nothing is done to what fits already."""
    image, missing = decoded
    edge = request.max_edge if request.fit else _NO_EDGE
    across, down = seen.upright
    clean = seen.turn == 1 and image.mode in _COMMON
    clean = clean and not (seen.damage or _has_metadata(image))
    if (
        not request.region and max(across, down) <= edge and clean and not missing
        and seen.kind.passes and source.size <= most
    ):  # fmt: skip
        picture = Picture(seen.kind.media_type, seen.data, across, down, "image")
        return Given((picture,))
    box = (0, 0, *image.size)
    origin = (0, 0, across, down)
    if request.region:
        box = pixels.stored_box(request.region, seen)
        left, top = min(request.region[0], across), min(request.region[1], down)
        origin = (left, top, min(request.region[2], across - left),
                  min(request.region[3], down - top))  # fmt: skip
    small = pixels.scaled(image, box, (edge, edge), seen.turn)
    photo = seen.kind.photo
    media_type, data, small = pixels.encoded(small, photo=photo, most=most)
    factor = round(small.width / origin[2], 6)
    facts: dict[str, object] = {
        "original": {"width": across, "height": down, "bytes": source.size},
        "factor": factor,
    }
    words = _anew(seen, media_type)
    if factor != 1 or request.region:
        words = f"shown at {small.width}x{small.height}, {factor:g} of its"
    if request.region:
        facts["region"] = [*origin]
        words += f" region {','.join(map(str, origin))} of"
    if factor != 1 or request.region:
        words += f" {across}x{down} pixels"
    loss = Loss("scaled", words, shown=False)
    picture = Picture(media_type, data, *small.size, "image")
    blocks = (picture, loss, *_first(seen), *_missing(missing))
    return Given(blocks, facts)


def _converted(seen: Look, image: Image, missing: str, most: int) -> Given:
    """Make a PNG or JPEG of what viewers do not take as it is."""
    box = (0, 0, *image.size)
    small = pixels.scaled(image, box, (_NO_EDGE, _NO_EDGE), seen.turn)
    whole = small.size
    media_type, data, small = pixels.encoded(small, photo=seen.kind.photo, most=most)
    words = _anew(seen, media_type)
    facts: dict[str, object] = {}
    if small.size != whole:
        words += f", at {small.width}x{small.height} of {whole[0]}x{whole[1]} pixels"
        facts["original"] = {"width": whole[0], "height": whole[1]}
        facts["factor"] = round(small.width / whole[0], 6)
    picture = Picture(media_type, data, *small.size, "image")
    loss = Loss("converted", words, shown=False)
    return Given((picture, loss, *_first(seen), *_missing(missing)), facts)


def _anew(seen: Look, media_type: str) -> str:
    into = media_type.removeprefix("image/").upper()
    if into == seen.kind.label:
        return f"made anew as {into}, without its metadata"
    return f"converted from {seen.kind.label} to {into}, without its metadata"


def _has_metadata(image: Image) -> bool:
    kept = {"exif", "xmp", "comment", "photoshop", "XML:com.adobe.xmp", "icc_profile"}
    if getattr(image, "text", None):
        return True
    return any(image.info.get(key) for key in kept) or bool(
        value(lambda: len(image.getexif()), 0)
    )


def _first(seen: Look) -> tuple[Block, ...]:
    if seen.kind is RAW:
        return (Loss("preview", "shown is the preview that its camera made, not what "
                     "its raw data gives", shown=False),)  # fmt: skip
    if seen.frames < 2 or seen.unit == "sizes":  # the largest is the whole icon
        return ()
    words = f"only the first of its {seen.frames} {seen.unit} is shown"
    return (Loss("first-frame", words, shown=False, partial=True),)


def _missing(damage: str) -> tuple[Block, ...]:
    if not damage:
        return ()
    return (Loss("truncated-image", f"its pixels are damaged or cut off: {damage}",
                 shown=False, partial=True),)  # fmt: skip


def _frames_checked(seen: Look, image: Image) -> Iterator[Block]:
    """Decode the other frames too, as far as the bound on pixels goes."""
    most = pixels.MAX_PIXELS // max(1, seen.width * seen.height)
    for index in range(1, min(seen.frames, most)):
        fine = value(lambda at=index: _loaded(image, at), False)  # type: ignore[misc]
        if not fine:
            yield Loss("damaged-frame", f"frame {index + 1} of {seen.frames} cannot be "
                       "decoded", shown=False, partial=True)  # fmt: skip
            return


def _loaded(image: Image, index: int) -> bool:
    image.seek(index)
    image.load()
    return True


if TYPE_CHECKING:
    from PIL.Image import Image
