"""OpenDocument packages that are encrypted with a password.

Either each part is (AES-256 or Blowfish, PBKDF2), or the whole package within another
one (AES-256-GCM, Argon2id). What is decrypted is still compressed, so that the bounds
of a package hold; a part is decrypted when it is read.
Source: OpenDocument 1.3 part 2, 3.4 (encryption), 4.8 (manifest); OpenDocument 1.5
part 2, 3.4.4 (whole packages); W3C XML Encryption 1.1, 5.2 (padding, AES-GCM).
"""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib

from kimi_read.errors import Encrypted, Malformed, OutOfBounds
from kimi_read.guard.zip import Package, PartReader
from kimi_read.ooxml.parts import local, root_of
from kimi_read.record import record
from kimi_read.source import in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

HINT = "--password-file FILE or KREAD_PASSWORD"
_WHOLE = "encrypted-package"
#: What deriving one key may cost: passes and KiB of Argon2, rounds of PBKDF2.
_MOST_PASSES, _MOST_KIB, _MOST_ROUNDS = 64, 256 << 10, 10_000_000
_MOST_LANES = 64
_CHECKED_BYTES = 1024
_TAG = 16
_PART_BYTES = 384 << 20
_INNER_BYTES = 128 << 20


@record(frozen=True, slots=True)
class Recipe:
    """How one part is encrypted."""

    algorithm: str
    vector: bytes
    derivation: str
    salt: bytes
    key_size: int
    rounds: int
    kib: int
    lanes: int
    start: str
    checksum: str
    expected: bytes


def prepare() -> None:
    """Import the decryption; only who gives a password needs it."""
    from cryptography.hazmat.backends.openssl import backend  # noqa: F401
    from cryptography.hazmat.decrepit.ciphers import algorithms  # noqa: F401
    from cryptography.hazmat.primitives import ciphers, padding  # noqa: F401
    from cryptography.hazmat.primitives.ciphers import aead, modes  # noqa: F401
    from cryptography.hazmat.primitives.kdf import argon2  # noqa: F401


def opened(package: Package, password: str) -> Package:
    """Return the package in clear; the same one where nothing in it is encrypted.

    Raises:
        Encrypted: a password is needed, or the one given is wrong, or it is encrypted
            for the holders of keys.
        Malformed: it is encrypted in a way that is not known.
    """
    recipes = _recipes(root_of(package, "META-INF/manifest.xml"))
    if not recipes:
        return package
    if not password:
        raise Encrypted("it is encrypted with a password", hint=HINT)
    if _WHOLE in recipes:
        data = _decrypted(package.read(_WHOLE), recipes[_WHOLE], password)
        return Package(in_memory(_inflated(data), package.source.name))
    return _Opened(package, recipes, password)


class _Opened(Package):
    """A package whose parts are decrypted when they are read."""

    def __init__(
        self, package: Package, recipes: dict[str, Recipe], password: str
    ) -> None:
        super().__init__(package.source)
        self._recipes = {name.lower(): recipe for name, recipe in recipes.items()}
        self._password = password
        self._clear: dict[str, Package] = {}

    def open(self, name: str, limit: int = _PART_BYTES) -> PartReader:
        """Return a reader of the bytes of a part in clear."""
        key = name.lower()
        recipe = self._recipes.get(key)
        if recipe is None:
            return super().open(name, limit)
        if key not in self._clear:
            data = super().open(name, limit).read()
            data = _decrypted(data, recipe, self._password)
            self._clear[key] = Package(in_memory(_zipped(name, data), name))
        return self._clear[key].open(name, limit)


def _recipes(manifest: Element | None) -> dict[str, Recipe]:
    """Return how parts are encrypted, by their names.

    Raises:
        Encrypted: it is, for the holders of keys.
    """
    out: dict[str, Recipe] = {}
    keys = False
    for element in manifest.iter() if manifest is not None else ():
        keys = keys or local(element.tag) in ("KeyInfo", "keyinfo")
        if local(element.tag) != "file-entry":
            continue
        data = next((e for e in element if local(e.tag) == "encryption-data"), None)
        if data is not None:
            out[_get(element).get("full-path", "")] = _recipe(data)
    if keys:
        raise Encrypted("it is encrypted for the holders of OpenPGP keys",
                        hint="open it in LibreOffice, and save it without")  # fmt: skip
    return out


def _get(element: Element) -> dict[str, str]:
    return {local(key): value for key, value in element.attrib.items()}


def _recipe(data: Element) -> Recipe:
    of = {local(child.tag): _get(child) for child in data}
    cipher, key = of.get("algorithm", {}), of.get("key-derivation", {})
    start = of.get("start-key-generation", {})
    own = _get(data)
    return Recipe(
        algorithm=cipher.get("algorithm-name", ""),
        vector=_bytes(cipher.get("initialisation-vector", "")),
        derivation=key.get("key-derivation-name", ""),
        salt=_bytes(key.get("salt", "")),
        key_size=_count(key.get("key-size"), 16, 64),
        rounds=_count(key.get("iteration-count", key.get("argon2-iterations")),
                      1024, _MOST_ROUNDS),
        kib=_count(key.get("argon2-memory"), 65_536, _MOST_KIB),
        lanes=_count(key.get("argon2-lanes"), 4, _MOST_LANES),
        start=start.get("start-key-generation-name", "SHA1"),
        checksum=own.get("checksum-type", ""),
        expected=_bytes(own.get("checksum", "")),
    )  # fmt: skip


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text)
    except ValueError:
        return b""


