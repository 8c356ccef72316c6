"""The smallest files of every format that still are of it, made by hand.

``CASES`` are told by signatures, ``SNIFFED`` are texts without an extension.
"""

# ruff: noqa: E501, ISC004 - a file stands on one line, beside its specification

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zlib

GIF = b"GIF89a\x02\0\x03\0\x80\0\0" + b"\0\0\0\xff\xff\xff" + b"!\xf9\x04\0\0\0\0\0"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(17)
BMP = b"BM" + struct.pack("<IHHIIiiHH", 70, 0, 0, 54, 40, 2, 2, 1, 24) + bytes(44)
ICO = b"\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0" + struct.pack("<II", 40, 22) + bytes(40)
CUR = b"\0\0\2\0\1\0\x10\x10\0\0\5\0\7\0" + struct.pack("<II", 40, 22) + bytes(40)
RIFF = b"RIFF\x24\0\0\0"
MP3 = (b"\xff\xfb\x90\x64" + b"\xaa" * 413) * 5
MP2 = (b"\xff\xfd\xa4\x04" + b"\xaa" * 572) * 5
ADTS = (b"\xff\xf1\x50\x80\x02\x1f\xfc" + b"\xaa" * 9) * 5
LOAS = (b"\x56\xe0\x0a" + b"\xaa" * 10) * 5
ASF = b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c"
TRACKS = b"\x16\x54\xae\x6b\x92"
ID3 = b"ID3\4\0\0\0\0\0\x0a" + bytes(10)
TS = (b"G\x40\0\x10" + b"\xff" * 184) * 6
M2TS = (b"\0\0\0\1G\x40\0\x10" + b"\xff" * 184) * 6


def box(name: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">I", 8 + len(body)) + name + body


def ftyp(brand: bytes, *others: bytes) -> bytes:
    return box(b"ftyp", brand + b"\0\0\2\0" + b"".join(others))


def index(*handlers: bytes) -> bytes:
    return box(b"moov", b"".join(box(b"hdlr", bytes(8) + h) for h in handlers))


def ogg(*packets: bytes) -> bytes:
    pages = (
        b"OggS\0\2" + bytes(20) + b"\1" + bytes([len(packet)]) + packet
        for packet in packets
    )
    return b"".join(pages)


def ebml(doctype: bytes) -> bytes:
    body = b"\x42\x86\x81\1\x42\x82" + bytes([0x80 | len(doctype)]) + doctype
    return b"\x1aE\xdf\xa3" + bytes([0x80 | len(body)]) + body + b"\x18\x53\x80\x67\1"


def tar(magic: bool = True) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as file:
        info = tarfile.TarInfo("notes.txt")
        info.size = 5
        file.addfile(info, io.BytesIO(b"hello"))
    raw = bytearray(out.getvalue())
    if not magic:
        raw[257:512] = bytes(255)
        raw[148:156] = b" " * 8
        raw[148:156] = b"%06o\0 " % sum(raw[:512])
    return bytes(raw)


def cpio(magic: bytes) -> bytes:
    if magic == b"070707":
        return magic + b"0000010000010100644" + b"0" * 51 + b"a\0" + bytes(20)
    return magic + b"0" * 104 + b"a\0" + bytes(20)


def pe() -> bytes:
    return b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0\x4c\1" + bytes(40)


