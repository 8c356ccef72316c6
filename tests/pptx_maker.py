"""Builds small presentations from the XML of their shapes, for fixtures and tests."""

# ruff: noqa: E501 - XML reads worse when its lines are broken
from __future__ import annotations

import io
import zipfile

REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{REL}" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
TYPES = "application/vnd.openxmlformats-officedocument."
INCH = 914_400
#: A pixel, as PNG.
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


def run(text: str, look: str = "", inner: str = "") -> str:
    """Return a run; ``look`` are attributes and ``inner`` children of its rPr."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<a:r><a:rPr lang='en-US' {look}>{inner}</a:rPr><a:t>{text}</a:t></a:r>"


def para(*runs: str, level: int | None = None, look: str = "", bullet: str = "") -> str:
    """Return a paragraph of runs, or of plain texts."""
    inner = "".join(r if r.startswith("<") else run(r) for r in runs)
    lvl = "" if level is None else f'lvl="{level}"'
    return f"<a:p><a:pPr {lvl} {look}>{bullet}</a:pPr>{inner}</a:p>"


def frame(left: float, top: float, width: float, height: float, more: str = "") -> str:
    """Return the ``a:xfrm`` of a box in inches."""
    x, y, w, h = (round(side * INCH) for side in (left, top, width, height))
    return f'<a:xfrm {more}><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></a:xfrm>'


def shape(  # noqa: PLR0917 - as many as a shape has sides
    body: str, box: str = "", ph: str = "", name: str = "Shape", more: str = "",
    fill: str = "", number: int = 9,
) -> str:  # fmt: skip
    """Return a shape with the paragraphs ``body``; ``more`` are cNvPr attributes."""
    if body and not body.startswith("<"):
        body = para(body)
    holder = f"<p:ph {ph}/>" if ph else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}" {more}/><p:cNvSpPr/>'
        f"<p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:spPr>{box}{fill}</p:spPr>"
        f"<p:txBody><a:bodyPr/><a:lstStyle/>{body}</p:txBody></p:sp>"
    )


def title(text: str, kind: str = "title") -> str:
    """Return a title placeholder that inherits its place."""
    return shape(text, ph=f'type="{kind}"', name="Title", number=2)


def group(inner: str, transform: str = "", more: str = "") -> str:
    """Return a group of shapes."""
    return (
        f'<p:grpSp><p:nvGrpSpPr><p:cNvPr id="8" name="Group" {more}/><p:cNvGrpSpPr/>'
        f"<p:nvPr/></p:nvGrpSpPr><p:grpSpPr>{transform}</p:grpSpPr>{inner}</p:grpSp>"
    )


def graphic(uri: str, inner: str, box: str = "", name: str = "Graphic") -> str:
    """Return a graphic frame."""
    box = box.replace("a:xfrm", "p:xfrm")
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="{name}"/>'
        f"<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>{box}<a:graphic>"
        f'<a:graphicData uri="{uri}">{inner}</a:graphicData></a:graphic>'
        "</p:graphicFrame>"
    )


def cell(body: str, more: str = "") -> str:
    """Return a table cell."""
    body = body if body.startswith("<") else para(body)
    return (
        f"<a:tc {more}><a:txBody><a:bodyPr/><a:lstStyle/>{body}</a:txBody>"
        "<a:tcPr/></a:tc>"
    )


def table(rows: list[list[str]], box: str = "") -> str:
    """Return a table; cells are texts or the XML of cells."""
    width = max(map(len, rows))
    grid = '<a:gridCol w="914400"/>' * width
    lines = "".join(
        '<a:tr h="370840">'
        + "".join(c if c.startswith("<a:tc") else cell(c) for c in row)
        + "</a:tr>"
        for row in rows
    )
    inner = (
        f'<a:tbl><a:tblPr firstRow="1"/><a:tblGrid>{grid}</a:tblGrid>{lines}</a:tbl>'
    )
    return graphic("http://schemas.openxmlformats.org/drawingml/2006/table", inner, box)


def picture(
    relation: str, box: str = "", alt: str = "", more: str = "", media: str = ""
) -> str:
    """Return a picture; ``more`` stands inside its cNvPr, ``media`` in its nvPr."""
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="6" name="Picture" descr="{alt}">{more}'
        f"</p:cNvPr><p:cNvPicPr/><p:nvPr>{media}</p:nvPr></p:nvPicPr><p:blipFill>"
        f'<a:blip r:embed="{relation}"/></p:blipFill><p:spPr>{box}</p:spPr></p:pic>'
    )


def slide(shapes: str, more: str = "", head: str = "", tail: str = "") -> str:
    """Return a slide part; ``more`` are attributes, ``head`` stands before its tree."""
    return (
        f"{HEAD}<p:sld {NAMES} {more}><p:cSld>{head}<p:spTree><p:nvGrpSpPr>"
        '<p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
        f"{shapes}</p:spTree>{tail}</p:cSld></p:sld>"
    )


def rels(*relations: tuple[str, str, str]) -> str:
    """Return a relationship part from ids, kinds and targets (URLs are external)."""
    inner = "".join(
        f'<Relationship Id="{key}" Type="{REL}/{kind}" Target="{target}"'
        f"{_mode(kind, target)}/>"
        for key, kind, target in relations
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{HEAD}<Relationships xmlns="{space}">{inner}</Relationships>'


def _mode(kind: str, target: str) -> str:
    outside = ":" in target or (kind == "hyperlink" and not target.startswith("slide"))
    return ' TargetMode="External"' if outside else ""


def levels(bullets: bool) -> str:
    """Return the nine list levels of a master's text style."""
    mark = '<a:buChar char="•"/>' if bullets else "<a:buNone/>"
    step = 457_200 if bullets else 0
    return "".join(
        f'<a:lvl{n}pPr marL="{n * step}" indent="-342900">{mark}</a:lvl{n}pPr>'
        for n in range(1, 10)
    )


