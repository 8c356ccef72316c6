"""PDF files of real producers: one text, printed by LibreOffice and by Chromium."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from bench.data import kept, sentence

PAGES = 300
#: How many words come to a page of about 3,000 characters, and to a paragraph.
_WORDS, _PARAGRAPH, _SENTENCE = 520, 78, 13
_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("fo", "xsl-fo-compatible"),
    )
)
_STYLES = """
<office:styles>
<style:style style:name="P" style:family="paragraph">
<style:paragraph-properties fo:margin-bottom="6pt" fo:line-height="15pt"/>
<style:text-properties fo:font-size="10.5pt" fo:font-family="Liberation Serif"/>
</style:style>
<style:style style:name="H" style:family="paragraph" style:default-outline-level="1">
<style:paragraph-properties fo:break-before="page" fo:margin-bottom="10pt"/>
<style:text-properties fo:font-size="14pt" fo:font-weight="bold"
 fo:font-family="Liberation Serif"/>
</style:style>
</office:styles>
<office:automatic-styles><style:page-layout style:name="L">
<style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm"
 fo:margin="20mm"/><style:header-style/><style:footer-style/>
</style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard"
 style:page-layout-name="L">
<style:header><text:p>A measure of reading</text:p></style:header>
<style:footer><text:p><text:page-number/></text:p></style:footer>
</style:master-page></office:master-styles>
"""
_PRINT = """<!doctype html><html lang="en"><meta charset="utf-8"><style>
@page { size: A4; margin: 25mm 22mm }
body { font: 10.5pt/15pt "Liberation Serif", serif }
h2 { font: bold 14pt "Liberation Serif", serif; break-before: page }
</style>
"""


@kept("libreoffice-300.pdf")
def libreoffice(path: Path) -> None:
    """Print 300 pages from an OpenDocument text, with running heads."""
    kind = "application/vnd.oasis.opendocument.text"
    head = f'{_NAMES} office:version="1.3" office:mimetype="{kind}"'
    out = ['<?xml version="1.0" encoding="UTF-8"?>']  # it is told by this line
    out.append(f"<office:document {head}>{_STYLES}<office:body><office:text>")
    for title, paragraphs in _chapters():
        out.append(
            f'<text:h text:style-name="H" text:outline-level="1">{title}</text:h>'
        )
        out += [f'<text:p text:style-name="P">{text}</text:p>' for text in paragraphs]
    out.append("</office:text></office:body></office:document>")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "text.fodt")
        source.write_text("\n".join(out), encoding="utf-8")
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        _run(["soffice", profile, "--headless", "--convert-to", "pdf",
              "--outdir", folder, str(source)])  # fmt: skip
        path.write_bytes(Path(folder, "text.pdf").read_bytes())


@kept("chromium-300.pdf")
def chromium(path: Path) -> None:
    """Print 300 pages from HTML; they are tagged."""
    out = [_PRINT]
    for title, paragraphs in _chapters():
        out.append(f"<h2>{title}</h2>")
        out += [f"<p>{text}</p>" for text in paragraphs]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "text.html")
        source.write_text("\n".join(out), encoding="utf-8")
        _run(["chromium", "--headless", "--no-sandbox", "--disable-gpu",
              f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
              f"--print-to-pdf={path}", source.as_uri()])  # fmt: skip


def _chapters() -> list[tuple[str, list[str]]]:
    """Return a title and paragraphs for each page."""
    return [
        (f"{number}. {sentence(number, 4).title()}", _paragraphs(number))
        for number in range(1, PAGES + 1)
    ]


def _paragraphs(number: int) -> list[str]:
    words = [
        f"{word}." if at % _SENTENCE == _SENTENCE - 1 else word
        for at, word in enumerate(sentence(number, _WORDS).split())
    ]
    starts = range(0, len(words), _PARAGRAPH)
    return [" ".join(words[at : at + _PARAGRAPH]) for at in starts]


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=240)