CASES = {
    "png": [PNG],
    "jpeg": [b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"\xff\xd8\xff\xdb\0\x43" + bytes(67)],
    "gif": [GIF, GIF[:13]],
    "webp": [RIFF + b"WEBPVP8 " + bytes(20)],
    "bmp": [BMP, BMP[14:] + bytes(10)],
    "tiff": [b"II*\0\x08\0\0\0\0\0", b"MM\0*\0\0\0\x08\0\0", b"II+\0\x08\0\0\0" + bytes(8)],
    "ico": [ICO, CUR],
    "psd": [b"8BPS\0\1" + bytes(20)],
    "jp2": [b"\0\0\0\x0cjP  \r\n\x87\n" + ftyp(b"jp2 "), b"\xff\x4f\xff\x51\0\x2f"],
    "jxl": [b"\0\0\0\x0cJXL \r\n\x87\n", b"\xff\x0a\xfa\x1f" + bytes(range(128, 160))],
    "heic": [ftyp(b"heic"), ftyp(b"mif1", b"heic"), ftyp(b"msf1", b"hevc")],
    "avif": [ftyp(b"avif"), ftyp(b"mif1", b"miaf", b"avif")],
    "mp4": [
        ftyp(b"isom") + index(b"vide", b"soun"), ftyp(b"mp42"),
        box(b"free", bytes(9)) + ftyp(b"isom"),
        box(b"styp", b"msdh" + bytes(4)) + box(b"moof"),
    ],
    "3gp": [ftyp(b"3gp4"), ftyp(b"3g2a")],
    "wma": [ASF + bytes.fromhex("409e69f84d5bcf11a8fd00805f5c442b")],
    "weba": [ebml(b"webm") + TRACKS + b"\x86\x86A_OPUS"],
    "mka": [ebml(b"matroska") + TRACKS + b"\x86\x86A_FLAC"],
    "h264": [b"\0\0\0\1\x67\x42\0\x1e" + bytes(20)],
    "m4v": [ftyp(b"M4V ")],
    "m4a": [ftyp(b"M4A "), ftyp(b"M4A\0"), ftyp(b"isom") + index(b"soun")],
    "mov": [ftyp(b"qt  "), index(b"vide"), box(b"wide") + box(b"mdat", bytes(9))],
    "webm": [ebml(b"webm"), ebml(b"webm") + TRACKS + b"\x86\x85V_VP9\x86\x86A_OPUS"],
    "mkv": [ebml(b"matroska")],
    "avi": [RIFF + b"AVI LIST" + bytes(20)],
    "wav": [RIFF + b"WAVEfmt " + bytes(20), b"RF64\xff\xff\xff\xffWAVEds64" + bytes(9)],
    "mpeg": [b"\0\0\1\xba\x44" + bytes(20), b"\0\0\1\xba\x21" + bytes(9), b"\0\0\1\xb3\x16"],
    "mpegts": [TS, TS[50:], M2TS],
    "flv": [b"FLV\1\5\0\0\0\x09\0\0\0\0"],
    "asf": [ASF + bytes(9), ASF + bytes.fromhex("c0ef19bc4d5bcf11a8fd00805f5c442b")],
    "ogg": [ogg(b"\1vorbis" + bytes(9)), ogg(b"OpusHead\1"), ogg(b"\x7fFLAC\1")],
    "ogv": [
        ogg(b"\x80theora" + bytes(9)), ogg(b"\1vorbis", b"\x80theora"),
        ogg(b"fishead\0" + bytes(9), b"\x80theora"),
    ],
    "mp3": [MP3, MP2, ID3 + MP3, bytes(100) + MP3 + MP3, MP3[:834] + b"TAG" + bytes(125)],
    "aac": [ADTS, LOAS, ID3 + ADTS],
    "adif": [b"ADIF" + bytes(20)],
    "psb": [b"8BPS\0\2" + bytes(20)],
    "mxf": [bytes.fromhex("060e2b34020501010d01020101020400") + bytes(20)],
    "ivf": [b"DKIF\0\0\x20\0VP80" + bytes(20)],
    "y4m": [b"YUV4MPEG2 W16 H16 F25:1\nFRAME\n" + bytes(range(128, 255))],
    "nut": [b"nut/multimedia container\0NM" + bytes(20)],
    "dv": [b"\x1f\7\0\x3f" + bytes(76) + b"\x3f\7\0" + bytes(77)],
    "xwd": [struct.pack(">4I", 104, 7, 2, 24) + bytes(90)],
    "truehd": [b"\xf0\x10\0\0\xf8\x72\x6f\xba" + bytes(20)],
    "flac": [b"fLaC\0\0\0\x22" + bytes(34), ID3 + b"fLaC\0\0\0\x22" + bytes(34)],
    "aiff": [b"FORM\0\0\0\x40AIFFCOMM" + bytes(30), b"FORM\0\0\0\x40AIFC" + bytes(9)],
    "amr": [b"#!AMR\n\x3c" + bytes(30)],
    "midi": [b"MThd\0\0\0\6\0\1\0\2\0\x60", RIFF + b"RMIDdata" + bytes(9)],
    "gz": [gzip.compress(b"hello")],
    "bz2": [bz2.compress(b"hello"), bz2.compress(b"")],
    "xz": [lzma.compress(b"hello")],
    "lzma": [lzma.compress(b"hello" * 20, format=lzma.FORMAT_ALONE)],
    "zst": [b"\x28\xb5\x2f\xfd\x20\5", b"\x50*M\x18\4\0\0\0abcd\x28\xb5\x2f\xfd\x20"],
    "lz4": [
        b"\x04\x22\x4d\x18\x64\x40\xa7\1", b"\x02\x21\x4c\x18\x0b\0\0\0",
        b"\x5f*M\x18\0\0\0\0\x04\x22\x4d\x18\x64\x40",
    ],
    "7z": [b"7z\xbc\xaf\x27\x1c\0\4" + bytes(24)],
    "rar": [b"Rar!\x1a\x07\0\xcf\x90", b"Rar!\x1a\x07\1\0\x33", b"RE~^\xce\1\0\0\x07\0"],
    "tar": [tar(), tar(magic=False)],
    "iso": [bytes(0x8000) + b"\1CD001\1" + bytes(3000)],
    "cab": [b"MSCF\0\0\0\0" + bytes(28)],
    "ar": [b"!<arch>\nfile.o/         0           0     0     644     4         `\nabcd"],
    "deb": [b"!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n"],
    "cpio": [
        cpio(b"070701"), cpio(b"070702"), cpio(b"070707"),
        b"\xc7\x71\1\0\2\0\xa4\x81" + bytes(12) + b"\2\0\0\0\0\0a\0" + bytes(9),
    ],
    "rpm": [b"\xed\xab\xee\xdb\3\0\0\0" + bytes(88)],
    "crx": [b"Cr24\3\0\0\0" + bytes(20)],
    "elf": [b"\x7fELF\2\1\1" + bytes(57)],
    "pe": [pe()],
    "macho": [b"\xcf\xfa\xed\xfe\7\0\0\1\3\0\0\0\2\0\0\0", b"\xca\xfe\xba\xbe\0\0\0\2\1\0"],
    "class": [b"\xca\xfe\xba\xbe\0\0\0\x37\0\x1d"],
    "wasm": [b"\0asm\1\0\0\0\1\4"],
    "pyc": [struct.pack("<H2sIII", 3495, b"\r\n", 0, 1, 2) + b"\xe3\0"],
    "sqlite": [b"SQLite format 3\0\x10\0\1\1" + bytes(80)],
    "parquet": [b"PAR1\x15\4\x15\x0c" + bytes(30) + b"PAR1"],
    "font": [
        b"\0\1\0\0\0\x0b\0\x80\0\3\0\x30OS/2" + bytes(30), b"OTTO\0\x0b\0\x80\0\3\0\x30CFF ",
        b"ttcf\0\1\0\0\0\0\0\2" + bytes(8), b"wOFF\0\1\0\0" + bytes(36), b"wOF2OTTO" + bytes(40),
    ],
    "postscript": [b"%!PS-Adobe-3.0\n%%BeginBinary: 4\n\0\1\2\3\n%%EndBinary\n"],
    "dicom": [
        bytes(128) + b"DICM\2\0\0\0UL\4\0", b"II*\0\x08\0\0\0".ljust(128, b"\0") + b"DICM\2\0\0\0",
        b"\x08\0\5\0CS\x0a\0ISO_IR 100",
    ],
    "hdf5": [b"\x89HDF\r\n\x1a\n\0\0", bytes(512) + b"\x89HDF\r\n\x1a\n\0"],
    "djvu": [b"AT&TFORM\0\0\1\0DJVUINFO"],
    "chm": [b"ITSF\3\0\0\0\x60\0\0\0"],
    "swf": [b"FWS\x05\x40\0\0\0\x78", b"CWS\x0a\x40\0\1\0\x78\x9c"],
    "pst": [b"!BDN\x12\x34\x56\x78SM\x17\0" + bytes(9)],
    "pcap": [b"\xd4\xc3\xb2\xa1\2\0\4\0", b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a\1\0"],
    "pgp-message": [b"\x85\1\x0c\3" + bytes(range(200)), b"\x8c\x0d\4\x09\3\x02" + bytes(30)],
    "old-word": [b"\xdb\xa5\x2d\0" + bytes(200), b"\xfe\x37\0\x23" + bytes(200)],
    "xls": [b"\x09\x08\x08\0\0\5\x10\0\0\0\0\0", b"\x09\0\4\0\7\0\x10\0\x31\0", b"\x09\2\6\0\0\0\x10\0", b"\x09\4\6\0\0\0\x10\0"],
    "zip": [b"PK\5\6" + bytes(18)],
    "lzip": [b"LZIP\1\x0c" + bytes(20)],
    "zlib": [zlib.compress(b"hello" * 9)],
    "compress": [b"\x1f\x9d\x90\x68\xca"],
    "lha": [b"\x21\x35-lh5-" + bytes(13) + b"\1" + b"\5hello" + bytes(9)],
    "numpy": [b"\x93NUMPY\1\0\x76\0{'descr': '<f8'}"],
    "tga": [b"\0\0\2" + bytes(9) + b"\2\0\2\0\x18\0" + bytes(12)],
    "netpbm": [b"P5\n# by hand\n2 2\n255\n\0\1\2\3", b"P6 1 1 255\n\0\xff\0"],
    "ac3": [(b"\x0b\x77\0\0\x00\x40" + bytes(122)) * 3],
}  # fmt: skip

NOTEBOOK = json.dumps(
    {"cells": [{"cell_type": "code", "source": []}], "metadata": {}, "nbformat": 4}
).encode()
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="1"/>'
SNIFFED = {
    "svg": [
        SVG, b'<?xml version="1.0"?>\n<!-- made by hand -->\n' + SVG,
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a ">">]>' + SVG,
        b'\xef\xbb\xbf<s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
        SVG.decode().encode("utf-16"),
        b"<!DOCTYPE svg [" + b'<!ENTITY a "b">' * 900 + b"]>" + SVG,
    ],
    "php": [b"<?php\necho 1;\n", b"<?php echo 1 ?><html>", b"#!/usr/bin/php\n<?php\n"],
    "html": [
        b"<!DOCTYPE html>\n<title>x</title>", b"<html><body>", b"<HTML lang=en>",
        b"<!-- c --><!doctype html>", b"\n <head><title>x</title>",
        b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    ],
    "xml": [
        b'<?xml version="1.0"?>\n<a/>', '<?xml version="1.0"?><ä/>'.encode("utf-16"),
        b'<rss xmlns:x="urn:x"><channel/></rss>',
    ],
    "json": [
        b'{"a": 1}', b"[1, 2.5e3, -1]\n", b"[]", b'{\n  "a": [true, null, "x\\"y"]\n}',
        b'{"long": [' + b"1," * 9000 + b"1]}",
    ],
    "jsonl": [b'{"a": 1}\n{"a": 2}\n', b'{"a": {"b": []}}\n{"a": 2}'],
    "ipynb": [NOTEBOOK, b'{"cells": [' + b'"x",' * 9000 + b'""], "nbformat": 4}'],
    "rtf": [
        b"{\\rtf1\\ansi\\deff0 {\\fonttbl}Hello}", b"{\\rtf1 Hello}", b"{\\rtf\\ansi Hi}",
        b"\r\n{\\rtf1\\mac x}",
    ],
    "python": [b"#!/usr/bin/env python3\n", b"#!/usr/bin/python3.11 -u\nprint()\n"],
    "shell": [b"#!/bin/sh\n", b"#! /usr/bin/env -S bash -e\n"],
    "javascript": [b"#!/usr/bin/env node\n"],
    "eml": [
        b"Received: from a\nMessage-ID: <1@a>\nFrom: a@b\nTo: c@d\nSubject: x\n\nHi\n",
        b"Return-Path: <a@b>\r\nFrom: a@b\r\nSubject: =?x?=\r\n folded\r\nTo: c\r\n\r\nHi",
    ],
    "mbox": [b"From a@b Sat Jan  3 01:05:34 1996\nFrom: a@b\nSubject: x\n\nHi\n"],
    "mhtml": [
        b"From: <Saved by Blink>\nSubject: x\nDate: y\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="b"\n\n--b\n',
    ],
    "diff": [
        b"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n"
        b"From: A <a@b>\nSubject: [PATCH] x\n\n---\n",
    ],
    "fods": [
        b'<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        b' office:mimetype="application/vnd.oasis.opendocument.spreadsheet"/>',
    ],
    "xml-spreadsheet": [
        b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>\n'
        b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ],
}  # fmt: skip
