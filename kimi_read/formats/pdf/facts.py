"""What is known of a PDF without converting it."""

from __future__ import annotations

import re

from kimi_read import blocks as b
from kimi_read.formats.pdf import document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.pdf.document import Document
    from kimi_read.request import Request

_KEYS = {
    "title": "Title", "author": "Author", "subject": "Subject", "keywords": "Keywords",
    "creator": "Creator", "producer": "Producer",
}  # fmt: skip
_DATE = re.compile(
    r"D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([-+Z])(\d\d)?'?(\d\d)?)?"
)
_FORMS = {1: "AcroForm", 2: "XFA", 3: "XFA foreground"}
MAX_LABELS = 5000
_PORTFOLIO = re.compile(rb"/Collection\s*(<<|\d)")


def gather(doc: Document, request: Request) -> dict[str, object]:
    """Return metadata; with ``identify`` the outline, labels and attachments too."""
    facts: dict[str, object] = {}
    for name, key in _KEYS.items():
        value = document.meta(doc, key).strip("\0 \t\r\n")
        if value:
            facts[name] = value
    for name, key in (("created", "CreationDate"), ("modified", "ModDate")):
        value = date(document.meta(doc, key))
        if value:
            facts[name] = value
    facts["pages"] = doc.pages
    facts["pdfVersion"] = document.version(doc)
    facts["encrypted"] = document.number("FPDF_GetSecurityHandlerRevision", doc) >= 0
    facts["tagged"] = bool(document.number("FPDFCatalog_IsTagged", doc))
    form = _FORMS.get(document.number("FPDF_GetFormType", doc))
    if form:
        facts["form"] = form
    signatures = document.number("FPDF_GetSignatureCount", doc)
    if signatures > 0:
        facts["signatures"] = signatures
    names = document.attachments(doc)
    if names:
        facts["attachments"] = names
    if request.identify:
        outline = document.outline(doc)
        facts["outline"] = [
            {"title": title.strip(), "depth": depth, "page": page or None}
            for depth, title, page in outline
        ]
        labels = [
            document.page_label(doc, n) for n in range(min(doc.pages, MAX_LABELS))
        ]
        if any(label and label != str(n) for n, label in enumerate(labels, 1)):
            facts["pageLabels"] = labels
    return facts


def losses(doc: Document, data: bytes) -> Iterator[b.Block]:
    """Yield what is not shown of the document as a whole."""
    names = document.attachments(doc)
    if names:
        shown = ", ".join(names[:10]) + (", ..." if len(names) > 10 else "")
        what = "it is a portfolio: its" if _PORTFOLIO.search(data) else "its"
        files = "attached file is" if len(names) == 1 else "attached files are"
        told = f"{what} {len(names)} {files} not shown: {shown}"
        yield b.Loss("attachments", told, shown=False)
    if document.number("FPDF_GetFormType", doc) in (2, 3):
        yield b.Loss("xfa", "it is an XFA form: what a form program would compute "
                     "from it is not shown", shown=False, partial=True)  # fmt: skip


def date(text: str) -> str:
    """Return a PDF date as ISO 8601, as far as it is given (7.9.4)."""
    match = _DATE.match(text.strip())
    if match is None:
        return ""
    year, month, day, hour, minute, second, sign, zone, part = match.groups()
    out = year
    for value, mark in ((month, "-"), (day, "-")):
        if value is None:
            return out
        out += mark + value
    if hour is None:
        return out
    out += f"T{hour}:{minute or '00'}:{second or '00'}"
    if sign == "Z":
        return out + "Z"
    return out + (f"{sign}{zone or '00'}:{part or '00'}" if sign else "")
