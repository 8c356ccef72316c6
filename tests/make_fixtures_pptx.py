"""Writes the generated fixtures of fixtures/pptx.

python tests/make_fixtures_pptx.py
"""

# ruff: noqa: E501 - XML reads worse when its lines are broken
from __future__ import annotations

from pathlib import Path

from pptx_maker import (
    DOT,
    HEAD,
    NAMES,
    TYPES,
    cell,
    changed,
    deck,
    frame,
    graphic,
    group,
    package,
    para,
    picture,
    run,
    shape,
    slide,
    table,
    title,
)

FOLDER = Path(__file__).parent.parent / "fixtures" / "pptx"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
CHART_X = "http://schemas.microsoft.com/office/drawing/2014/chartex"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
OBJECT = "http://schemas.openxmlformats.org/presentationml/2006/ole"


def auto(scheme: str, start: int = 0) -> str:
    """Return an automatic number."""
    at = f' startAt="{start}"' if start else ""
    return f'<a:buAutoNum type="{scheme}"{at}/>'


def lists() -> bytes:
    """Levels, numbers of all kinds, what goes on and what begins anew."""
    period, letters = auto("arabicPeriod"), auto("alphaLcParenR")
    numbered = (
        para("one", bullet=period)
        + para("inner", level=1, bullet=letters)
        + para("inner too", level=1, bullet=letters)
        + para("two goes on", bullet=period)
        + para()
        + para("three, after an empty paragraph", bullet=period)
        + para("a bullet between")
        + para("one again", bullet=period)
        + para("plain words", bullet="<a:buNone/>", look='marL="0" indent="0"')
        + para("seven", bullet=auto("arabicParenR", 7))
        + para("eight", bullet=auto("arabicParenR", 7))
        + para("i", bullet=auto("romanLcPeriod", 4))
        + para("upper", bullet=auto("romanUcParenBoth", 9))
        + para("upper letter", bullet=auto("alphaUcPeriod", 27))
        + para("circle", bullet=auto("circleNumDbPlain", 3))
        + para("Chinese", bullet=auto("ea1ChsPeriod", 12))
    )
    bulleted = (
        para("inherited bullet")
        + para("second level", level=1)
        + para("fourth level without a third", level=3)
        + para("back to the second", level=1)
        + para("text of the item above", level=1, bullet="<a:buNone/>")
        + para("no bullet: an empty character", bullet='<a:buChar char=" "/>')
    )
    return deck([
        slide(title("Bullets") + shape(bulleted, ph='idx="1"')),
        slide(title("Numbers") + shape(numbered, ph='idx="1"')),
        slide(title("A text box has none") + shape(para("plain") + para("deeper", level=1),
              frame(1, 2, 5, 2))),
    ])  # fmt: skip


def order() -> bytes:
    """Boxes whose place in the file says nothing about where they are read."""
    grid = [shape(f"grid {r}{c}", frame(1 + 3 * c, 2 + 1.5 * r, 2.5, 1))
            for r in range(2) for c in range(3)]  # fmt: skip
    stack = [shape(f"right {n}", frame(5, 1 + n, 3, 0.8)) for n in range(3)]
    tall = shape("tall on the left", frame(0.5, 1, 4, 3))
    cards = [
        shape(f"card {c} {what}", frame(0.5 + 3 * c, top, 2.5, high))
        for what, top, high in (("head", 1, 0.5), ("body", 1.5, 2))
        for c in range(3)
    ]
    scaled = group(
        shape("group, right", '<a:xfrm><a:off x="200" y="0"/><a:ext cx="90" cy="90"/></a:xfrm>')
        + shape("group, left", '<a:xfrm><a:off x="0" y="0"/><a:ext cx="90" cy="90"/></a:xfrm>'),
        '<a:xfrm><a:off x="914400" y="914400"/><a:ext cx="2743200" cy="914400"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="300" cy="100"/></a:xfrm>',
    )  # fmt: skip
    turned = shape("turned, on the left", frame(-0.5, 2.5, 3, 1, 'rot="16200000"'))
    compared = (
        shape("right content", ph='idx="4"')
        + shape("left content", ph='idx="2"')
        + shape("Right heading", ph='type="body" idx="3"')
        + shape("Left heading", ph='type="body" idx="1"')
        + title("Comparison")
    )
    behind = shape("large box behind", frame(0, 0, 10, 7.5))
    return deck([
        slide("".join(reversed(grid)) + title("Grid, last row first in the file")),
        slide("".join(reversed(stack)) + tall + title("A column beside a tall box")),
        slide("".join(cards) + title("Cards: heads touch their bodies")),
        slide(shape("below the group", frame(1, 3, 4, 1)) + scaled
              + title("A scaled group")),
        slide(shape("right", frame(3, 2, 3, 2)) + turned + title("A quarter turn")),
        (slide(compared), "twoTxTwoObj"),
        slide(shape("on top", frame(2, 3, 4, 1)) + shape("on top, first",
              frame(2, 1, 4, 1)) + behind + title("Something behind all")),
    ])  # fmt: skip


