"""Raw C calls to PDFium in, plain Python values out; ``glyphs`` makes those for text.

Handles are integers, coordinates PDF points with the origin bottom left, text is
``str``; ``standin`` answers where PDFium asks back. The shared library is loaded
directly: the bindings of ``pypdfium2`` cost four times as much as reading a page.

Source: the public headers of PDFium (fpdfview.h, fpdf_text.h, fpdf_edit.h,
fpdf_structtree.h, fpdf_annot.h, fpdf_doc.h, fpdf_attachment.h).
"""

from __future__ import annotations

import ctypes as C  # noqa: N812 - the usual short name for a page of C types
import os
import sys
from collections import deque
from itertools import repeat

from kimi_read.errors import MissingExtra
from kimi_read.formats.pdf import standin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

#: How many objects are asked at once, with arguments that are made only once.
AT_ONCE = 4096

_P, _I, _U = C.c_void_p, C.c_int, C.c_ulong
#: name: result, then arguments. Those without arguments listed are called with
#: ready-made ctypes values: the conversion would cost more than the call.
_API: dict[str, tuple[Any, ...]] = {
    "FPDF_InitLibraryWithConfig": (None, _P),
    "FPDF_SetSystemFontInfo": (None, _P),
    "FPDF_LoadMemDocument64": (_P, _P, C.c_size_t, C.c_char_p),
    "FPDF_GetLastError": (_U,),
    "FPDF_CloseDocument": (None, _P),
    "FPDF_GetPageCount": (_I, _P),
    "FPDF_LoadPage": (_P, _P, _I),
    "FPDF_ClosePage": (None, _P),
    "FPDF_GetPageBoundingBox": (_I, _P, _P),
    "FPDFPage_GetRotation": (_I, _P),
    "FPDF_GetMetaText": (_U, _P, C.c_char_p, _P, _U),
    "FPDF_GetPageLabel": (_U, _P, _I, _P, _U),
    "FPDF_GetFileVersion": (_I, _P, _P),
    "FPDF_GetSecurityHandlerRevision": (_I, _P),
    "FPDF_GetFormType": (_I, _P),
    "FPDF_GetSignatureCount": (_I, _P),
    "FPDFCatalog_IsTagged": (_I, _P),
    "FPDFDoc_GetAttachmentCount": (_I, _P),
    "FPDFDoc_GetAttachment": (_P, _P, _I),
    "FPDFAttachment_GetName": (_U, _P, _P, _U),
    "FPDFBookmark_GetFirstChild": (_P, _P, _P),
    "FPDFBookmark_GetNextSibling": (_P, _P, _P),
    "FPDFBookmark_GetTitle": (_U, _P, _P, _U),
    "FPDFBookmark_GetDest": (_P, _P, _P),
    "FPDFBookmark_GetAction": (_P, _P),
    "FPDFAction_GetDest": (_P, _P, _P),
    "FPDFAction_GetURIPath": (_U, _P, _P, _P, _U),
    "FPDFDest_GetDestPageIndex": (_I, _P, _P),
    "FPDFText_LoadPage": (_P, _P),
    "FPDFText_ClosePage": (None, _P),
    "FPDFText_CountChars": (_I, _P),
    "FPDFText_GetUnicode": (C.c_uint,),
    "FPDFText_GetText": (_I, _P, _I, _I, _P),
    "FPDFText_GetTextObject": (_P,),
    "FPDFText_GetLooseCharBox": (_I,),
    "FPDFText_HasUnicodeMapError": (_I,),
    "FPDFText_IsGenerated": (_I,),
    "FPDFText_GetMatrix": (_I, _P, _I, _P),
    "FPDFText_GetCharOrigin": (_I, _P, _I, _P, _P),
    "FPDFTextObj_GetFont": (_P, _P),
    "FPDFTextObj_GetFontSize": (_I, _P, _P),
    "FPDFTextObj_GetTextRenderMode": (_I, _P),
    "FPDFFont_GetBaseFontName": (C.c_size_t, _P, _P, C.c_size_t),
    "FPDFFont_GetFlags": (_I, _P),
    "FPDFFont_GetWeight": (_I, _P),
    "FPDFFont_GetItalicAngle": (_I, _P, _P),
    "FPDFFont_GetIsEmbedded": (_I, _P),
    "FPDFPage_CountObjects": (_I, _P),
    "FPDFPage_GetObject": (_P,),
    "FPDFFormObj_CountObjects": (_I, _P),
    "FPDFFormObj_GetObject": (_P,),
    "FPDFPageObj_GetType": (_I, _P),
    "FPDFPageObj_GetBounds": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetMatrix": (_I, _P, _P),
    "FPDFPageObj_GetFillColor": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetStrokeColor": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetMarkedContentID": (_I, _P),
    "FPDFImageObj_GetImagePixelSize": (_I, _P, _P, _P),
    "FPDFImageObj_GetImageFilterCount": (_I, _P),
    "FPDFImageObj_GetImageFilter": (_U, _P, _I, _P, _U),
    "FPDFImageObj_GetImageDataRaw": (_U, _P, _P, _U),
    "FPDFImageObj_GetBitmap": (_P, _P),
    "FPDFImageObj_GetRenderedBitmap": (_P, _P, _P, _P),
    "FPDFImageObj_SetMatrix": (_I, _P, *(C.c_double,) * 6),
    "FPDFBitmap_CreateEx": (_P, _I, _I, _I, _P, _I),
    "FPDFBitmap_FillRect": (_I, _P, _I, _I, _I, _I, _U),
    "FPDFBitmap_GetBuffer": (_P, _P),
    "FPDFBitmap_GetFormat": (_I, _P),
    "FPDFBitmap_GetWidth": (_I, _P),
    "FPDFBitmap_GetHeight": (_I, _P),
    "FPDFBitmap_GetStride": (_I, _P),
    "FPDFBitmap_Destroy": (None, _P),
    "FPDF_RenderPageBitmapWithMatrix": (None, _P, _P, _P, _P, _I),
    "FPDFPath_GetDrawMode": (_I, _P, _P, _P),
    "FPDFPath_CountSegments": (_I, _P),
    "FPDFPath_GetPathSegment": (_P, _P, _I),
    "FPDFPathSegment_GetPoint": (_I, _P, _P, _P),
    "FPDFPathSegment_GetType": (_I, _P),
    "FPDFLink_Enumerate": (_I, _P, _P, _P),
    "FPDFLink_GetAnnotRect": (_I, _P, _P),
    "FPDFLink_GetAction": (_P, _P),
    "FPDFLink_CountQuadPoints": (_I, _P),
    "FPDFLink_GetQuadPoints": (_I, _P, _I, _P),
    "FPDFPage_GetAnnotCount": (_I, _P),
    "FPDFPage_GetAnnot": (_P, _P, _I),
    "FPDFPage_CloseAnnot": (None, _P),
    "FPDFAnnot_GetSubtype": (_I, _P),
    "FPDFAnnot_GetRect": (_I, _P, _P),
    "FPDFAnnot_GetFlags": (_I, _P),
    "FPDFAnnot_GetStringValue": (_U, _P, C.c_char_p, _P, _U),
    "FPDFAnnot_GetFormFieldType": (_I, _P, _P),
    "FPDFAnnot_GetFormFieldName": (_U, _P, _P, _P, _U),
    "FPDFAnnot_GetFormFieldValue": (_U, _P, _P, _P, _U),
    "FPDFAnnot_GetFormFieldExportValue": (_U, _P, _P, _P, _U),
    "FORM_OnAfterLoadPage": (None, _P, _P),
    "FORM_OnBeforeClosePage": (None, _P, _P),
    "FPDFAnnot_IsChecked": (_I, _P, _P),
    "FPDFDOC_InitFormFillEnvironment": (_P, _P, _P),
    "FPDFDOC_ExitFormFillEnvironment": (None, _P),
    "FPDF_StructTree_GetForPage": (_P, _P),
    "FPDF_StructTree_Close": (None, _P),
    "FPDF_StructTree_CountChildren": (_I, _P),
    "FPDF_StructTree_GetChildAtIndex": (_P, _P, _I),
    "FPDF_StructElement_GetType": (_U, _P, _P, _U),
    "FPDF_StructElement_GetAltText": (_U, _P, _P, _U),
    "FPDF_StructElement_GetActualText": (_U, _P, _P, _U),
    "FPDF_StructElement_CountChildren": (_I, _P),
    "FPDF_StructElement_GetChildAtIndex": (_P,),
    "FPDF_StructElement_GetChildMarkedContentID": (_I,),
    "FPDF_StructElement_GetAttributeCount": (_I, _P),
    "FPDF_StructElement_GetAttributeAtIndex": (_P, _P, _I),
    "FPDF_StructElement_Attr_GetValue": (_P, _P, C.c_char_p),
    "FPDF_StructElement_Attr_GetNumberValue": (_I, _P, _P),
}


