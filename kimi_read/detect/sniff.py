"""Which text is it? Asked where the name does not say, and of names that lie.

Sources: XML 1.0, 2.8 (prolog); WHATWG MIME Sniffing 7.1 (HTML); RFC 8259; RFC 5322,
2.2 and RFC 4155 (mbox); RTF 1.9.1, "RTF version"; OpenDocument 1.3, 3.1.2 (flat XML).
"""

from __future__ import annotations

from kimi_read.detect.text import TAIL_BYTES, sample

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

    Guess = tuple[str, str] | None

_FLAT = (
    (b"opendocument.spreadsheet", "fods"),
    (b"opendocument.text", "fodt"),
    (b"opendocument.presentation", "fodp"),
    (b"opendocument.graphics", "fodg"),
)
_HTML_TAGS = frozenset(
    b"html head body script style iframe h1 div font table a title p br table tr td"
    b" meta link center".split()
)
_INTERPRETERS = {
    "python": "python", "pypy": "python", "uv": "python", "sh": "shell",
    "bash": "shell", "zsh": "shell", "ksh": "shell", "dash": "shell", "ash": "shell",
    "node": "javascript", "nodejs": "javascript", "bun": "javascript",
    "deno": "typescript", "ts-node": "typescript", "tsx": "typescript",
    "ruby": "ruby", "php": "php",
}  # fmt: skip
_HEADERS = frozenset(
    b"from to cc bcc subject date message-id received return-path mime-version reply-to"
    b" content-type content-transfer-encoding delivered-to sender x-mailer references"
    b" in-reply-to dkim-signature list-id x-received authentication-results user-agent"
    b" arc-seal received-spf resent-from x-original-to thread-topic".split()
)
_MACHINE = frozenset(
    b"message-id received return-path mime-version delivered-to dkim-signature x-mailer"
    b" x-received".split()
)
_DELIVERED = frozenset(b"to received delivered-to message-id".split())
#: What may follow a token of JSON.
_NEXT = {
    "": ("{", "["),
    "{": ("value", "}"),
    "[": ("value", "{", "[", "]"),
    ",": ("value", "{", "["),
    ":": ("value", "{", "["),
    "value": (",", ":", "}", "]"),
    "}": (",", "}", "]"),
    "]": (",", "}", "]"),
}
_DAYS = frozenset(b"Mon Tue Wed Thu Fri Sat Sun".split())


def document(source: Source) -> Guess:
    """Return a document that is written as text: RTF, flat OpenDocument, Excel 2003.

    These say what they are in a way that no other text does, so that even a name
    that declares some text does not outweigh them.
    """
    text = sample(source)
    start = text.lstrip()
    if start.startswith(b"{\\rtf"):
        return _rtf(source, start)
    if start.startswith(b"<"):
        root = _root(text, _prolog(text)[0])
        return root and _document_root(*root)
    return None


def kind(source: Source, *, mail: bool, named: bool) -> Guess:
    """Return name and reason of the text's kind, or None for text as such.

    ``mail`` allows e-mail, which then needs several header lines, or one if the
    file is ``named`` so.
    """
    text = sample(source)
    start = text.lstrip()
    if start.startswith(b"{\\rtf"):
        return _rtf(source, start)
    if start.startswith(b"<?php"):
        return "php", "an opening tag of PHP"
    if start.startswith(b"<"):
        return _markup(text, named=source.extension == ".xml")
    if start.startswith((b"{", b"[")):
        return _json(source, start)
    if start.startswith(b"#!"):
        return _script(start)
    if text.startswith(b"From "):
        return _mailbox(text, mail, named)
    return _mail(text, named) if mail else None


def _rtf(source: Source, start: bytes) -> Guess:
    """Tell RTF from prose about it: a version, a delimiter, then control words."""
    after = start[5:].lstrip(b"0123456789")
    version = len(start) - 5 - len(after)
    if after[:1] not in (b"\\", b"{", b" ", b"\r", b"\n", b"}") or not (
        version or after[:1] == b"\\"
    ):
        return None
    closed = source.tail(64).rstrip(b"\0\r\n\t \x1a").endswith(b"}")
    if b"\\" in after[:400] or closed:
        return "rtf", "the header of Rich Text"
    return None