def runs() -> bytes:
    """Formats, links, code, formulas, symbols, breaks."""

    def link(key: str, more: str = "") -> str:
        return f'<a:hlinkClick r:id="{key}" {more}/>'

    mono = '<a:latin typeface="Consolas"/>'
    formats = (
        para(run("bold", 'b="1"'), run(" and ", 'b="1"'), run("both", 'b="1" i="1"'))
        + para(run("half", 'b="1"'), "word, ", run("标题。", 'b="1"'), "内容")
        + para("x", run("2", 'baseline="30000"'), " H", run("2", 'baseline="-25000"'), "O")
        + para(run("gone", 'strike="sngStrike"'), " and ", run("run()", inner=mono))
        + para("first line<br/>".replace("<br/>", ""), "<a:br/>", "second line")
        + para("arrow ", run("\uf0e0", inner='<a:sym typeface="Wingdings"/>'), " tick ",
               run("\u00fc", inner='<a:latin typeface="Wingdings"/>'))
        + para("# not a heading, 1. not a list, *not* _marked_ [x](y) <b>")
        + para("page ", '<a:fld id="{0}" type="slidenum"><a:t>1</a:t></a:fld>')
    )  # fmt: skip
    code = (
        para("Run this:")
        + para(run("def f():", inner=mono))
        + para(run("    return 1", inner=mono))
        + para("And that is all.")
    )
    links = (
        para("to the ", run("site", inner=link("r1")), " or ",
             run("half", inner=link("r1")), run(" bold", 'b="1"', link("r1")))
        + para(run("a file", inner=link("r2")))
        + para(run("slide two", inner=link("r3", 'action="ppaction://hlinksldjump"')))
        + para(run("next", inner=link("", 'action="ppaction://hlinkshowjump?jump=nextslide"')))
        + para(run("a macro", inner=link("", 'action="ppaction://macro?name=Run"')))
        + para(run("broken", inner=link("r9")))
    )  # fmt: skip
    math = (
        "<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t>"
        "</m:r></m:den></m:f></m:oMath>"
    )
    formula = (
        "<mc:AlternateContent><mc:Choice Requires='a14'>"
        + shape(f"<a:p>{run('half is ')}<a14:m>{math}</a14:m></a:p>"
                f"<a:p><a14:m><m:oMathPara>{math}</m:oMathPara></a14:m></a:p>",
                frame(1, 2, 4, 1))
        + "</mc:Choice><mc:Fallback>" + shape("not this", frame(1, 2, 4, 1))
        + "</mc:Fallback></mc:AlternateContent>"
    )  # fmt: skip
    whole = shape("a linked box", frame(1, 5, 3, 1)).replace(
        'name="Shape" />', f'name="Shape">{link("r1")}</p:cNvPr>'
    )
    two = [("r1", "hyperlink", "https://example.com/a?b=1&amp;c=2"),
           ("r2", "hyperlink", "folder/other%20file.docx"),
           ("r3", "slide", "slide2.xml")]  # fmt: skip
    return deck(
        [
            slide(title("Formats") + shape(formats, frame(1, 2, 6, 4))),
            slide(title("Code") + shape(code, frame(1, 2, 6, 4))),
            slide(title("Links") + shape(links, frame(1, 2, 6, 2)) + whole),
            slide(title("Mathematics") + formula),
            slide(shape(para("A title", "<a:br/>", run("in two", 'b="1"'), " lines"),
                        ph='type="title"')),
        ],
        links={3: two},
    )  # fmt: skip


