"""Styles: what a paragraph or a run is by name and by inheritance.

Source: ECMA-376 part 1, 17.7 (styles), 17.7.3 (toggle properties), 17.3.1.20
(outline levels).
"""

# ruff: noqa: RUF001 - names in many languages
from __future__ import annotations

import re

from kimi_read.formats.docx.names import PPR, RPR, VAL, W, number, on, twips
from kimi_read.formats.docx.paint import SHADE, SIZE, is_tiny
from kimi_read.ooxml.fonts import is_symbol_font
from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.spans import BOLD, CODE, HIDDEN, ITALIC, STRIKE, SUB, SUPER, TINY
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.paint import Paint

TOGGLES = {W + "b": BOLD, W + "i": ITALIC, W + "strike": STRIKE, W + "dstrike": STRIKE,
           W + "vanish": HIDDEN}  # fmt: skip
VERTICAL = {"superscript": SUPER, "subscript": SUB}
RUN_STYLE, RUN_FONTS, VERT_ALIGN = W + "rStyle", W + "rFonts", W + "vertAlign"
_ASCII, _HANSI = W + "ascii", W + "hAnsi"
_ID, _TYPE, _DEFAULT = W + "styleId", W + "type", W + "default"

_HEADING = (
    r"(?:heading|titre|überschrift|[üu]?berschrift|título|titulo|encabezado|cabeçalho"
    r"|titolo|intestazione|kop|rubrik|overskrift|otsikko|nagłówek|nagwek|nadpis"
    r"|címsor|cmsor|başlık|balk|titlu|naslov|заголовок|заглавие|επικεφαλίδα"
    r"|antraštė|virsraksts|pealkiri|tiêu đề|judul|tajuk|כותרת|عنوان|العنوان|หัวเรื่อง"
    r"|标题|標題|見出し|제목|titul|tittel|fejezetcím|encapçalament|títol)"
    r"[ _-]*([1-9])$"
)  # compiled when a name is in another language
_CODE_NAMES = frozenset(
    (
        "sourcecode", "preformattedtext", "htmlpreformatted", "htmlvorformatiert",
        "code", "codeblock", "codeblocks", "codesnippet", "codelisting", "listing",
        "verbatim", "verbatimtext", "macrotext", "macro", "programlisting",
        "programcode", "codeparagraph", "codetext", "terminal", "screen", "pre",
        "preformatted", "preformattato", "préformatéhtml", "htmlconformatoprevio",
        "textopreformatado", "textopreformateado", "textepréformaté",
        "vorformatiertertext", "quelltext", "quellcode", "consoleoutput", "console",
        "commandline", "codesample", "codeexample", "blockcode", "fencedcode",
    )
)  # fmt: skip
_CODE_RUNS = frozenset(
    (
        "verbatimchar", "htmlcode", "sourcetext", "sourcecodechar", "code",
        "codechar", "inlinecode", "htmlkeyboard", "htmlsample", "htmltypewriter",
        "teletype", "userentry", "codeinline", "codefont", "codecharacter",
        "htmlpreformattedchar", "literal", "programcodechar", "monospace",
    )
)  # fmt: skip
_TITLES = frozenset(
    (
        "title", "documenttitle", "titel", "titre", "título", "titolo", "标题", "標題",
        "表題", "제목", "название", "tytuł", "název", "tittel", "otsikko", "rubrik",
    )
)  # fmt: skip
_SUBTITLES = frozenset(
    (
        "subtitle", "untertitel", "soustitre", "subtítulo", "sottotitolo", "副标题",
        "副標題", "副題", "부제", "подзаголовок", "podtytuł", "ondertitel",
    )
)  # fmt: skip
_QUOTES = frozenset(
    (
        "quote", "intensequote", "blocktext", "quotations", "blockquote",
        "blockquotation", "quotation", "zitat", "citation", "cita", "citazione",
    )
)  # fmt: skip
_TOC = r"(?:toc|contents|tableofcontents|verzeichnis)\s*([1-9])$"


