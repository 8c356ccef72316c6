"""Links, form fields and comments of a page."""

from __future__ import annotations

import re
from itertools import islice

from kimi_read.formats.pdf.marks import Area, Field, Link, Remark
from kimi_read.formats.pdf.pdfium import (
    F,
    calls,
    enumerate_links,
    floats,
    narrow,
    text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.drawn import Page
    from kimi_read.formats.pdf.shapes import Frame

MAX_LINKS = 4_000
MAX_ANNOTATIONS = 2_000
#: Annotation subtypes (fpdf_annot.h).
_TEXT, _LINK, _FREE_TEXT, _POPUP, _WIDGET = 1, 2, 3, 16, 20
_MARKUP = (_TEXT, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
_FIELDS = {1: "button", 2: "check", 3: "radio", 4: "choice", 5: "choice", 6: "text",
           7: "signature"}  # fmt: skip
_NAME_VALUE = re.compile(rb"/V\s*/([^\s/<>()\[\]{}%]+)")
#: How far from its name a field's value is looked for.
_OBJECT = 4_000
#: The most fields that the file is searched for.
_MOST = 50
_HIDDEN_FLAGS = 1 << 1 | 1 << 5  # hidden, no view (12.5.3)


def links(page: Page, frame: Frame) -> list[Link]:
    """Return the links of a page that lead to a URI, an entry for each rectangle."""
    out: list[Link] = []
    for handle in enumerate_links(page.handle, MAX_LINKS):
        action = calls["FPDFLink_GetAction"](handle)
        if not action:
            continue
        target = narrow("FPDFAction_GetURIPath", page.doc.handle, action)
        if not target:
            continue
        quads = min(calls["FPDFLink_CountQuadPoints"](handle), 50)
        boxes = []
        for index in range(quads):
            if calls["FPDFLink_GetQuadPoints"](handle, index, F[0]):
                xs, ys = floats[0:8:2], floats[1:8:2]
                boxes.append((min(xs), min(ys), max(xs), max(ys)))
        if not boxes and calls["FPDFLink_GetAnnotRect"](handle, F[0]):
            left, top, right, bottom = floats[:4]
            boxes = [(left, min(bottom, top), right, max(bottom, top))]
        out += [Link(Area(*frame.box(*box)), target) for box in boxes]
    return out


def fields_and_remarks(page: Page, frame: Frame) -> tuple[list[Field], list[Remark]]:
    """Return the form fields with a value and the comments of a page."""
    fields: list[Field] = []
    remarks: list[Remark] = []
    count = min(calls["FPDFPage_GetAnnotCount"](page.handle), MAX_ANNOTATIONS)
    for index in range(count):
        handle = calls["FPDFPage_GetAnnot"](page.handle, index)
        if not handle:
            continue
        kind = calls["FPDFAnnot_GetSubtype"](handle)
        if kind not in (_LINK, _POPUP):
            area = _area(handle, frame)
            shown = not calls["FPDFAnnot_GetFlags"](handle) & _HIDDEN_FLAGS
            if kind == _WIDGET and shown:
                field = _field(page, handle, area)
                if field is not None:
                    fields.append(field)
            elif kind in _MARKUP or (kind == _FREE_TEXT and shown):
                words = text("FPDFAnnot_GetStringValue", handle, b"Contents").strip()
                who = text("FPDFAnnot_GetStringValue", handle, b"T").strip()
                if words:
                    remarks.append(Remark(area, words, who, kind == _FREE_TEXT))
        calls["FPDFPage_CloseAnnot"](handle)
    return fields, remarks


def _area(handle: int, frame: Frame) -> Area:
    calls["FPDFAnnot_GetRect"](handle, F[0])
    left, top, right, bottom = floats[:4]
    return Area(*frame.box(left, min(bottom, top), right, max(bottom, top)))


def _field(page: Page, handle: int, area: Area) -> Field | None:
    form = page.doc.form()
    if not form:
        return None
    kind = _FIELDS.get(calls["FPDFAnnot_GetFormFieldType"](form, handle), "")
    name = text("FPDFAnnot_GetFormFieldName", form, handle)
    if kind in ("check", "radio"):
        value = "x" if _checked(page, form, handle, name) else " "
    elif kind in ("text", "choice"):
        value = text("FPDFAnnot_GetFormFieldValue", form, handle).strip()
    else:
        return None
    return Field(area, kind, name, value) if value else None


def _checked(page: Page, form: int, handle: int, name: str) -> bool:
    """Whether a check box or radio button is on.

    Its appearance state tells. Where a program left that out, the value of the field
    does: for a radio button it names the one that is on (12.7.5.2.3 and 4).
    """
    state = text("FPDFAnnot_GetStringValue", handle, b"AS")
    if state:
        return state != "Off"
    if calls["FPDFAnnot_IsChecked"](form, handle):
        return True
    value = text("FPDFAnnot_GetStringValue", handle, b"V")
    known = page.doc.values
    if not value and name not in known:
        if len(known) >= _MOST:
            return False
        known[name] = _value(page.doc.data, name.rpartition(".")[2])
    value = value or known[name]
    calls["FORM_OnAfterLoadPage"](page.handle, form)  # it is not answered before
    own = text("FPDFAnnot_GetFormFieldExportValue", form, handle)
    calls["FORM_OnBeforeClosePage"](page.handle, form)
    return value not in ("", "Off") and value == own


def _value(data: bytes, name: str) -> str:
    """Return the name that is the value of a field, as it stands in the file.

    The interface of PDFium leads from a button to no field above it.
    """
    title = name.encode("latin-1", "replace")
    for match in islice(re.finditer(rb"/T\s*\(" + re.escape(title) + rb"\)", data), 20):
        start = data.rfind(b" obj", max(0, match.start() - _OBJECT), match.start())
        stop = data.find(b"endobj", match.end(), match.end() + _OBJECT)
        found = _NAME_VALUE.search(data[max(start, 0) : stop]) if stop > 0 else None
        if found:
            return found[1].decode("latin-1")
    return ""