def tables() -> bytes:
    """Merged cells both ways, pipes, breaks, lists and formats in cells."""
    merged = [
        [cell(para(run("Name", 'b="1"'))), cell("Two columns", 'gridSpan="2"'),
         cell("", 'hMerge="1"')],
        [cell("Two rows", 'rowSpan="2"'), "a|b", cell(para("line") + para("next"))],
        [cell("", 'vMerge="1"'), cell(para("item", bullet='<a:buChar char="•"/>')
         + para("first", bullet=auto("arabicPeriod"))),
         cell(para(run("code|pipe", inner='<a:latin typeface="Courier New"/>')))],
        [cell("Block", 'gridSpan="2" rowSpan="2"'), cell("", 'hMerge="1"'), "right"],
        [cell("", 'gridSpan="2" vMerge="1"'), cell("", 'hMerge="1" vMerge="1"'), "last"],
    ]  # fmt: skip
    return deck([
        slide(title("Merged cells") + table(merged, frame(1, 2, 6, 3))),
        slide(title("One cell is a frame") + table([["framed | words"]], frame(1, 2, 2, 1))),
        slide(title("Ragged rows") + table([["a", "b", "c"], ["1"], ["2", "3"]])),
        slide(title("An empty table") + table([["", ""], ["", ""]])),
    ])  # fmt: skip


def _bar_chart() -> str:
    def points(kind: str, values: list[object]) -> str:
        inner = "".join(
            f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(values)
        )
        return f'<c:{kind}Cache><c:ptCount val="{len(values)}"/>{inner}</c:{kind}Cache>'

    series = "".join(
        f"<c:ser><c:tx><c:strRef>{points('str', [name])}</c:strRef></c:tx><c:cat><c:strRef>"
        f"{points('str', ['East | West', 'North'])}</c:strRef></c:cat><c:val><c:numRef>"
        f"{points('num', values)}</c:numRef></c:val></c:ser>"
        for name, values in (("2025", [1.5, 2]), ("2026", [0.1 + 0.2, 4]))
    )
    words = "<a:p><a:r><a:t>Sales</a:t></a:r></a:p>"
    return (
        f'{HEAD}<c:chartSpace xmlns:c="{CHART}" {NAMES}><c:chart><c:title><c:tx><c:rich>'
        f"{words}</c:rich></c:tx></c:title><c:plotArea><c:barChart>{series}</c:barChart>"
        "</c:plotArea></c:chart></c:chartSpace>"
    )


def _funnel() -> str:
    return (
        f'{HEAD}<cx:chartSpace xmlns:cx="{CHART_X}" {NAMES}><cx:chartData><cx:data id="0">'
        '<cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Seen</cx:pt><cx:pt idx="1">'
        'Bought</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl ptCount="2"><cx:pt '
        'idx="0">100</cx:pt><cx:pt idx="1">7</cx:pt></cx:lvl></cx:numDim></cx:data>'
        "</cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="
        '"funnel"><cx:tx><cx:txData><cx:v>People</cx:v></cx:txData></cx:tx></cx:series>'
        "</cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>"
    )


def _diagram_data() -> str:
    def point(key: str, words: str = "", kind: str = "") -> str:
        text = f"<dgm:t><a:bodyPr/>{para(words)}</dgm:t>" if words else ""
        return f'<dgm:pt modelId="{key}"{kind and f" type={chr(34)}{kind}{chr(34)}"}>{text}</dgm:pt>'

    def leads(source: str, target: str, place: int) -> str:
        return f'<dgm:cxn modelId="c{target}" srcId="{source}" destId="{target}" srcOrd="{place}"/>'

    return (
        f'{HEAD}<dgm:dataModel xmlns:dgm="{DIAGRAM}" {NAMES}><dgm:ptLst>'
        + point("0", kind="doc")
        + point("2", "Do")
        + point("1", "Plan")
        + point("11", "Goals")
        + point("3", "Check")
        + point("p1", "Plan", "pres")
        + point("t1", "", "parTrans")
        + "</dgm:ptLst><dgm:cxnLst>"
        + leads("0", "3", 2) + leads("0", "1", 0) + leads("0", "2", 1) + leads("1", "11", 0)
        + "</dgm:cxnLst></dgm:dataModel>"
    )  # fmt: skip