#: Layouts by kind: the placeholders that they place.
LAYOUTS = {
    "title": [('type="ctrTitle"', (1, 2, 8, 1)), ('type="subTitle" idx="1"', (1, 4, 8, 1))],
    "obj": [('type="title"', (1, 0.5, 8, 1)), ('idx="1"', (1, 2, 8, 4))],
    "twoTxTwoObj": [
        ('type="title"', (1, 0.3, 8, 1)),
        ('type="body" idx="1"', (0.5, 1.5, 4, 0.7)), ('idx="2"', (0.5, 2.3, 4, 3)),
        ('type="body" idx="3"', (5, 1.5, 4, 0.7)), ('idx="4"', (5, 2.3, 4, 3)),
    ],
    "secHead": [('type="title"', (1, 4, 8, 1)), ('type="body" idx="1"', (1, 3, 8, 1))],
    "blank": [],
}  # fmt: skip


def deck(
    slides: list[str | tuple[str, str]],
    *,
    links: dict[int, list[tuple[str, str, str]]] | None = None,
    parts: dict[str, str | bytes] | None = None,
    main_links: list[tuple[str, str, str]] | None = None,
    master_shapes: str = "",
    more: str = "",
    order: list[int] | None = None,
    main_type: str = TYPES + "presentationml.presentation.main+xml",
    core: str = "",
    extra: str = "",
) -> bytes:
    """Return a presentation as bytes; the same input gives the same bytes.

    ``slides`` are slide parts, with the name of their layout if it is not ``obj``;
    ``links`` their relationships by number from 1; ``order`` the numbers of the file
    names in presentation order; ``more`` attributes and ``extra`` children of the
    presentation.
    """
    pairs = [one if isinstance(one, tuple) else (one, "obj") for one in slides]
    names = list(LAYOUTS)
    order = order if order is not None else list(range(1, len(pairs) + 1))
    ids = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in order)
    files: dict[str, str | bytes] = {}
    overrides = [("/ppt/presentation.xml", main_type)]
    files["_rels/.rels"] = rels(
        ("rId1", "officeDocument", "ppt/presentation.xml"),
        ("rId2", "metadata/core-properties", "docProps/core.xml"),
    ).replace(f"{REL}/metadata", "http://schemas.openxmlformats.org/package/2006/relationships/metadata")  # fmt: skip
    files["docProps/core.xml"] = core or _core("A deck", "Ada")
    files["ppt/presentation.xml"] = (
        f"{HEAD}<p:presentation {NAMES} {more}><p:sldMasterIdLst><p:sldMasterId "
        f'id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>{ids}</p:sldIdLst>'
        f'<p:sldSz cx="{10 * INCH}" cy="{7.5 * INCH:.0f}"/><p:defaultTextStyle>'
        f"{levels(bullets=False)}</p:defaultTextStyle>{extra}</p:presentation>"
    )
    files["ppt/_rels/presentation.xml.rels"] = rels(
        ("rIdM", "slideMaster", "slideMasters/slideMaster1.xml"),
        *(
            (f"rId{n}", "slide", f"slides/slide{n}.xml")
            for n in range(1, len(pairs) + 1)
        ),
        *(main_links or []),
    )
    files["ppt/slideMasters/slideMaster1.xml"] = (
        f"{HEAD}<p:sldMaster {NAMES}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id='1' "
        "name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
        + shape("Click to edit", frame(1, 0.5, 8, 1), 'type="title"')
        + shape("Click to edit", frame(1, 2, 8, 4), 'type="body" idx="1"')
        + f"{master_shapes}</p:spTree></p:cSld><p:txStyles><p:titleStyle><a:lvl1pPr>"
        f"<a:buNone/></a:lvl1pPr></p:titleStyle><p:bodyStyle>{levels(bullets=True)}"
        f"</p:bodyStyle><p:otherStyle>{levels(bullets=False)}</p:otherStyle>"
        "</p:txStyles></p:sldMaster>"
    )
    for number, (kind, holders) in enumerate(LAYOUTS.items(), 1):
        no_bullet = "<a:lvl1pPr marL='0' indent='0'><a:buNone/></a:lvl1pPr>"
        inner = "".join(
            shape("Click", frame(*box), ph).replace(
                "<a:lstStyle/>",
                f"<a:lstStyle>{no_bullet}</a:lstStyle>"
                if "body" in ph or "subTitle" in ph
                else "<a:lstStyle/>",
            )
            for ph, box in holders
        )
        files[f"ppt/slideLayouts/slideLayout{number}.xml"] = (
            f'{HEAD}<p:sldLayout {NAMES} type="{kind}"><p:cSld><p:spTree><p:nvGrpSpPr>'
            "<p:cNvPr id='1' name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
            f"{inner}</p:spTree></p:cSld></p:sldLayout>"
        )
        files[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = rels(
            ("rId1", "slideMaster", "../slideMasters/slideMaster1.xml")
        )
    for number, (part, layout) in enumerate(pairs, 1):
        files[f"ppt/slides/slide{number}.xml"] = part
        overrides.append((f"/ppt/slides/slide{number}.xml",
                          TYPES + "presentationml.slide+xml"))  # fmt: skip
        files[f"ppt/slides/_rels/slide{number}.xml.rels"] = rels(
            ("rIdL", "slideLayout",
             f"../slideLayouts/slideLayout{names.index(layout) + 1}.xml"),
            *(links or {}).get(number, []),
        )  # fmt: skip
    files.update(parts or {})
    inner = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>'
        for name, kind in overrides
    )
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    types = (
        f'{HEAD}<Types xmlns="{space}"><Default Extension="rels" ContentType="'
        'application/vnd.openxmlformats-package.relationships+xml"/><Default '
        'Extension="xml" ContentType="application/xml"/><Default Extension="png" '
        f'ContentType="image/png"/>{inner}</Types>'
    )
    return package({"[Content_Types].xml": types, **files})


def _core(title: str, author: str) -> str:
    space = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    return (
        f'{HEAD}<cp:coreProperties xmlns:cp="{space}" xmlns:dc="http://purl.org/dc/'
        'elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://'
        f'www.w3.org/2001/XMLSchema-instance"><dc:title>{title}</dc:title><dc:creator>'
        f'{author}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">'
        "2026-01-02T03:04:05Z</dcterms:created></cp:coreProperties>"
    )


def package(files: dict[str, str | bytes | None]) -> bytes:
    """Return a ZIP file of the parts; those of None are left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            if data is not None:
                entry = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, data)
    return out.getvalue()


def changed(deck: bytes, **parts: str | bytes | None) -> bytes:
    """Return a package with parts replaced, or left out where None.

    Keywords are part names with ``__`` for ``/`` and ``_dot_`` for ``.``.
    """
    wanted = {k.replace("__", "/").replace("_dot_", "."): v for k, v in parts.items()}
    with zipfile.ZipFile(io.BytesIO(deck)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return package({**files, **wanted})