class _Config(C.Structure):
    _fields_ = (
        ("version", C.c_int),
        ("font_paths", C.POINTER(C.c_char_p)),
        ("isolate", C.c_void_p),
        ("slot", C.c_uint),
        ("platform", C.c_void_p),
        ("renderer", C.c_int),
    )


calls: dict[str, Callable[..., Any]] = {}
#: Where calls leave their numbers, and references to each place.
floats = (C.c_float * 8)()
doubles = (C.c_double * 2)()
ints = (C.c_uint * 4)()
_buffer = C.create_string_buffer(1 << 13)
F = [C.byref(floats, 4 * i) for i in range(8)]
D = [C.byref(doubles, 8 * i) for i in range(2)]
N = [C.byref(ints, 4 * i) for i in range(4)]
NUMBERS = [C.c_int(i) for i in range(AT_ONCE)]
#: The same call as ``FPDFPageObj_GetFillColor``, without arguments listed.
_FILL = "fill colour"
_FEW = 512
_colours = (C.c_uint * (4 * _FEW))()
_colour_places = [
    [C.byref(_colours, place) for place in range(first, 16 * _FEW, 16)]
    for first in (0, 4, 8, 12)
]


def prepare() -> None:
    """Load the library once; it opens no file and no font afterwards."""
    if calls:
        return
    import encodings.utf_16
    import encodings.utf_16_le  # noqa: F401 - no import works once we are locked
    from importlib.util import find_spec

    spec = find_spec("pypdfium2_raw")
    names = {"win32": "pdfium.dll", "darwin": "libpdfium.dylib"}
    name = names.get(sys.platform, "libpdfium.so")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    paths = [os.path.join(folder, name) for folder in folders]
    path = next(filter(os.path.exists, paths), "")
    if not path:
        raise MissingExtra("PDF needs the package pypdfium2, which is not installed")
    library = C.CDLL(path)
    for name, (result, *arguments) in _API.items():
        call = getattr(library, name)
        call.restype = result
        if arguments:
            call.argtypes = arguments
        calls[name] = call
    calls[_FILL] = library["FPDFPageObj_GetFillColor"]
    no_paths = (C.c_char_p * 1)(None)
    config = _Config(2, C.cast(no_paths, C.POINTER(C.c_char_p)), None, 0, None, 0)
    calls["FPDF_InitLibraryWithConfig"](C.byref(config))
    calls["FPDF_SetSystemFontInfo"](standin.interface())