def objects() -> bytes:
    """Charts, diagrams, pictures, films, embedded and linked objects."""
    chart = graphic(CHART, f'<c:chart xmlns:c="{CHART}" r:id="c1"/>', frame(1, 2, 4, 3))
    funnel = (
        "<mc:AlternateContent><mc:Choice xmlns:cx1='x' Requires='cx1'>"
        + graphic(CHART_X, f'<cx:chart xmlns:cx="{CHART_X}" r:id="c2"/>', frame(5, 2, 4, 3))
        + "</mc:Choice><mc:Fallback>" + picture("i1", frame(5, 2, 4, 3), "not this")
        + "</mc:Fallback></mc:AlternateContent>"
    )  # fmt: skip
    ids = f'<dgm:relIds xmlns:dgm="{DIAGRAM}" r:dm="d1" r:lo="d2" r:qs="d3" r:cs="d4"/>'
    smart = graphic(DIAGRAM, ids, frame(1, 2, 6, 4))
    ole = graphic(
        OBJECT,
        '<p:oleObj name="Worksheet" r:id="o1" progId="Excel.Sheet.12"><p:embed/>'
        + picture("i1", frame(1, 2, 2, 1), "preview") + "</p:oleObj>",
        frame(1, 2, 2, 1),
    )  # fmt: skip
    drawn = (
        "<mc:AlternateContent><mc:Choice Requires='v'><p:oleObj spid='s1' name='not this' "
        "r:id='o2' progId='Word.Document.8'><p:link/></p:oleObj></mc:Choice><mc:Fallback>"
        "<p:oleObj name='Paper' r:id='o2' progId='Word.Document.8'><p:link updateAutomatic="
        "'1'/></p:oleObj></mc:Fallback></mc:AlternateContent>"
    )
    film = picture(
        "i1", frame(1, 2, 4, 3), "first frame",
        media='<a:videoFile r:link="v1"/><p:extLst><p:ext uri="{0}"><p14:media '
        'r:embed="v2"/></p:ext></p:extLst>',
    )  # fmt: skip
    sound = picture("i1", frame(6, 2, 1, 1), "", media='<a:audioFile r:link="v3"/>')
    web = picture("i1", frame(1, 6, 1, 1), "", media='<a:videoFile r:link="v4"/>')
    click = '<a:hlinkClick r:id="h1"/>'
    filled = shape("", frame(6, 2, 2, 2), fill='<a:blipFill><a:blip r:embed="i1"/></a:blipFill>',
                   more='descr="a filled shape"')  # fmt: skip
    background = (
        '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="i2"/></a:blipFill></p:bgPr></p:bg>'
    )
    image = ("i1", "image", "../media/image1.png")
    control = (
        "<p:controls><mc:AlternateContent><mc:Choice Requires='v'><p:control name='not this'/>"
        "</mc:Choice><mc:Fallback><p:control name='TextBox1' r:id='x1'/></mc:Fallback>"
        "</mc:AlternateContent></p:controls>"
    )
    odd = graphic("http://schemas.microsoft.com/office/webextensions/webextension/2010/11", "",
                  frame(1, 2, 2, 2))  # fmt: skip
    return deck(
        [
            slide(title("Charts") + chart + funnel),
            slide(title("A diagram") + smart),
            slide(title("Objects") + ole + graphic(OBJECT, drawn, frame(1, 4, 2, 1)) + odd, tail=control),
            slide(title("Films") + film + sound + web),
            slide(title("Pictures") + picture("i1", frame(1, 2, 2, 1), "a [red] dot &amp; more")
                  + picture("i1", frame(1, 4, 2, 1), "linked", click) + filled
                  + picture("i9", frame(1, 6, 2, 1)), head=background),
        ],
        links={
            1: [("c1", "chart", "../charts/chart1.xml"), ("c2", "chartEx", "../charts/chartEx1.xml"), image],
            2: [("d1", "diagramData", "../diagrams/data1.xml")],
            3: [("o1", "package", "../embeddings/Microsoft_Excel_Sheet.xlsx"),
                ("o2", "oleObject", "file:///C:/paper.doc"), image],
            4: [("v1", "video", "../media/media1.mp4"), ("v2", "media", "../media/media1.mp4"),
                ("v3", "audio", "../media/media2.wav"),
                ("v4", "video", "https://example.com/film"), image],
            5: [image, ("i2", "image", "../media/image2.png"), ("h1", "hyperlink", "https://example.com/")],
        },
        parts={
            "ppt/charts/chart1.xml": _bar_chart(),
            "ppt/charts/chartEx1.xml": _funnel(),
            "ppt/diagrams/data1.xml": _diagram_data(),
            "ppt/media/image1.png": DOT,
            "ppt/media/image2.png": DOT,
            "ppt/media/media1.mp4": b"film",
            "ppt/media/media2.wav": b"sound",
            "ppt/embeddings/Microsoft_Excel_Sheet.xlsx": b"PK",
        },
    )  # fmt: skip


