"""Runs of formatted text to inline Markdown.

Neighbours of one format become one run, so that no ``**a****b**`` appears; marks
nest (``**a *b* c**``), hold no blank at their edges, and give up punctuation that
would keep them from closing.
Source: CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@record(frozen=True, slots=True)
class Span:
    """A run of text; a line feed is a hard break.

    ``text`` is raw, or Markdown already where ``ready`` (a formula, a picture).
    ``script`` is 1 for raised, -1 for lowered text.
    """

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    mono: bool = False
    script: int = 0
    link: str = ""
    ready: bool = False


_MARKS = ("link", "strike", "bold", "italic", "script")


def markdown(spans: Iterable[Span]) -> str:
    """Return the spans as inline Markdown, escaped and merged."""
    merged = _merged(_code_lines(spans))
    if len(merged) == 1 and _look(merged[0]) == _PLAIN:
        return inline.escape(merged[0].text)
    merged = _merged(_bridged(merged))
    for name in ("strike", "bold", "italic"):
        if any(getattr(span, name) for span in merged):
            merged = _merged(_closing(merged, name))
    return _marked(merged, 0)


def plain(spans: Iterable[Span]) -> str:
    """Return the spans without emphasis, as a heading or a head cell shows them."""
    return markdown(replace(span, bold=False, italic=False) for span in spans)


def _code_lines(spans: Iterable[Span]) -> Iterator[Span]:
    """Split code at line breaks, which a code span cannot hold."""
    for span in spans:
        if not span.mono or "\n" not in span.text:
            yield span
            continue
        for number, line in enumerate(span.text.split("\n")):
            if number:
                yield replace(span, text="\n", mono=False)
            yield replace(span, text=line)


def _merged(spans: Iterable[Span]) -> list[Span]:
    out: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if out and _look(out[-1]) == _look(span):
            out[-1] = replace(span, text=out[-1].text + span.text)
        else:
            out.append(span)
    return out


def _look(span: Span) -> tuple[object, ...]:
    marks = (span.bold, span.italic, span.strike, span.mono, span.script)
    return (*marks, span.link, span.ready)


_PLAIN = _look(Span(""))


def _bridged(spans: list[Span]) -> list[Span]:
    """Give blanks between two runs what both have in common, and nothing else."""
    out = []
    for at, span in enumerate(spans):
        if not span.text.isspace():
            out.append(span)
            continue
        before = spans[at - 1] if at else Span("")
        after = spans[at + 1] if at + 1 < len(spans) else Span("")
        breaks = "\n" in span.text
        out.append(Span(
            span.text,
            bold=before.bold and after.bold,
            italic=before.italic and after.italic,
            strike=before.strike and after.strike,
            mono=before.mono and after.mono and not breaks,
            link=before.link if before.link == after.link else "",
        ))  # fmt: skip
    return out


def _closing(spans: list[Span], name: str) -> Iterator[Span]:
    """Take a mark off punctuation at its edge that touches a letter outside."""
    for at, span in enumerate(spans):
        if not getattr(span, name) or span.mono or span.ready:
            yield span
            continue
        before = spans[at - 1] if at else None
        after = spans[at + 1] if at + 1 < len(spans) else None
        text = span.text
        head = tail = ""
        if before and not getattr(before, name) and before.text[-1].isalnum():
            text = text.lstrip(_leading(text))
            head = span.text[: len(span.text) - len(text)]
        if after and not getattr(after, name) and after.text[0].isalnum():
            kept = text.rstrip(_leading(text[::-1]))
            tail, text = text[len(kept) :], kept
        if head:
            yield _without(name, replace(span, text=head))
        if text:
            yield replace(span, text=text)
        if tail:
            yield _without(name, replace(span, text=tail))


def _without(name: str, span: Span) -> Span:
    if name == "bold":
        return replace(span, bold=False)
    return (
        replace(span, italic=False) if name == "italic" else replace(span, strike=False)
    )


def _leading(text: str) -> str:
    """Return the characters before the first letter, figure or blank."""
    for at, char in enumerate(text):
        if char.isalnum() or char.isspace():
            return text[:at] or "\0"
    return text or "\0"


def _marked(spans: list[Span], mark: int) -> str:
    if mark == len(_MARKS):
        return "".join(map(_text, spans))
    name = _MARKS[mark]
    if not any(getattr(span, name) for span in spans):
        return _marked(spans, mark + 1)
    out: list[str] = []
    at = 0
    while at < len(spans):
        value = getattr(spans[at], name)
        end = at + 1
        while end < len(spans) and getattr(spans[end], name) == value:
            end += 1
        inner = _marked(spans[at:end], mark + 1)
        after = spans[end].text[:1] if end < len(spans) else ""
        before = out[-1][-1:] if out else ""
        if name == "link" and value and before == "!":
            out[-1] = out[-1][:-1] + "\\!"  # no image was meant
        out.append(_wrap(name, value, inner, before, after))
        at = end
    return "".join(out)


def _text(span: Span) -> str:
    if span.ready:
        return span.text
    if not span.mono:
        text = inline.escape(span.text)
        # a backslash at the end would escape the mark that may follow
        return text + "\\" if text.endswith("\\") else text
    bare = span.text.strip()
    head, _, tail = span.text.partition(bare)
    return f"{head}{inline.code(bare)}{tail}" if bare else span.text


_WRAPS: dict[str, tuple[Callable[[str], str], str]] = {
    "strike": (inline.strike, "del"),
    "bold": (inline.bold, "strong"),
    "italic": (inline.italic, "em"),
}


def _wrap(name: str, value: object, inner: str, before: str, after: str) -> str:
    """Return ``inner`` in the mark ``name``, or in a tag where none could close.

    ``before`` and ``after`` are the characters next to it.
    """
    if not value or not inner.strip():
        return inner
    if name == "link":
        return inline.link(inner, str(value))
    if name == "script":
        return inline.superscript(inner) if value == 1 else inline.subscript(inner)
    mark, tag = _WRAPS[name]
    stuck = (before.isalnum() and not _mild(inner[0])) or (
        after.isalnum() and not _mild(inner[-1])
    )
    return f"<{tag}>{inner}</{tag}>" if stuck else mark(inner)


def _mild(char: str) -> bool:
    """Whether a mark may stand between ``char`` and a letter outside."""
    return char.isalnum() or char.isspace()