def text(name: str, *arguments: object) -> str:
    """Return the UTF-16 text of a call that fills a buffer and gives its length."""
    size = calls[name](*arguments, _buffer, len(_buffer))
    if size <= len(_buffer):
        return _decoded(_buffer, size)
    if size > 1 << 22:
        return ""
    room = C.create_string_buffer(size)
    return _decoded(room, calls[name](*arguments, room, size))


def _decoded(buffer: C.Array[C.c_char], size: int) -> str:
    return C.string_at(buffer, max(0, size - 2)).decode("utf-16-le", "replace")


def fill_colours(handles: list[int]) -> list[int]:
    """Return the fill colour of each object as 0xRRGGBB, -1 where transparent."""
    out: list[int] = []
    for start in range(0, len(handles), _FEW):
        pointers = list(map(C.c_void_p, handles[start : start + _FEW]))
        C.memset(_colours, 0, 16 * len(pointers))
        deque(map(calls[_FILL], pointers, *_colour_places), maxlen=0)
        values = iter(memoryview(_colours).cast("B").cast("I")[: 4 * len(pointers)])
        out += [
            -1 if alpha < 8 else red << 16 | green << 8 | blue
            for red, green, blue, alpha in zip(
                values, values, values, values, strict=True
            )
        ]
    return out


def latin(name: str, handle: int) -> str:
    """Return the 8-bit text of a call on a handle, such as a font's name."""
    size = calls[name](handle, _buffer, 512)
    return C.string_at(_buffer, max(0, min(size, 512) - 1)).decode("utf-8", "replace")


def italic_angle(font: int) -> int:
    """Return the slant of a font in degrees; negative leans to the right."""
    angle = C.c_int(0)
    calls["FPDFFont_GetItalicAngle"](font, C.byref(angle))
    return angle.value