def _prolog(text: bytes) -> tuple[int, bytes]:
    """Return where the root element should start, and the document type's name.

    The place is -1 where a comment, instruction or declaration does not end.
    """
    at, doctype = 0, b""
    for _ in range(64):
        while text[at : at + 1].isspace():
            at += 1
        if text.startswith(b"<?", at):
            stop = text.find(b"?>", at) + 2
        elif text.startswith(b"<!--", at):
            stop = text.find(b"-->", at) + 3
        elif text[at : at + 9].upper() == b"<!DOCTYPE":
            words = text[at + 9 : at + 99].replace(b">", b" ").split()
            doctype = words[0].lower() if words else b""
            stop = _doctype_end(text, at)
        else:
            return at, doctype
        if stop < at + 2:
            return -1, doctype
        at = stop
    return -1, doctype


def _root(text: bytes, at: int) -> tuple[bytes, bytes] | None:
    """Return the name of the element that starts at ``at``, and its start tag."""
    if at < 0 or not text.startswith(b"<", at):
        return None
    tag = text[at + 1 : at + 4096].partition(b">")[0]
    name = tag.replace(b"/", b" ").split()[:1]
    return (name[0], tag) if name and _is_name(name[0]) else None


def _is_name(name: bytes) -> bool:
    first = name[:1]
    return first.isalpha() or first in (b"_", b":") or first > b"\x7f"


def _doctype_end(text: bytes, at: int) -> int:
    """Return where a document type declaration with its internal subset ends."""
    bracket, close = text.find(b"[", at), text.find(b">", at)
    if 0 <= bracket < close:
        close = text.find(b">", text.find(b"]", bracket))
    return close + 1


def _document_root(name: bytes, tag: bytes) -> Guess:
    local = name.rpartition(b":")[2]
    if local == b"document" and b"urn:oasis:names:tc:opendocument" in tag:
        for words, form in _FLAT:
            if words in tag:
                return form, "the root element of flat OpenDocument"
    if local == b"Workbook" and b"urn:schemas-microsoft-com:office:spreadsheet" in tag:
        return "xml-spreadsheet", "the root element of an Excel 2003 workbook"
    return None


def _markup(text: bytes, *, named: bool) -> Guess:
    """Tell markup by its document type and root element.

    HTML may begin with any of its usual elements, but not in a file ``named`` XML.
    """
    at, doctype = _prolog(text)
    if doctype == b"html":
        return "html", "an HTML document type"
    declared = text.lstrip().startswith(b"<?xml")
    root = _root(text, at)
    if root is None:
        if doctype == b"svg":
            return "svg", "an SVG document type"
        return ("xml", "an XML declaration") if declared else None
    found = _document_root(*root)
    if found:
        return found
    local = root[0].rpartition(b":")[2]
    if local == b"svg":
        return "svg", "the root element of SVG"
    usual = local.lower() in _HTML_TAGS and not declared and not named
    if usual or local.lower() == b"html":
        return "html", "an HTML element at its start"
    if declared or doctype or b"xmlns" in root[1]:
        return "xml", "an XML root element"
    return None


def _script(start: bytes) -> Guess:
    words = start[2:256].partition(b"\n")[0].decode("latin-1").split()
    names = [word.rpartition("/")[2] for word in words if not word.startswith("-")]
    if names[:1] == ["env"]:
        names = [name for name in names[1:] if "=" not in name]
    name = names[0] if names else ""
    form = _INTERPRETERS.get(name) or _INTERPRETERS.get(name.rstrip("0123456789."))
    return (form, f"a first line that names {name}") if form else None


