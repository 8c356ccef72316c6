"""Encrypted spreadsheets: read with a password, or said to need one."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
import zlib

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from harness import FIXTURES

from kimi_read.blocks import Table
from kimi_read.errors import Encrypted, Malformed, OutOfBounds
from kimi_read.formats import xlsx
from kimi_read.request import Request
from kimi_read.source import in_memory
from kimi_read.stream import events

FOLDER = FIXTURES / "ods" / "good"
MANIFEST = """<manifest:manifest
 xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
 xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0">
 <manifest:file-entry manifest:full-path="encrypted-package" manifest:size="1">
  <manifest:encryption-data>
   <manifest:algorithm
    manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm"
    manifest:initialisation-vector="{vector}"/>
   <manifest:start-key-generation manifest:key-size="32"
    manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256"/>
   <manifest:key-derivation manifest:key-derivation-name="{derivation}"
    manifest:key-size="32" manifest:salt="{salt}" loext:argon2-iterations="3"
    loext:argon2-memory="{memory}" loext:argon2-lanes="2"/>
  </manifest:encryption-data>
 </manifest:file-entry></manifest:manifest>"""
ARGON = "urn:org:documentfoundation:names:experimental:office:manifest:argon2id"


def read(data: bytes, password: str = "") -> list[object]:
    return list(xlsx.read(in_memory(data, "x.ods"), Request(password=password)))


def whole(inner: bytes, password: str, *, memory: int = 64, derivation=ARGON) -> bytes:
    """Return a package that holds another one, encrypted as LibreOffice 24.8 does."""
    vector, salt = bytes(range(12)), bytes(range(16))
    start = hashlib.sha256(password.encode()).digest()
    key = Argon2id(salt=salt, length=32, iterations=3, lanes=2, memory_cost=64).derive(
        start
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(inner) + packer.flush()
    manifest = MANIFEST.format(
        vector=base64.b64encode(vector).decode(), memory=memory, derivation=derivation,
        salt=base64.b64encode(salt).decode(),
    )  # fmt: skip
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        package.writestr("META-INF/manifest.xml", manifest)
        package.writestr(
            "encrypted-package", vector + AESGCM(key).encrypt(vector, data, None)
        )
    return out.getvalue()


@pytest.mark.parametrize("name", ["password.ods", "password-blowfish.ods"])
def test_the_right_password_opens_it(name):
    """AES-256 as of OpenDocument 1.2, Blowfish as before; charts as well."""
    source = in_memory((FOLDER / name).read_bytes(), name)
    found = events(xlsx.read(source, Request(password="password")))
    lines = [line for event in found if isinstance(event, list) for line in event]
    assert lines[0] == b"## Sales"
    assert b"<!-- chart: Sales by month -->" in lines


@pytest.mark.parametrize("name", ["password.ods", "password-blowfish.ods"])
@pytest.mark.parametrize("password", ["", "wrong"])
def test_without_the_right_password_it_is_said(name, password):
    """With the way to give one."""
    with pytest.raises(Encrypted) as caught:
        read((FOLDER / name).read_bytes(), password)
    assert caught.value.hint == "--password-file FILE or KREAD_PASSWORD"
    assert ("wrong" in str(caught.value)) == bool(password)


def test_a_package_within_a_package_is_opened():
    """AES-256-GCM under a key of Argon2id."""
    data = whole((FOLDER / "date.ods").read_bytes(), "Zażółć")
    assert any(isinstance(x, Table) for x in read(data, "Zażółć"))
    with pytest.raises(Encrypted):
        read(data, "other")


def test_a_key_that_costs_too_much_is_not_derived():
    """The memory that Argon2 asks for is up to the file."""
    with pytest.raises(OutOfBounds):
        read(whole(b"", "x", memory=1 << 30), "x")


def test_an_unknown_derivation_is_named():
    """Instead of a wrong password."""
    with pytest.raises(Malformed, match="scrypt"):
        read(whole(b"", "x", derivation="scrypt"), "x")


def test_what_is_encrypted_for_keys_is_said():
    """No password opens it."""
    keys = io.BytesIO()
    with zipfile.ZipFile(keys, "w") as package:
        package.writestr("content.xml", "x")
        package.writestr("META-INF/manifest.xml", (
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            "<m:keyinfo/></m:manifest>"
        ))  # fmt: skip
    with pytest.raises(Encrypted, match="OpenPGP"):
        read(keys.getvalue(), "x")