def form_info() -> object:
    """Return a form environment's callbacks: version 2, and none of them."""
    room = C.create_string_buffer(512)
    C.cast(room, C.POINTER(C.c_int))[0] = 2
    return room


def narrow(name: str, *arguments: object) -> str:
    """Return the 8-bit text of a call that fills a buffer and gives its length."""
    size = calls[name](*arguments, _buffer, len(_buffer))
    if size > len(_buffer):
        return ""
    return C.string_at(_buffer, max(0, size - 1)).decode("utf-8", "replace").strip()


def enumerate_links(page: int, most: int) -> list[int]:
    """Return the link annotations of a page."""
    place, link = C.c_int(0), C.c_void_p()
    out: list[int] = []
    enumerate_ = calls["FPDFLink_Enumerate"]
    while len(out) < most and enumerate_(page, C.byref(place), C.byref(link)):
        if link.value:
            out.append(link.value)
    return out


def each_below(name: str, owner: int, size: int) -> list[int]:
    """Return what a call with a handle gives for each number below ``size``."""
    call, handle = calls[name], C.c_void_p(owner)
    out = list(map(call, repeat(handle, size), NUMBERS))
    out += map(call, repeat(handle), range(len(out), size))
    return out


def children(element: int, size: int) -> list[tuple[int, int]]:
    """Return the first kids of a structure element that are elements of this page.

    The number of each comes first: the kids of one element may be those of a whole
    document, and hardly any of them on the page.
    """
    kids = each_below("FPDF_StructElement_GetChildAtIndex", element, size)
    return [(at, kid) for at, kid in enumerate(kids) if kid]


def content_marks(element: int, numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return which of these kids of an element are content marks, and the marks."""
    numbers = list(numbers)
    call, handle = (
        calls["FPDF_StructElement_GetChildMarkedContentID"],
        C.c_void_p(element),
    )
    marks = map(call, repeat(handle), numbers)
    return [(at, mark) for at, mark in zip(numbers, marks, strict=False) if mark >= 0]


def number_attribute(element: int, name: bytes) -> int:
    """Return a whole-number attribute of a structure element, 1 if it has none."""
    value = C.c_float(1.0)
    count = min(calls["FPDF_StructElement_GetAttributeCount"](element), 20)
    for index in range(count):
        attribute = calls["FPDF_StructElement_GetAttributeAtIndex"](element, index)
        if not attribute:
            continue
        found = calls["FPDF_StructElement_Attr_GetValue"](attribute, name)
        if found and calls["FPDF_StructElement_Attr_GetNumberValue"](
            found, C.byref(value)
        ):
            return max(1, min(int(value.value), 1000))
    return 1


def stream(image: int, most: int) -> bytes:
    """Return the data of a picture as they lie in the file, if not too many."""
    call = calls["FPDFImageObj_GetImageDataRaw"]
    size = call(image, None, 0)
    if not 0 < size <= most:
        return b""
    room = C.create_string_buffer(size)
    size = min(size, call(image, room, size))
    return room.raw[:size]


def bitmap(handle: int) -> tuple[int, int, int, int, bytes]:
    """Return width, height, bytes a row, bytes a pixel and all bytes, and free it.

    Pixels are grey, or blue, green and red, with or without a fourth byte.
    """
    kinds = {1: 1, 2: 3, 3: 4, 4: 4}
    try:
        width, height, row, kind = (
            int(calls[f"FPDFBitmap_Get{what}"](handle))
            for what in ("Width", "Height", "Stride", "Format")
        )
        data = C.string_at(calls["FPDFBitmap_GetBuffer"](handle), row * height)
        return width, height, row, kinds.get(kind, 0), data
    finally:
        calls["FPDFBitmap_Destroy"](handle)


def region(
    page: int, matrix: tuple[float, ...], width: int, height: int
) -> tuple[int, int, int, int, bytes] | None:
    """Return what is drawn on a part of a page, on white, as ``bitmap`` does.

    ``matrix`` leads from the page, with its origin at the upper left, to pixels.
    """
    handle = calls["FPDFBitmap_CreateEx"](width, height, 3, None, 0)
    if not handle:
        return None
    calls["FPDFBitmap_FillRect"](handle, 0, 0, width, height, 0xFFFFFFFF)
    floats[:6] = list(matrix)
    clip = (C.c_float * 4)(0, 0, width, height)
    calls["FPDF_RenderPageBitmapWithMatrix"](handle, page, F[0], C.byref(clip), 0)
    return bitmap(handle)
