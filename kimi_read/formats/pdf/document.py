"""A document as PDFium opens it: pages, metadata, outline, attachments."""

from __future__ import annotations

from kimi_read.errors import Encrypted, Malformed
from kimi_read.formats.pdf.pdfium import (
    N,
    calls,
    form_info,
    ints,
    prepare,
    text,
)

_PASSWORD_ERROR, _SECURITY_ERROR = 4, 5


class Document:
    """An open document. ``data`` is kept alive for as long as PDFium reads it."""

    def __init__(self, handle: int, data: bytes) -> None:
        self.handle = handle
        self.pages: int = calls["FPDF_GetPageCount"](handle)
        self.data = data
        #: Values of fields that were searched for in the file, by name.
        self.values: dict[str, str] = {}
        self._form: int | None = None
        self._info: object = None

    def form(self) -> int:
        """Return the form environment, made on first use (0 if there is none)."""
        if self._form is None:
            self._info = form_info()
            make = calls["FPDFDOC_InitFormFillEnvironment"]
            self._form = make(self.handle, self._info) or 0
        return self._form

    def close(self) -> None:
        """Free what PDFium holds."""
        if self._form:
            calls["FPDFDOC_ExitFormFillEnvironment"](self._form)
        if self.handle:
            calls["FPDF_CloseDocument"](self.handle)
        self.handle, self._form = 0, None


def load(data: bytes, password: str = "") -> Document:
    """Open a document held in memory.

    Raises:
        Encrypted: a password is needed, or the given one is wrong.
        Malformed: PDFium finds no document in it.
    """
    prepare()
    tries: list[bytes | None] = [None]
    if password:
        tries += [password.encode("utf-8"), password.encode("latin-1", "replace")]
    error = 0
    for word in tries:
        handle = calls["FPDF_LoadMemDocument64"](data, len(data), word)
        if handle:
            return Document(handle, data)
        error = calls["FPDF_GetLastError"]()
        if error != _PASSWORD_ERROR:
            break
    if error == _PASSWORD_ERROR:
        hint = "give it with --password-file FILE or in KREAD_PASSWORD"
        reason = "the password is wrong" if password else "it needs a password"
        raise Encrypted(f"it is encrypted and {reason}", hint=hint)
    if error == _SECURITY_ERROR:
        raise Encrypted("it is encrypted in a way that nothing here can undo")
    raise Malformed("no PDF document can be found in it")


# --- the document -----------------------------------------------------------------


def meta(doc: Document, key: str) -> str:
    """Return an entry of the information dictionary, such as ``Title``."""
    return text("FPDF_GetMetaText", doc.handle, key.encode())


def version(doc: Document) -> str:
    """Return the version of the file, such as ``1.7``."""
    if not calls["FPDF_GetFileVersion"](doc.handle, N[0]) or not 0 < ints[0] < 100:
        return ""
    return f"{ints[0] // 10}.{ints[0] % 10}"


def number(name: str, doc: Document) -> int:
    """Return what a call without other arguments says of the document."""
    return int(calls[name](doc.handle))


def page_label(doc: Document, index: int) -> str:
    """Return the label printed for a page, such as ``iv``; empty if it has none."""
    return text("FPDF_GetPageLabel", doc.handle, index)


def attachments(doc: Document) -> list[str]:
    """Return the names of the embedded files."""
    count = min(calls["FPDFDoc_GetAttachmentCount"](doc.handle), 1000)
    handles = (calls["FPDFDoc_GetAttachment"](doc.handle, i) for i in range(count))
    return [text("FPDFAttachment_GetName", handle) for handle in handles if handle]


def outline(doc: Document, most: int = 2000) -> list[tuple[int, str, int]]:
    """Return the bookmarks in order: depth from 0, title, page from 1 (0: none)."""
    out: list[tuple[int, str, int]] = []
    seen: set[int] = set()
    first = calls["FPDFBookmark_GetFirstChild"]
    stack = [(0, first(doc.handle, None))]
    while stack and len(out) < most:
        depth, mark = stack.pop()
        if not mark or mark in seen:
            continue
        seen.add(mark)
        out.append((depth, text("FPDFBookmark_GetTitle", mark), _target(doc, mark)))
        stack.append((depth, calls["FPDFBookmark_GetNextSibling"](doc.handle, mark)))
        if depth < 20:
            stack.append((depth + 1, first(doc.handle, mark)))
    return out


def _target(doc: Document, mark: int) -> int:
    dest = calls["FPDFBookmark_GetDest"](doc.handle, mark)
    if not dest:
        action = calls["FPDFBookmark_GetAction"](mark)
        dest = action and calls["FPDFAction_GetDest"](doc.handle, action)
    return 1 + calls["FPDFDest_GetDestPageIndex"](doc.handle, dest) if dest else 0