@record(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph style means.

    ``role`` is one of heading, title, subtitle, quote, code, toc, or empty;
    ``level`` belongs to heading and toc, counted from 1. ``numbering`` is (numId,
    level or None, the style that says so). ``flags`` are the formats that its runs
    begin with, ``font`` its font and ``mono`` whether that, and not the body's own,
    is a font for code. ``indent`` is the left indent in twips, None if nothing says
    so. ``whole`` says that every paragraph is a code block of its own (pandoc writes
    so). ``base`` are its flags with code, ``symbols`` its font if that draws symbols.
    ``ink`` is the colour of its text and ``shade`` that behind it (``docx.paint``),
    None where nothing says so.
    """

    role: str = ""
    level: int = 0
    numbering: tuple[str, int | None, str] | None = None
    flags: int = 0
    font: str = ""
    mono: bool = False
    indent: int | None = None
    name: str = ""
    whole: bool = False
    base: int = 0
    symbols: str = ""
    ink: int | None = None
    shade: int | None = None


@record(frozen=True, slots=True)
class RunStyle:
    """What a character style changes: bits to turn over, bits to set, its font.

    ``ink``, ``shade`` and ``tiny`` are None where it says nothing of them.
    """

    toggles: int = 0
    sets: int = 0
    font: str = ""
    code: bool = False
    ink: int | None = None
    shade: int | None = None
    tiny: bool | None = None


class Styles:
    """The style table of one document; every answer is made once."""

    def __init__(self, root: Element | None, paint: Paint) -> None:
        self._paint = paint
        self._ink: int | None = None
        self._tiny: bool | None = None
        self._elements: dict[str, Element] = {}
        self._paragraphs: dict[str, ParagraphStyle] = {}
        self._runs: dict[str, RunStyle] = {}
        self._default = ""
        self.font = ""
        for element in root if root is not None else ():
            if element.tag == W + "style":
                style = element.get(_ID) or ""
                self._elements.setdefault(style, element)
                paragraph = element.get(_TYPE) == "paragraph"
                if paragraph and on(element.get(_DEFAULT, "0")) and not self._default:
                    self._default = style
            elif element.tag == W + "docDefaults":
                fonts = element.find(f"{W}rPrDefault/{RPR}/{RUN_FONTS}")
                self.font = font_of(fonts)
                self._ink, _, self._tiny = self._looks(
                    element.find(f"{W}rPrDefault/{RPR}")
                )
        for element in self._chain(self._default):
            fonts = element.find(f"{RPR}/{RUN_FONTS}")
            if font_of(fonts):
                self.font = font_of(fonts)
                break
        self.mono = is_mono(self.font)

    def paragraph(self, style: str) -> ParagraphStyle:
        """Return the meaning of a paragraph style id; ``""`` is the default style."""
        style = style or self._default
        found = self._paragraphs.get(style)
        if found is None:
            found = self._paragraphs[style] = self._paragraph(style)
        return found

    def run(self, style: str) -> RunStyle:
        """Return the meaning of a character style id."""
        found = self._runs.get(style)
        if found is None:
            found = self._runs[style] = self._run(style)
        return found

    def numbering(self, style: str) -> str:
        """Return the numId of a numbering style (17.9.21), or ``""``."""
        for element in self._chain(style):
            value = element.find(f"{PPR}/{W}numPr/{W}numId")
            if value is not None:
                return value.get(VAL) or ""
        return ""

    def _chain(self, style: str) -> Iterator[Element]:
        """Yield the elements of a style and of those that it is based on."""
        seen: set[str] = set()
        while style in self._elements and style not in seen and len(seen) < 50:
            seen.add(style)
            element = self._elements[style]
            yield element
            base = element.find(W + "basedOn")
            style = (base.get(VAL) or "") if base is not None else ""

    def _paragraph(self, style: str) -> ParagraphStyle:
        role = name = font = ""
        level, indent = 0, None
        flags: dict[int, bool] = {}
        numbering: tuple[str, int | None, str] | None = None
        ink = shade = tiny = None
        shaded = False
        chain = [*self._chain(style)]
        if not chain:
            role, level = _role(style)
        for element in chain:
            name = name or _name(element)
            if not role:
                role, level = _role(_name(element))
            for child in element:
                if child.tag == PPR:
                    outline = child.find(W + "outlineLvl")
                    if outline is not None and not role:
                        level = number(outline.get(VAL), 9) + 1
                        role = "heading" if 1 <= level <= 9 else ""
                    numbers = child.find(W + "numPr")
                    if numbers is not None:
                        numbering = _numbering(numbers, element, numbering)
                    if indent is None:
                        indent = left_indent(child)
                    shading = child.find(SHADE)
                    if shading is not None and not shaded:
                        shaded, shade = True, self._paint.shade(shading)
                elif child.tag == RPR:
                    own_ink, own_shade, own_tiny = self._looks(child)
                    ink = own_ink if ink is None else ink
                    tiny = own_tiny if tiny is None else tiny
                    shade = own_shade if shade is None else shade
                    for part in child:
                        flag = TOGGLES.get(part.tag)
                        if flag:
                            flags.setdefault(flag, on(part.get(VAL)))
                        elif part.tag == RUN_FONTS:
                            font = font or font_of(part)
        bits = sum(flag for flag, value in flags.items() if value)
        ink = self._ink if ink is None else ink
        if self._tiny if tiny is None else tiny:
            bits |= TINY
        mono = is_mono(font) and not self.mono
        code = CODE if mono and role != "heading" else 0
        return ParagraphStyle(
            role, level, numbering, bits, font, mono, indent, name or style,
            style == "SourceCode" and "VerbatimChar" in self._elements,
            bits | code, symbol_font(font), ink, shade,
        )  # fmt: skip

    def _run(self, style: str) -> RunStyle:
        toggles: dict[int, bool] = {}
        sets = 0
        font = ""
        code = False
        ink = shade = tiny = None
        for element in self._chain(style):
            code = code or _plain(_name(element)) in _CODE_RUNS
            properties = element.find(RPR)
            own_ink, own_shade, own_tiny = self._looks(properties)
            ink = own_ink if ink is None else ink
            tiny = own_tiny if tiny is None else tiny
            shade = own_shade if shade is None else shade
            for part in properties if properties is not None else ():
                flag = TOGGLES.get(part.tag)
                if flag:
                    toggles.setdefault(flag, on(part.get(VAL)))
                elif part.tag == VERT_ALIGN and not sets:
                    sets = VERTICAL.get(part.get(VAL) or "", 0)
                elif part.tag == RUN_FONTS:
                    font = font or font_of(part)
        code = code or (is_mono(font) and not self.mono)
        bits = sum(flag for flag, value in toggles.items() if value)
        return RunStyle(bits, sets, font, code, ink, shade, tiny)

    def _looks(
        self, properties: Element | None
    ) -> tuple[int | None, int | None, bool | None]:
        """Return the colour of text, that behind it, and whether it is tiny."""
        if properties is None:
            return None, None, None
        shading, size = properties.find(SHADE), properties.find(SIZE)
        return (
            self._paint.ink_of(properties),
            self._paint.shade(shading) if shading is not None else None,
            is_tiny(size) if size is not None else None,
        )


def font_of(fonts: Element | None) -> str:
    """Return the font that Latin letters of a run get, or ``""``."""
    if fonts is None:
        return ""
    return fonts.get(_ASCII) or fonts.get(_HANSI) or ""


def symbol_font(font: str) -> str:
    """Return the font if it draws symbols for letters, else ``""``."""
    return font if font and is_symbol_font(font) else ""


def left_indent(properties: Element) -> int | None:
    """Return the left indent in twips that paragraph properties give, if any."""
    indent = properties.find(W + "ind")
    return left_of(indent) if indent is not None else None


def left_of(indent: Element) -> int | None:
    """Return the left side of ``w:ind`` in twips, None if it sets another one."""
    value = indent.get(W + "left") or indent.get(W + "start")
    return twips(value) if value is not None else None


def _numbering(
    numbers: Element, style: Element, found: tuple[str, int | None, str] | None
) -> tuple[str, int | None, str]:
    """Complete the numbering that nearer styles gave by that of ``style``."""
    list_name, level, owner = found or ("", None, "")
    num, own = numbers.find(W + "numId"), numbers.find(W + "ilvl")
    if not list_name and num is not None:
        list_name, owner = num.get(VAL) or "", style.get(_ID) or ""
    if level is None and own is not None:
        level = number(own.get(VAL))
    return list_name, level, owner


def _name(element: Element) -> str:
    name = element.find(W + "name")
    return (name.get(VAL) or "") if name is not None else element.get(_ID) or ""


def _plain(name: str) -> str:
    return "".join(name.split()).replace("_", "").replace("-", "").lower()


def _role(name: str) -> tuple[str, int]:
    """Return the role that a style has by its name, and the level."""
    lower = name.strip().lower()
    if lower[-1:].isdecimal():
        if lower.startswith("heading ") and len(lower) == 9:
            return "heading", int(lower[8]) or 1
        found = re.match(_HEADING, lower)
        if found:
            return "heading", int(found[1])
        found = re.match(_TOC, _plain(name))
        if found:
            return "toc", int(found[1])
        return "", 0
    plain = _plain(name)
    if plain in _TITLES:
        return "title", 1
    if plain in _SUBTITLES:
        return "subtitle", 2
    if plain in _CODE_NAMES:
        return "code", 0
    if plain in _QUOTES:
        return "quote", 0
    return "", 0