def remarks() -> bytes:
    """Speaker notes and comments of both kinds, with replies."""
    notes = (
        f"{HEAD}<p:notes {NAMES}><p:cSld><p:spTree>"
        + shape("", ph='type="sldImg"')
        + shape(para("Say ", run("hello", 'b="1"')) + para("a point",
                bullet='<a:buChar char="•"/>'), ph='type="body" idx="1"')
        + shape("7", ph='type="sldNum" idx="5"')
        + "</p:spTree></p:cSld></p:notes>"
    )  # fmt: skip
    space = "http://schemas.microsoft.com/office/powerpoint/2012/main"
    old = (
        f'{HEAD}<p:cmLst {NAMES}><p:cm authorId="0" dt="2026-01-05T10:00:00" idx="1"><p:pos '
        'x="1" y="1"/><p:text>Is this *right*?</p:text></p:cm><p:cm authorId="1" dt="2026-01-06'
        'T10:00:00" idx="2"><p:pos x="1" y="1"/><p:text>It is.</p:text><p:extLst><p:ext uri="'
        f'{{0}}"><p15:threadingInfo xmlns:p15="{space}"><p15:parentCm authorId="0" idx="1"/>'
        "</p15:threadingInfo></p:ext></p:extLst></p:cm></p:cmLst>"
    )
    p188 = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
    ac = "http://schemas.microsoft.com/office/drawing/2013/main/command"
    body = "<p188:txBody><a:bodyPr/><a:lstStyle/>{}</p188:txBody>"
    new = (
        f'{HEAD}<p188:cmLst xmlns:p188="{p188}" {NAMES}><p188:cm id="{{1}}" authorId="{{A}}" '
        f'status="resolved" created="2026-02-01T09:00:00.000"><ac:txMkLst xmlns:ac="{ac}">'
        '<ac:spMk id="2"/><ac:txMk cp="4" len="4"/></ac:txMkLst><p188:replyLst><p188:reply '
        'id="{2}" authorId="{B}" created="2026-02-02T09:00:00.000">'
        + body.format(para("Done.")) + "</p188:reply></p188:replyLst>"
        + body.format(para("Too long?")) + "</p188:cm></p188:cmLst>"
    )  # fmt: skip
    return deck(
        [
            slide(title("Notes") + shape("Shown", frame(1, 2, 4, 1))),
            slide(title("Old comments")),
            slide(title("The new comments")),
        ],
        links={
            1: [("n1", "notesSlide", "../notesSlides/notesSlide1.xml")],
            2: [("m1", "comments", "../comments/comment1.xml")],
            3: [("m2", "comments", "../comments/modernComment_1.xml")],
        },
        main_links=[("rIdA", "commentAuthors", "commentAuthors.xml"),
                    ("rIdB", "authors", "authors.xml")],
        parts={
            "ppt/notesSlides/notesSlide1.xml": notes,
            "ppt/comments/comment1.xml": old,
            "ppt/comments/modernComment_1.xml": new,
            "ppt/commentAuthors.xml": f'{HEAD}<p:cmAuthorLst {NAMES}><p:cmAuthor id="0" '
            'name="Ada" initials="A"/><p:cmAuthor id="1" name="Bob"/></p:cmAuthorLst>',
            "ppt/authors.xml": f'{HEAD}<p188:authorLst xmlns:p188="{p188}"><p188:author id="{{a}}"'
            ' name="Cai"/><p188:author id="{B}" name="Dee"/></p188:authorLst>',
        },
    )  # fmt: skip