def _count(text: str | None, default: int, most: int) -> int:
    """Return a number of the manifest.

    Raises:
        OutOfBounds: it asks for more work than is done.
    """
    if not text or not (text.isascii() and text.isdigit()):
        return default
    digits = text.lstrip("0")[:12] or "0"
    if int(digits) > most:
        raise OutOfBounds(f"its key asks for {digits} units of work, over {most}")
    return max(1, int(digits))


def _key(recipe: Recipe, password: str) -> bytes:
    """Return the key: a digest of the password, made costly."""
    digest = hashlib.sha256 if recipe.start.lower().endswith("sha256") else hashlib.sha1
    start = digest(password.encode()).digest()
    if recipe.derivation.lower().endswith("argon2id"):
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

        if recipe.rounds > _MOST_PASSES:
            raise OutOfBounds(f"its key asks for {recipe.rounds} passes")
        return Argon2id(
            salt=recipe.salt, length=recipe.key_size, iterations=recipe.rounds,
            lanes=recipe.lanes, memory_cost=max(recipe.kib, 8 * recipe.lanes),
        ).derive(start)  # fmt: skip
    if not recipe.derivation.lower().endswith("pbkdf2"):
        raise Malformed(f"its key is derived by {recipe.derivation[:100]!r}")
    return hashlib.pbkdf2_hmac(
        "sha1", start, recipe.salt, recipe.rounds, recipe.key_size
    )


def _decrypted(data: bytes, recipe: Recipe, password: str) -> bytes:
    """Return the compressed bytes of a part.

    Raises:
        Encrypted: the password is wrong.
        Malformed: it is encrypted in a way that is not known.
    """
    name = recipe.algorithm.lower()
    try:
        key = _key(recipe, password)
        if name.endswith("-gcm"):
            return _authenticated(data, recipe.vector, key)
        if name.endswith("-cbc"):
            data = _chained(data, recipe.vector, key)
        elif "blowfish" in name:
            data = _fed_back(data, recipe.vector, key)
        else:
            raise Malformed(f"it is encrypted by {recipe.algorithm[:100]!r}")
    except ValueError as error:
        raise Malformed(f"its encryption is damaged: {error}") from None
    if not _agrees(data, recipe):
        raise Encrypted("the password is wrong", hint=HINT)
    return data


def _authenticated(data: bytes, vector: bytes, key: bytes) -> bytes:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    data = data.removeprefix(vector)
    if len(data) < _TAG:
        raise Malformed("its encrypted package is cut off")
    try:
        return AESGCM(key).decrypt(vector, data, None)
    except InvalidTag:
        raise Encrypted("the password is wrong, or the file was changed",
                        hint=HINT) from None  # fmt: skip


def _chained(data: bytes, vector: bytes, key: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    decryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).decryptor()
    data = decryptor.update(data[: len(data) - len(data) % 16]) + decryptor.finalize()
    return data[: -data[-1]] if data and 0 < data[-1] <= 16 else data


def _fed_back(data: bytes, vector: bytes, key: bytes) -> bytes:
    from cryptography.hazmat.decrepit.ciphers.algorithms import Blowfish
    from cryptography.hazmat.decrepit.ciphers.modes import CFB
    from cryptography.hazmat.primitives.ciphers import Cipher

    decryptor = Cipher(Blowfish(key), CFB(vector)).decryptor()
    return decryptor.update(data) + decryptor.finalize()


def _agrees(data: bytes, recipe: Recipe) -> bool:
    """Whether the digest of the first bytes is that of the manifest."""
    if not recipe.expected:
        return True
    name = recipe.checksum.lower()
    digest = hashlib.sha256 if "sha256" in name else hashlib.sha1
    part = data[:_CHECKED_BYTES] if name.endswith("1k") else data
    return digest(part).digest() == recipe.expected


def _inflated(data: bytes) -> bytes:
    """Return the inner package, which is compressed as a part would be."""
    if data.startswith(b"PK\3\4"):
        return data
    inflate = zlib.decompressobj(-15)
    try:
        out = inflate.decompress(data, _INNER_BYTES)
    except zlib.error as error:
        raise Malformed(f"its inner package cannot be inflated: {error}") from None
    if inflate.unconsumed_tail:
        raise OutOfBounds(f"its inner package inflates to more than {_INNER_BYTES}")
    return out


def _zipped(name: str, data: bytes) -> bytes:
    """Return a ZIP file of one part that is compressed already; 0 is no checksum."""
    label = name.encode()
    fields = struct.pack("<HHHHHLLLHH", 20, 0x800, 8, 0, 33, 0, len(data), 0,
                         len(label), 0)  # fmt: skip
    local_part = b"PK\3\4" + fields + label + data
    entry = b"PK\1\2" + struct.pack("<H", 20) + fields + bytes(14) + label
    end = b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, 1, 1, len(entry),
                                  len(local_part), 0)  # fmt: skip
    return local_part + entry + end
