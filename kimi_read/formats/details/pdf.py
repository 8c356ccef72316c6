"""Page sizes, labels, permissions, fields and attachments of a PDF, by pypdf."""

from __future__ import annotations

from functools import partial

from kimi_read.blocks import Facts
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

MOST = 50
#: Pages whose size is looked at.
PAGES = 500
_MM = 25.4 / 72


def prepare() -> None:
    """Import pypdf, and what it imports while it reads."""
    import encodings
    import pkgutil
    from importlib import import_module

    import pypdf._codecs._codecs
    import pypdf._crypt_providers
    import pypdf.filters
    import pypdf.generic._image_inline
    import pypdf.xmp

    for module in pkgutil.iter_modules(encodings.__path__):
        name = f"encodings.{module.name}"
        value(partial(import_module, name), None)
    del pypdf


def read(source: Source, request: Request) -> Blocks:
    """Yield the facts alone; none of a document whose password is not given."""
    from pypdf import PdfReader

    with source.open() as file:
        reader = PdfReader(file, strict=False)
        if reader.is_encrypted and not reader.decrypt(request.password):
            return
        found: dict[str, object] = {
            name: value(partial(tell, reader), None) for name, tell in _TOLD.items()
        }
        yield Facts({key: item for key, item in found.items() if item})


def _sizes(reader: Any) -> dict[str, int]:
    """Return how many pages have which size, in millimetres as they are seen."""
    sizes: dict[str, int] = {}
    for _, page in zip(range(PAGES), reader.pages, strict=False):
        width, height = float(page.cropbox.width), float(page.cropbox.height)
        if page.rotation % 180:
            width, height = height, width
        size = f"{width * _MM:.0f} x {height * _MM:.0f} mm"
        sizes[size] = sizes.get(size, 0) + 1
    return sizes


def _labels(reader: Any) -> list[str]:
    """Return the labels of the first pages, where they are not just their numbers."""
    labels = reader.page_labels[:MOST]
    plain = [str(number) for number in range(1, len(labels) + 1)]
    return [] if labels == plain else labels


def _permissions(reader: Any) -> list[str]:
    """Return what the owner of an encrypted document allows."""
    allowed = reader.user_access_permissions
    return [] if allowed is None else [
        name for name, given in allowed.to_dict().items() if given
    ]  # fmt: skip


def _fields(reader: Any) -> dict[str, str]:
    """Return the form fields and their values."""
    fields = reader.get_fields() or {}
    return {
        str(name): str(field.get("/V", ""))[:200]
        for name, field in [*fields.items()][:MOST]
    }


def _attachments(reader: Any) -> list[str]:
    return [*reader.attachments][:MOST]


def _conformance(reader: Any) -> str:
    """Return PDF/A and the like, as the metadata claim it."""
    xmp = reader.xmp_metadata
    part = xmp.pdfaid_part if xmp is not None else None
    return f"PDF/A-{part}{(xmp.pdfaid_conformance or '').lower()}" if part else ""


_TOLD = {
    "pageSizes": _sizes,
    "pageLabels": _labels,
    "permissions": _permissions,
    "fields": _fields,
    "attachments": _attachments,
    "conformance": _conformance,
}