def hidden() -> bytes:
    """What a viewer does not see, what every slide repeats."""
    furniture = (
        shape("Draft, not for the press", ph='type="ftr" idx="11"')
        + shape('<a:p><a:fld id="{1}" type="slidenum"><a:t>1</a:t></a:fld></a:p>',
                ph='type="sldNum" idx="12"')
        + shape("1 May 2026", ph='type="dt" idx="10"')
    )  # fmt: skip
    white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
    dark = '<a:solidFill><a:srgbClr val="1F497D"/></a:solidFill>'
    number = shape('<a:p><a:fld id="{2}" type="slidenum"><a:t>2</a:t></a:fld></a:p>',
                   frame(9, 7, 1, 0.5))  # fmt: skip
    return deck(
        [
            slide(title("Shown") + furniture),
            slide(title("Never shown") + shape("Secret", frame(1, 2, 4, 1)), 'show="0"'),
            slide(title("Unseen shapes") + number
                  + shape("You cannot see me", frame(1, 2, 4, 1), name="Ghost",
                          more='hidden="1"')
                  + shape("Nor me", frame(11, 2, 4, 1), name="Beside")
                  + group(shape("Nor us", frame(1, 3, 4, 1)), more='hidden="1"')
                  + shape("But me", frame(1, 5, 4, 1))),
            slide(title("Unseen text")
                  + shape(para(run("White on white", "", white)), frame(1, 2, 4, 1))
                  + shape(para(run("White on a dark shape", "", white)),
                          frame(1, 3, 4, 1), fill=dark)
                  + shape("<a:p/>", frame(0, 4, 9, 1), fill=dark)
                  + shape(para(run("White over a dark shape", "", white)),
                          frame(1, 4.2, 4, 0.6))
                  + shape(para("Seen, ", run("tiny", 'sz="100"'),
                               run(" and clear", "", "<a:noFill/>")),
                          frame(1, 6, 4, 1))),
        ],
        master_shapes=shape("Confidential", frame(8, 0, 2, 0.5)),
    )  # fmt: skip


def structure() -> bytes:
    """Files named out of order, a slide that is in none, sections, levels of titles."""
    part = '<p14:section name="{}" id="{{{}}}"><p14:sldIdLst>{}</p14:sldIdLst></p14:section>'
    sections = (
        '<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst>'
        + part.format("Opening", 1, '<p14:sldId id="258"/><p14:sldId id="256"/>')
        + part.format("Body", 2, '<p14:sldId id="257"/>')
        + "</p14:sectionLst></p:ext></p:extLst>"
    )
    return deck(
        [
            (slide(title("Part one") + shape("what it is about", ph='type="body" idx="1"')), "secHead"),
            slide(title("The matter") + shape("point", ph='idx="1"')),
            (slide(title("The deck", "ctrTitle") + shape("a subtitle", ph='type="subTitle" idx="1"')), "title"),
            slide(title("Orphan")),
        ],
        order=[3, 1, 2],
        extra=sections,
    )  # fmt: skip


def right_to_left() -> bytes:
    """A presentation that is read from the right."""
    return deck(
        [slide(title("عنوان") + shape("يسار", frame(1, 2, 3, 1)) + shape("يمين", frame(5, 2, 3, 1)))],
        more='rtl="1"',
    )  # fmt: skip


SIMPLE = deck([
    slide(title("First") + shape("one", ph='idx="1"')),
    slide(title("Second") + shape("two", ph='idx="1"')),
    slide(title("Third") + shape("three", ph='idx="1"')),
])  # fmt: skip


def odd_targets() -> bytes:
    """Absolute, back-slashed, percent-encoded and climbing targets."""
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide"
    targets = (
        "/ppt/slides/slide1.xml",
        "slides\\slide2.xml",
        "../ppt/./slides/slide%33.xml",
    )
    inner = "".join(
        f'<Relationship Id="rId{n}" Type="{kind}" Target="{t}"/>'
        for n, t in enumerate(targets, 1)
    )
    return changed(SIMPLE, ppt__rels__x=None, ppt___rels__presentation_dot_xml_dot_rels=f'{HEAD}<Relationships xmlns="{space}">{inner}</Relationships>')  # fmt: skip


