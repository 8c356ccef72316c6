"""Footnotes, endnotes and comments: a mark in the text, and the note once.

Source: ECMA-376 part 1, 17.11 (notes), 17.13.4 (comments); [MS-DOCX] 2.5.4
(commentsEx: replies, done).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Note
from kimi_read.formats.docx.names import P, W, on
from kimi_read.ooxml.parts import local, tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

    Lose = Callable[..., None]

_W15 = "{http://schemas.microsoft.com/office/word/2012/wordml}"
_PARA_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
_KINDS = {"footnote": "footnotes", "endnote": "endnotes", "comment": "comments"}
ANCHOR_CHARS = 200


class Notes:
    """The notes of one document; those that were marked wait to be printed.

    ``open_comments`` holds, by comment id, the text that its range has so far;
    ``flat`` turns the blocks of a note of a part into one text. ``part`` finds the
    part of a kind, ``lose`` tells of a loss.
    """

    def __init__(
        self, package: Package, part: Callable[[str], str], lose: Lose
    ) -> None:
        self.open_comments: dict[str, list[str]] = {}
        self.flat: Callable[[Element, str], str] = lambda _element, _part: ""
        self._package = package
        self._part_of = part
        self._lose = lose
        self._bodies: dict[str, dict[str, Element]] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self._anchors: dict[str, str] = {}
        self._waiting: list[tuple[str, str, str]] = []
        self._counts = {"note": 0, "comment": 0}
        self._threads: dict[str, tuple[str, bool]] | None = None

    @property
    def waiting(self) -> bool:
        """Whether notes were marked that have not been printed."""
        return bool(self._waiting)

    def mark(self, kind: str, name: str) -> str:
        """Return the mark of a note; it is printed after the paragraph."""
        label = self._labels.get((kind, name))
        if label is None:
            group = "comment" if kind == "comment" else "note"
            if name not in self._parts(kind):
                self._lose("broken-relation", f"a {kind} is missing ({name})",
                                    shown=False, partial=True)  # fmt: skip
                return ""
            self._counts[group] += 1
            label = f"{'c' * (group == 'comment')}{self._counts[group]}"
            self._labels[kind, name] = label
            self._waiting.append((kind, name, label))
        return f"[^{label}]"

    def open_comment(self, name: str) -> None:
        """Begin the range of a comment."""
        self.open_comments[name] = []

    def said(self, text: str) -> None:
        """Take text that lies in the range of each comment that is open."""
        for words in self.open_comments.values():
            if len(words) < ANCHOR_CHARS:
                words.append(text)

    def close_comment(self, name: str) -> None:
        """End the range of a comment; its words become those the note is on."""
        words = " ".join("".join(self.open_comments.pop(name, [])).split())
        if len(words) > ANCHOR_CHARS:
            words = words[: ANCHOR_CHARS - 1].rstrip() + "…"
        self._anchors[name] = words

    def printed(self) -> Iterator[Note]:
        """Yield the notes that wait, in the order of their marks."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            for kind, name, label in waiting:
                body = self._parts(kind)[name]
                text = self.flat(body, self._part(kind))
                if kind == "comment":
                    text = self._comment(body, name, text)
                yield Note(label, text)

    def rest(self) -> Iterator[Note]:
        """Yield comments that no mark in the text leads to."""
        for name in self._parts("comment"):
            self.mark("comment", name)
        yield from self.printed()

    def _comment(self, body: Element, name: str, text: str) -> str:
        """Return a comment with its author, date, state and the words it is on."""
        author = " ".join((body.get(W + "author") or "").split())
        date = (body.get(W + "date") or "")[:10]
        parent, done = self._thread(body)
        words = self._anchors.get(name, "")
        said = inline.bold(inline.escape(author)) if author else "comment"
        details = [date] if date else []
        if parent:
            details.append(f"reply to {parent}")
        if done:
            details.append("resolved")
        if details:
            said += f" ({', '.join(details)})"
        if words:
            said += f" on “{inline.escape(words)}”"
        return f"{said}: {text}"

    def _thread(self, body: Element) -> tuple[str, bool]:
        """Return the label of the comment that this one answers, and if it is done."""
        if self._threads is None:
            self._threads = {}
            root, _ = tree(self._package, self._part_of("commentsExtended"))
            for entry in root if root is not None else ():
                self._threads[entry.get(_W15 + "paraId") or ""] = (
                    entry.get(_W15 + "paraIdParent") or "",
                    on(entry.get(_W15 + "done", "0")),
                )
        ids = [p.get(_PARA_ID) or "" for p in body.iter(P)]
        parent, done = self._threads.get(ids[-1] if ids else "", ("", False))
        label = ""
        if parent:
            for name, other in self._parts("comment").items():
                if any(p.get(_PARA_ID) == parent for p in other.iter(P)):
                    label = self._labels.get(("comment", name), "")
        return label, done

    def _part(self, kind: str) -> str:
        return self._part_of(_KINDS.get(kind, kind))

    def _parts(self, kind: str) -> dict[str, Element]:
        """Return the notes of one kind by id; separators are none (17.11.23)."""
        found = self._bodies.get(kind)
        if found is None:
            found = self._bodies[kind] = {}
            part = self._part(kind)
            root, fault = tree(self._package, part) if part else (None, "")
            if fault:
                self._lose("damaged", f"{part}: {fault}", part, shown=False,
                                    partial=True)  # fmt: skip
            for element in root if root is not None else ():
                kind_of = element.get(W + "type") or "normal"
                if local(element.tag) == kind and kind_of == "normal":
                    found[element.get(W + "id") or ""] = element
        return found
