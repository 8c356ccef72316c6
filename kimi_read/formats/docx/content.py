"""What stands inside paragraphs: runs and their formats, read into pieces.

Source: ECMA-376 part 1, 17.3.2 (runs), 17.7 (styles of runs).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx.bare import bare_text
from kimi_read.formats.docx.fields import MAX_NESTED, MAX_PARAGRAPHS, Field
from kimi_read.formats.docx.grounds import covers
from kimi_read.formats.docx.names import RPR, RUN, TEXT, VAL, W, number, on
from kimi_read.formats.docx.paint import (
    COLOR,
    HIGHLIGHT,
    SHADE,
    SIZE,
    TEXT_FILL,
    is_tiny,
)
from kimi_read.formats.docx.styles import (
    RUN_FONTS,
    RUN_STYLE,
    TOGGLES,
    VERT_ALIGN,
    VERTICAL,
    font_of,
    symbol_font,
)
from kimi_read.guard.hidden import conceals
from kimi_read.inline import is_script
from kimi_read.ooxml.colours import UNKNOWN, close, lost
from kimi_read.ooxml.fonts import shown
from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.relations import Relation, relations
from kimi_read.ooxml.spans import (
    BOLD,
    CODE,
    ITALIC,
    PALE,
    RAW,
    SUB,
    SUPER,
    TINY,
    UNSEEN,
    Spans,
)
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.paint import Ground
    from kimi_read.formats.docx.styles import ParagraphStyle, RunStyle

    #: The target of the link around an element, and the tracked change around it.
    Around = tuple[str, str]
    #: The formats of a run as bits, and its font if that draws symbols for letters.
    Look = tuple[int, str]
    Maker = Callable[["Content", Element, Around], None]
    RunMaker = Callable[["Content", Element, Look, Around], None]

#: Runs that lie inside more elements than this are read as plain text.
DEPTH = 60
#: Zero-width space, word joiner, byte order mark: one alone is a hint for line ends.
_ZERO_WIDTH = "[\u200b-\u200d\u2060\ufeff]"
_LONE = f"(?<!{_ZERO_WIDTH})[\u200b\u2060\ufeff](?!{_ZERO_WIDTH})"
_RTL = W + "rtl"
_PAINTED = frozenset((COLOR, SHADE, HIGHLIGHT, TEXT_FILL, _RTL))
#: The toggles of text from right to left (17.3.2.30), which b and i leave alone.
_RTL_TOGGLES = ((W + "bCs", BOLD), (W + "iCs", ITALIC))
_DRAWN = frozenset((W + "drawing", W + "pict"))
_NOWHERE = ("", "")
POSITION = W + "position"


@record(frozen=True, slots=True)
class Makers:
    """What to do with an element beside runs, inside of runs, or not at all."""

    around_runs: Mapping[object, Maker]
    in_runs: Mapping[object, RunMaker]
    skipped: frozenset[str]


class Content:
    """Reads the paragraphs of one part, with the state that goes from one to the next.

    ``spans`` holds the text of the paragraph read last, ``boxes`` its text boxes
    (``w:txbxContent``) and ``after`` what is to follow it. ``styled_code`` says that
    a character style, and no font alone, made some of it code. ``base`` are the
    formats of its style, ``bound`` what the next paragraph says instead of its runs
    (``docx.binding``), ``fields`` the fields that are open, outermost first; where
    ``fields_end`` is false, ends were found missing, and no more are opened.
    """

    def __init__(self, document: Document, part: str, makers: Makers) -> None:
        self.document = document
        self.part = part
        self._makers = makers
        self.spans = Spans()
        self.boxes: list[tuple[Element, Ground]] = []
        self.after: list[Block] = []
        self.styled_code = False
        self._relations: dict[str, Relation] | None = None
        self.fields: list[Field] = []
        self.fields_end = True
        self.base = 0
        self._font = ""
        self.ground: Ground = document.page
        self._here: tuple[Element, ParagraphStyle, Element | None, bool] | None = None
        self.bound = ""
        self._comments = document.notes.open_comments
        self._over: bool | None = None
        self.shown = True
        self._depth = 0

    @property
    def relations(self) -> dict[str, Relation]:
        """The relationships of this part."""
        if self._relations is None:
            self._relations = relations(self.document.package, self.part)
        return self._relations

    def paragraph(
        self,
        element: Element,
        style: ParagraphStyle,
        shading: Element | None = None,
        placed: bool = False,
    ) -> Spans:
        """Read one paragraph (or anything that holds runs) in the given style.

        ``shading`` is its own ``w:shd``; a paragraph that is ``placed`` stands in a
        frame, somewhere on the page.
        """
        self.spans = Spans()
        self.boxes = []
        self.after = []
        self.styled_code = False
        ground = self.ground
        self.base = base = style.base | ground.flags
        self._here = (element, style, shading, placed)
        self._over = None
        ink = ground.ink if style.ink is None else style.ink
        if ink is not None and self._lost(ink, None):
            self.base = base | PALE
        self._font = style.symbols
        if self.fields:
            self._age()
        if self._comments:
            self.document.notes.said(" ")
        if self.bound:
            self._bound(element)
        else:
            self.walk(element)
        return self.spans

    def _bound(self, element: Element) -> None:
        """Read a paragraph that says what the XML says which it is bound to."""
        bound, self.bound = self.bound, ""
        if bound == "".join(e.text or "" for e in element.iter(TEXT)).strip():
            self.walk(element)
        else:
            self.instead(element, bound)

    def walk(self, parent: Element, around: Around = _NOWHERE) -> None:
        """Read the children of anything that holds runs; ``around`` goes on in them."""
        for child in parent:
            tag = child.tag
            if tag == RUN:
                self.run(child, around)
            elif tag not in self._makers.skipped:
                make = self._makers.around_runs.get(tag)
                self._depth += 1
                if self._depth > DEPTH:
                    self.document.too_deep()
                    self.add(bare_text(child), self.base, *around)
                elif make is not None:
                    make(self, child, around)
                elif isinstance(tag, str):
                    self.walk(child, around)
                self._depth -= 1

    def instead(self, element: Element, text: str, around: Around = _NOWHERE) -> None:
        """Add text in place of what ``element`` holds, in the look of its first run."""
        properties = element.find(f".//{RUN}/{RPR}")
        flags, _ = (
            self._format(properties) if properties is not None else (self.base, "")
        )
        self.add(text, flags, *around)

    def add(self, text: str, flags: int = 0, link: str = "", change: str = "") -> None:
        """Add text, unless it is the code of a field."""
        if not self.shown or not text:
            return
        if self.fields and not link:
            link = next((f.link for f in reversed(self.fields) if f.link), "")
        if flags & UNSEEN and not text.isspace():
            self.document.hidden_text(flags)
        notes = self.document.notes
        if notes.open_comments and not flags & RAW:
            notes.said(text)
        self.spans.add(text, flags, link, change)

    def raw(self, text: str, flags: int = 0, link: str = "", change: str = "") -> None:
        """Add inline Markdown that is ready."""
        self.add(text, flags | RAW, link, change)

    def _age(self) -> None:
        """Give up fields whose code goes on for too long: their ends are lost."""
        for field in self.fields:
            field.paragraphs += 1
        first = self.fields[0]
        overdue = first.in_code and first.paragraphs > MAX_PARAGRAPHS
        if overdue or len(self.fields) > MAX_NESTED:
            self.fields.clear()
            self.fields_end = False
            self.settle()
            message = "a field does not end; text before this may be missing"
            self.document.lose("field", message, self.part, partial=True)

    def settle(self) -> None:
        """Look again whether text is shown or belongs to the code of a field."""
        self.shown = not any(field.in_code for field in self.fields)

    def run(self, run: Element, around: Around) -> None:
        """Read one run (17.3.2.25)."""
        flags, font = self.base, self._font
        link, change = around
        for child in run:
            tag = child.tag
            if tag == TEXT:
                text = child.text
                if text:
                    if not text.isascii() or font or "\n" in text:
                        self.add(self._cleaned(text, font), flags, link, change)
                    else:
                        self.add(text, flags, link, change)
            elif tag == RPR:
                flags, font = self._format(child)
            else:
                make_run = self._makers.in_runs.get(tag)
                if make_run is not None:
                    make_run(self, child, (flags, font), around)

    def _cleaned(self, text: str, font: str) -> str:
        """Return text as it is seen; characters that hide in it are told."""
        if not text.isprintable() and self.shown and conceals(text):
            message = "characters that cannot be seen are shown as escapes"
            self.document.lose("hidden-characters", message, self.part, shown=False)
        return cleaned(text, font)

    def _format(self, properties: Element) -> tuple[int, str]:
        """Return the formats of a run and its font, if that draws symbols."""
        properties = self.document.changes.properties(properties)
        flags = self.base
        set_bits = clear_bits = 0
        vertical: int | None = None
        font = ""
        code: bool | None = None
        painted = False
        style: RunStyle | None = None
        for child in properties:
            tag = child.tag
            flag = TOGGLES.get(tag)
            if flag:
                if on(child.get(VAL)):
                    set_bits |= flag
                else:
                    clear_bits |= flag
            elif tag == RUN_FONTS:
                font = font_of(child)
                if font:
                    code = is_mono(font) and not self.document.mono
            elif tag == RUN_STYLE:
                style = self.document.styles.run(child.get(VAL) or "")
                flags ^= style.toggles
                flags |= style.sets
                font = font or style.font
                if style.code:
                    self.styled_code = True
                    flags |= CODE
            elif tag == SIZE:
                painted = painted or is_tiny(child) or bool(flags & TINY)
            elif tag in _PAINTED:
                painted = True
            elif tag == VERT_ALIGN:
                vertical = VERTICAL.get(child.get(VAL) or "", 0)
            elif tag == POSITION:
                vertical = _moved(child, properties) or vertical
        if clear_bits or set_bits:
            flags = (flags & ~clear_bits) | set_bits
        if vertical is not None:
            flags = (flags & ~(SUPER | SUB)) | vertical
        if painted or style is not None:
            flags = self._painted(flags, properties, style)
        if code:
            flags |= CODE
        elif code is False and not self.styled_code:
            flags &= ~CODE
        return flags, symbol_font(font) if font else self._font

    def _painted(self, flags: int, properties: Element, style: RunStyle | None) -> int:
        """Return the formats of a run with colours, size or direction of its own."""
        rtl = properties.find(_RTL)
        if rtl is not None and on(rtl.get(VAL)):
            for tag, bit in _RTL_TOGGLES:
                toggle = properties.find(tag)
                if toggle is not None and on(toggle.get(VAL)):
                    flags |= bit
        size = properties.find(SIZE)
        tiny = None if style is None else style.tiny
        tiny = is_tiny(size) if size is not None else tiny
        if tiny is not None:
            flags = flags | TINY if tiny else flags & ~TINY
        paint = self.document.paint
        color = properties.find(COLOR)
        if color is not None:
            ink: int | None = paint.ink(color)
        else:
            ink = None if style is None else style.ink
            if ink is None:
                ink = self._here[1].ink if self._here else None
            ink = self.ground.ink if ink is None else ink
        if properties.find(TEXT_FILL) is not None:
            ink = paint.ink_of(properties)
        shade: int | None = None
        mark = properties.find(HIGHLIGHT)
        if mark is not None:
            shade = paint.highlight(mark)
        shading = properties.find(SHADE)
        if shade is None and shading is not None:
            shade = paint.shade(shading)
        if shade is None and style is not None:
            shade = style.shade
        if ink is None or not self._lost(ink, shade):
            return flags & ~PALE
        seen = paint.ink_of(properties) == UNKNOWN  # by an outline or a shadow
        return flags & ~PALE if seen else flags | PALE

    def _lost(self, ink: int, shade: int | None) -> bool:
        """Whether text of a colour cannot be seen; ``shade`` is that of its run."""
        if ink < 0:
            return False
        if shade is None and self._here is not None:
            _, style, shading, placed = self._here
            shade = style.shade
            if shading is not None:
                shade = self.document.paint.shade(shading)
            if placed and shade is None:
                return False
        if shade is not None:
            return close(ink, shade)
        if not lost(ink, self.ground.colours()):
            return False
        if self._over is None:
            own = self._here[0].iter() if self._here else ()
            self._over = any(covers(e) for e in own if e.tag in _DRAWN)
        return not self._over

    def target(self, name: str) -> str:
        """Return where a hyperlink relationship leads, ``""`` if that is nowhere."""
        found = self.relations.get(name)
        if found is None:
            self.document.lose("broken-relation", f"a link has no target ({name})",
                               self.part, shown=False)  # fmt: skip
            return ""
        return found.target

    def safe(self, url: str) -> str:
        """Return a URL, or ``""`` for one that would run a script."""
        if is_script(url):
            bare = "".join(url.split()).lower()
            self.document.lose("unsafe-link", f"a link to {bare[:11]} is left out",
                               self.part, shown=False)  # fmt: skip
            return ""
        return url.strip()


def _moved(position: Element, properties: Element) -> int:
    """Return the format of text that is smaller and moved up or down (17.3.2.19)."""
    if properties.find(SIZE) is None:
        return 0
    moved = number(position.get(VAL))
    return SUPER if moved > 0 else SUB if moved < 0 else 0


def cleaned(text: str, font: str) -> str:
    """Return text as it is seen: symbols drawn, line feeds blank.

    Soft hyphens and lone break marks go; a row of these stays, for it hides something.
    """
    if font:
        text = shown(text, font)
    if not text.isprintable():
        text = re.sub(_LONE, "", text)
    return text.replace("\u00ad", "").replace("\r", "").replace("\n", " ")