def damaged() -> dict[str, bytes]:
    """Return files from which something is missing."""
    half = slide(
        title("Half")
        + shape("kept", frame(1, 2, 4, 1))
        + shape("lost", frame(1, 4, 4, 1))
    )
    half = half[: half.index("lost") - 60]
    return {
        "cut.pptx": SIMPLE[: len(SIMPLE) * 4 // 5],
        "broken-xml.pptx": changed(SIMPLE, ppt__slides__slide2_dot_xml=half),
        "missing-slide.pptx": changed(SIMPLE, ppt__slides__slide2_dot_xml=None),
        "missing-layouts.pptx": changed(SIMPLE, **{
            f"ppt__slideLayouts__slideLayout{n}_dot_xml": None for n in range(1, 6)}),
        "no-presentation.pptx": changed(SIMPLE, ppt__presentation_dot_xml=None),
        "no-relationships.pptx": changed(
            SIMPLE, ppt___rels__presentation_dot_xml_dot_rels=None),
        "not-a-slide.pptx": changed(SIMPLE, ppt__slides__slide2_dot_xml=
            f"{HEAD}<p:sldLayout {NAMES}/>"),
        "lost-chart.pptx": changed(objects(), ppt__charts__chart1_dot_xml=None,
                                   ppt__diagrams__data1_dot_xml="<broken"),
        "lost-notes.pptx": changed(remarks(), ppt__notesSlides__notesSlide1_dot_xml=None,
                                   ppt__comments__comment1_dot_xml="<broken"),
    }  # fmt: skip


def hostile() -> dict[str, bytes]:
    """Return files that ask for too much."""
    laughs = (
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>'
        + slide(shape("&amp;b;", frame(1, 1, 1, 1)))[len(HEAD):].replace("&amp;b;", "&b;")
    )  # fmt: skip
    deep = shape("at the bottom", frame(1, 1, 1, 1))
    for _ in range(500):
        deep = group(deep)
    choices = shape("inside", frame(1, 1, 1, 1))
    for _ in range(100):
        choices = (
            f"<mc:AlternateContent><mc:Choice Requires='x'>{choices}</mc:Choice>"
            "<mc:Fallback/></mc:AlternateContent>"
        )
    wide = table([[cell("wide", 'gridSpan="2147483647"'), "b"], ["1", "2"]])
    control = shape(
        para("bell \x80 bidi \u202eevil\u202c zero\u200bwidth tag\U000e0041"),
        frame(1, 1, 1, 1), name="a\u202eb", more='hidden="1"',
    )  # fmt: skip
    huge = shape("far away", '<a:xfrm><a:off x="99999999999999999999" y="-1e999"/>'
                 '<a:ext cx="NaN" cy="1"/></a:xfrm>')  # fmt: skip
    return {
        "doctype.pptx": deck([slide(title("Before")), laughs]),
        "deep-groups.pptx": deck([slide(title("Deep") + deep)]),
        "deep-choices.pptx": deck([slide(title("Choices") + choices)]),
        "wide-table.pptx": deck([slide(title("Wide") + wide)]),
        "control.pptx": deck([slide(title("Bidi \u202e") + control)]),
        "numbers.pptx": deck([slide(title("Numbers") + huge)]),
        "same-slide.pptx": deck([slide(title("Again"))], order=[1] * 40),
    }


def main() -> None:
    """Write all."""
    good = {
        "lists.pptx": lists(),
        "order.pptx": order(),
        "runs.pptx": runs(),
        "tables.pptx": tables(),
        "objects.pptx": objects(),
        "remarks.pptx": remarks(),
        "hidden.pptx": hidden(),
        "structure.pptx": structure(),
        "right-to-left.pptx": right_to_left(),
        "odd-targets.pptx": odd_targets(),
        "macros.pptm": deck(
            [slide(title("With macros"))],
            parts={"ppt/vbaProject.bin": b"macros"},
            main_type="application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
        ),
        "template.potx": deck([], main_type=TYPES + "presentationml.template.main+xml"),
        "show.ppsx": deck(
            [slide(title("A show"))],
            main_type=TYPES + "presentationml.slideshow.main+xml",
        ),
    }
    for kind, files in (("good", good), ("damaged", damaged()), ("hostile", hostile())):
        folder = FOLDER / kind
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)


__all__ = ["package"]

if __name__ == "__main__":
    main()
