"""Pictures, films and sounds: named in their place, given out when asked for.

Source: ECMA-376 part 1, 19.3.1.37 (pic), 20.1.8.13 (blip), 19.3.1.17 (videoFile);
[MS-PPTX] 2.2.8 (p14:media).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Loss, Paragraph, Picture
from kimi_read.formats.pptx.names import EMU_PER_PIXEL, P14, A, P, R, non_visual
from kimi_read.ooxml.parts import alternative
from kimi_read.ooxml.relations import content_types
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.scene import Scene

#: The most bytes of one picture that are handed out.
MAX_PICTURE_BYTES = 20 << 20
_TYPES = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff",
    "svg": "image/svg+xml", "emf": "image/emf", "wmf": "image/wmf",
    "wdp": "image/vnd.ms-photo", "webp": "image/webp",
}  # fmt: skip
_MEDIA = {A + "videoFile": "video", A + "quickTimeFile": "video",
          A + "audioFile": "audio", A + "wavAudioFile": "audio"}  # fmt: skip


def picture_blocks(
    scene: Scene, shape: Element, size: tuple[int, int] = (0, 0)
) -> Iterator[Block]:
    """Yield the reference of a picture, or of the film that it stands for.

    ``size`` is that at which it is shown, in pixels.
    """
    yield from _media(scene, shape)
    properties = non_visual(shape)
    blip = next(shape.iter(A + "blip"), None)
    link = scene.links.of(properties)
    yield from _reference(scene, blip, alternative(properties), size, link)


def blip_blocks(scene: Scene, blip: Element) -> Iterator[Block]:
    """Yield the reference of a picture that no shape of its own holds."""
    yield from _reference(scene, blip, "", (0, 0), "")


def background_blocks(scene: Scene) -> Iterator[Block]:
    """Yield the picture that a slide has as its own background."""
    blip = scene.part.root.find(f"{P}cSld/{P}bg/{P}bgPr/{A}blipFill/{A}blip")
    size = pixels(scene.deck.width, scene.deck.height)
    yield from _reference(scene, blip, "background", size, "")


def _reference(
    scene: Scene, blip: Element | None, alt: str, size: tuple[int, int], leads: str
) -> Iterator[Block]:
    if blip is None:
        return
    relation = blip.get(R + "embed") or blip.get(R + "link") or ""
    link = scene.links.relations.get(relation)
    if link is None:
        if relation:
            yield Loss("broken-link", f"a picture on slide {scene.number} has no file",
                       scene.where, partial=True)  # fmt: skip
        return
    width, height = size
    title = f"{width}x{height}" if width and height else ""
    text = inline.image(alt, shown_name(link.target, link.external), title)
    yield Paragraph(inline.link(text, leads) if leads else text)
    if scene.reading.request.media and not link.external:
        yield from handed_out(scene, link.target, width, height)


def shown_name(target: str, external: bool) -> str:
    """Return how a part is named in the text: without the folder of the format."""
    return target if external else target.removeprefix("ppt/")


def pixels(width: float, height: float) -> tuple[int, int]:
    """Return a size in EMU as one in pixels, at 96 an inch."""
    return max(0, round(width / EMU_PER_PIXEL)), max(0, round(height / EMU_PER_PIXEL))


def _media(scene: Scene, shape: Element) -> Iterator[Block]:
    properties = shape.find(f"*/{P}nvPr")
    if properties is None:
        return
    embedded = properties.find(f".//{P14}media")
    for child in properties:
        kind = _MEDIA.get(child.tag)
        if kind is None and child.tag != A + "audioCd":
            continue
        relation = child.get(R + "link") or child.get(R + "embed") or ""
        if embedded is not None and embedded.get(R + "embed"):
            relation = embedded.get(R + "embed") or ""
        link = scene.links.relations.get(relation)
        name = shown_name(link.target, link.external) if link else ""
        label = f"{kind or 'audio CD'}: {name.rpartition('/')[2] or 'no file'}"
        yield Paragraph(
            inline.link(inline.escape(label), name) if name else inline.escape(label)
        )


def handed_out(scene: Scene, name: str, width: int, height: int) -> Iterator[Block]:
    """Yield the bytes of a picture part, once for each part."""
    if name.lower() in scene.reading.pictured:
        return
    scene.reading.pictured.add(name.lower())
    package = scene.deck.package
    try:
        data = package.read(name, MAX_PICTURE_BYTES)
    except KeyError:
        yield Loss("missing-part", f"the picture {name} is missing from the file",
                   scene.where, partial=True)  # fmt: skip
        return
    yield Picture(_media_type(scene, name), data, width, height, "media",
                  name.rpartition("/")[2])  # fmt: skip


def _media_type(scene: Scene, name: str) -> str:
    extension = name.rpartition(".")[2].lower()
    if extension in _TYPES:
        return _TYPES[extension]
    nothing: tuple[dict[str, str], dict[str, str]] = ({}, {})
    defaults, overrides = value(lambda: content_types(scene.deck.package), nothing)
    found = overrides.get(name.lower()) or defaults.get(extension)
    return found or "application/octet-stream"
