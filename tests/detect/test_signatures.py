"""Magic bytes count only with the structure that belongs behind them."""

from __future__ import annotations

import pytest
from samples import CASES, PNG, TS, pe
from verdicts import kind, verdict, zipped


@pytest.mark.parametrize(
    ("name", "data"),
    [(name, data) for name, datas in CASES.items() for data in datas],
    ids=[f"{name}-{n}" for name, datas in CASES.items() for n in range(len(datas))],
)
def test_a_file_is_told_by_its_bytes_alone(name, data):
    assert kind(data) == name


LOOK_ALIKES = {
    "GIF in prose": b"GIF89a is a format of pictures.\n",
    "GIF in German prose": "GIF89a ist ein Format für Bilder.\n".encode("latin-1") * 9,
    "bzip2 in prose": b"BZh91AY&SY begins a bzip2 file.\n",
    "BMP in prose": "BM steht für Bitmap, größer geht nimmer.\n".encode("latin-1") * 3,
    "MZ in prose": b"MZ are the initials of Mark Zbikowski.\n",
    "ZIP in prose": b"PK\3\4 would need control bytes; PK alone is text.\n"[2:],
    "PK": b"PK are the initials of Phil Katz.\n",
    "ID3 in prose": "ID3 étiquette les fichiers MP3.\n".encode("latin-1"),
    "RTF quoted": b"{\\rtf is how a Rich Text file begins, and braces follow.\n",
    "RTF with a version": b"{\\rtf1 begins Rich Text, as everyone knows\n",
    "PDF in prose": b"%PDF-1.4 is what the first line says.\n",
    "PDF in a list": b"Headers:\n\n%PDF-1.4\n%PDF-1.7\n",
    "RIFF in prose": b"RIFF is a container, WAVE is in it.\n",
    "ftyp": b"the ftyp box comes first\n",
    "tar": b"ustar stands at offset 257\n".rjust(300),
    "ar": b"!<arch> begins an archive\n",
    "Ogg": b"OggS is the capture pattern.\n",
    "SQLite": b"SQLite format 3 is what it says.\n",
    "packets of G": b"G" * 2000,
    "FORM": b"FORM 27B stroke 6, AIFF or not.\n",
    "Matroska": b"matroska and webm are kin.\n",
    "FWS": b"FWS is what Flash begins with.\n",
    "P6": b"P6 is a processor, P5 was the one before.\n",
    "Lua": b"-- Lua\nreturn 1\n",
    "mail with a dash": b"x -lh5- y\n",
    "an mp3 frame in text": "ÿû are two letters.\n".encode("latin-1"),
}


@pytest.mark.parametrize("data", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_text_that_begins_like_a_magic_is_text(data):
    assert kind(data) == "text"


def test_two_signatures_are_decided_by_the_first_unless_the_name_says_zip():
    both = PNG + bytes(64) + zipped(("a.txt", b"x"))
    assert kind(both) == "png"
    assert kind(both, "both.zip") == "zip"


def test_a_program_with_an_archive_at_its_end_is_the_archive():
    found = verdict(pe() + bytes(500) + zipped(("setup.ini", b"x")))
    assert found.format.name == "zip"
    assert "behind" in found.reason


def test_a_typescript_file_and_a_transport_stream_share_an_extension():
    assert kind(b"export const one = 1;\n", "a.ts") == "typescript"
    assert verdict(TS, "a.ts").format.name == "mpegts"
    assert verdict(TS, "a.ts").warnings == ()


def test_a_pdf_may_have_up_to_1024_bytes_before_its_header():
    pdf = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\nstartxref\n9\n%%EOF\n"
    assert kind(pdf) == "pdf"
    assert kind(b"\0" * 1024 + pdf) == "pdf"
    assert kind(b"X-Header: mail\r\n\r\n" + pdf) == "pdf"
    assert kind(b"\0" * 1025 + pdf) == "binary"


def test_a_source_file_that_holds_a_pdf_is_source():
    text = b'data = """\n%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"""\n'
    assert kind(text, "make_pdf.py") == "python"


def test_a_pdf_that_lost_its_header_is_told_by_its_name_and_its_parts():
    body = b"    1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n\xff\xfe"
    assert kind(body, "a.pdf") == "pdf"


def test_a_tar_archive_without_members_is_told_by_its_name():
    assert kind(bytes(10240), "empty.tar") == "tar"
    assert kind(bytes(10240)) == "binary"