def _json(source: Source, start: bytes) -> Guess:
    """Follow the first tokens, and see whether the end closes what was opened."""
    whole = source.size <= len(source.head)
    tail = source.tail(TAIL_BYTES).rstrip(b"\0 \t\r\n")
    line = start.partition(b"\n")[0].strip()
    if line[:1] == b"{" and line[-1:] == b"}" and tail[-1:] == b"}":
        second = start.partition(b"\n")[2].lstrip()
        if second[:1] == b"{" and _open_brackets(line.decode("latin-1")) == 0:
            return "jsonl", "a JSON object on each line"
    depth = _open_brackets(start[:4000].decode("latin-1"))
    if depth < 0 or tail[-1:] != (b"}" if start[:1] == b"{" else b"]"):
        return None
    if whole and depth and len(start) <= 4000:
        return None
    ends = start + tail
    if b'"nbformat"' in ends and (b'"cells"' in ends or b'"worksheets"' in ends):
        return "ipynb", "the keys of a notebook"
    return "json", "JSON from its first to its last character"


def _open_brackets(text: str) -> int:
    """Return how many brackets are open at the end; -1 if this is no JSON."""
    stack: list[str] = []
    at, before = 0, ""
    while at < len(text):
        char = text[at]
        at += 1
        if char in " \t\r\n":
            continue
        word = char if char in "{}[],:" else "value"
        if word not in _NEXT[before] or (before and not stack):
            return -1
        if word in "{[":
            stack.append(word)
        elif word in "}]" and (stack.pop() == "{") != (word == "}"):
            return -1
        elif char == '"':
            at = _string_end(text, at)
        elif word == "value":
            stop = at
            while stop < len(text) and text[stop] not in " \t\r\n,]}:":
                stop += 1
            if stop < len(text) and not _scalar(text[at - 1 : stop]):
                return -1
            at = stop
        before = word
    return len(stack)


def _string_end(text: str, at: int) -> int:
    while at < len(text) and text[at] != '"':
        if text[at] < " ":
            return len(text)
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _scalar(word: str) -> bool:
    if word in ("true", "false", "null", "NaN", "Infinity", "-Infinity"):
        return True
    digits = word.lstrip("-")
    plain = digits.replace(".", "", 1).lower().replace("e", "", 1)
    plain = plain.replace("+", "", 1).replace("-", "", 1)
    return digits[:1].isdigit() and plain.isdigit() and plain.isascii()


def _mailbox(text: bytes, mail: bool, named: bool) -> Guess:
    """Tell a mailbox from prose by the date in its first line and a header below.

    The same line with a commit's hash opens a patch made by git.
    """
    first, _, rest = text.partition(b"\n")
    words = first.split()
    commit = words[1] if len(words) > 2 else b""
    if len(commit) == 40 and not commit.strip(b"0123456789abcdef"):
        return "diff", "the first line of a patch made by git"
    if not mail or not _DAYS & {*words} or not (named or _header_names(rest)):
        return None
    return "mbox", "the first line of a mailbox"


def _mail(text: bytes, named: bool) -> Guess:
    names = _header_names(text)
    known = [name for name in names if name in _HEADERS]
    related = b"multipart/related" in text[:4096].lower() and b"mime-version" in known
    if related and not _DELIVERED & {*known} and b"content-type" in known:
        return "mhtml", "the header lines of a saved web page"
    if (named and known) or (len(known) >= 3 and _MACHINE & {*known}):
        return "eml", "the header lines of an e-mail message"
    return None


def _header_names(text: bytes) -> list[bytes]:
    """Return the names of the header lines at the start, in lower case.

    Nothing, if a line before the first empty one is no header (RFC 5322, 2.2).
    """
    names: list[bytes] = []
    lines = text.lstrip(b"\r\n").split(b"\n")
    for number, line in enumerate(lines):
        if not line.strip():
            break
        if line[:1] in b" \t" and names:
            continue
        name, colon, _ = line.partition(b":")
        if not colon or not name or any(byte < 33 or byte > 126 for byte in name):
            if number == len(lines) - 1:
                break
            return []
        names.append(name.lower())
    return names
