"""The strict rule for images: the extension declares, the bytes must agree."""

from __future__ import annotations

import pytest
from samples import GIF, PNG
from verdicts import Memory

from kimi_read.detect import forced, images
from kimi_read.errors import Mismatch

JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0"
WEBP = b"RIFF\x24\0\0\0WEBPVP8 "
REAL = {"png": PNG, "jpeg": JPEG, "gif": GIF, "webp": WEBP}


def strict(data: bytes, name: str):
    return images.strict(Memory(data, name, path=f"/data/{name}"))


@pytest.mark.parametrize(("extension", "name"), images.DECLARED.items())
def test_a_declared_image_of_that_type_is_accepted(extension, name):
    assert strict(REAL[name], f"a{extension}").format.name == name
    assert strict(REAL[name], f"A{extension.upper()}").format.name == name


@pytest.mark.parametrize(("extension", "name"), images.DECLARED.items())
@pytest.mark.parametrize("actual", REAL)
def test_a_declared_image_of_another_type_is_refused(extension, name, actual):
    if actual == name:
        return
    with pytest.raises(Mismatch) as caught:
        strict(REAL[actual], f"a{extension}")
    words = str(caught.value)
    assert words.startswith(f"/data/a{extension}: ")
    assert f"image/{name}" in words
    assert f"image/{actual}" in words
    assert "rename it" in caught.value.hint


@pytest.mark.parametrize(
    "path", ["/a/b.bmp", "b.txt", "/x/y.png.bak", "a.svg", "a.jpe"]
)
def test_another_extension_is_refused_by_the_name_alone(path):
    with pytest.raises(Mismatch) as caught:
        images.refuse_name(path)
    assert caught.value.path == path


@pytest.mark.parametrize("path", ["/a/b.png", "b.JPG", "/a.b/c", ".png", "a.webp"])
def test_these_names_may_be_opened(path):
    images.refuse_name(path)


@pytest.mark.parametrize("name", REAL)
def test_twelve_bytes_are_enough_without_an_extension(name):
    assert strict(REAL[name][:12], "picture").format.name == name


def test_an_unknown_signature_without_an_extension_is_shown():
    with pytest.raises(Mismatch, match="25 50 44 46"):
        strict(b"%PDF-1.4\n1 0 obj\n", "picture")
    with pytest.raises(Mismatch, match="empty"):
        strict(b"", "picture")


def test_what_is_no_image_is_named_by_its_type():
    with pytest.raises(Mismatch, match=r"image/png.*text/html"):
        strict(b"<!DOCTYPE html><p>x", "a.png")
    with pytest.raises(Mismatch, match=r"image/gif.*application/pdf"):
        strict(b"%PDF-1.4\n1 0 obj\n", "a.gif")
    with pytest.raises(Mismatch, match=r"image/png.*none"):
        strict(b"", "a.png")


def test_the_engine_reaches_the_rule_by_the_kind_image():
    source = Memory(PNG, "a.jpg", path="/data/a.jpg")
    assert forced(source, "image").format.name == "png"
    with pytest.raises(Mismatch):
        forced(source, "image", strict=True)
