"""Word, Excel and PowerPoint files that are encrypted with a password.

The package is decrypted in the worker, in memory, and given to the reader of what it
holds. Files that Excel only write-protects are encrypted with a password that is known.
Source: [MS-OFFCRYPTO] 2.3.4 (ECMA-376 encryption), 2.4.2.3 (the known password).
"""

from __future__ import annotations

import io
from importlib import import_module

from kimi_read.catalog import BY_NAME
from kimi_read.errors import Encrypted, Malformed
from kimi_read.guard.ole import Container
from kimi_read.guard.zip import Package
from kimi_read.record import replace
from kimi_read.recover import why
from kimi_read.source import in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105 - public
HINT = "--password-file FILE or KREAD_PASSWORD"
_INSIDE = (("word/", "docx"), ("xl/", "xlsx"), ("ppt/", "pptx"))
#: What the readers of what is inside name so.
LATER: list[str] = []


def prepare_for(source: Source, request: Request) -> None:
    """Import the decryption and the readers of what can be inside."""
    import xml.dom.expatbuilder  # noqa: F401 - minidom imports it when it parses

    import msoffcrypto.format.doc97
    import msoffcrypto.format.ooxml
    import msoffcrypto.format.ppt97
    import msoffcrypto.format.xls97  # noqa: F401 - which of them, its bytes decide
    from cryptography.hazmat.backends.openssl import backend  # noqa: F401

    for _, name in _INSIDE:
        reader = import_module(BY_NAME[name].reader)
        reader.prepare()
        LATER.extend(reader.LATER)
        if hasattr(reader, "prepare_for"):  # what is inside is of no known kind yet
            reader.prepare_for(source, replace(request, kind=""))


def read(source: Source, request: Request) -> Blocks:
    """Yield what the reader of the decrypted file yields.

    Raises:
        Encrypted: a password is needed, or the one given is wrong, or the file is
            protected by a rights service.
        Malformed: what is inside is no Office file.
    """
    inner = _decrypted(source, request.password)
    names = [name.lower() for name in Package(inner).names()]
    for folder, kind in _INSIDE:
        if any(name.startswith(folder) for name in names):
            reader = import_module(BY_NAME[kind].reader)
            yield from reader.read(inner, request)
            return
    raise Malformed("the decrypted package holds no document")


def _decrypt(file: object, source: Source, out: io.BytesIO) -> None:
    """Write the package; the last block of some writers is not filled up."""
    from msoffcrypto.method.ecma376_standard import ECMA376Standard

    if getattr(file, "type", "") != "standard":
        file.decrypt(out)  # type: ignore[attr-defined]
        return
    data = Container(source).read("EncryptedPackage")
    data += bytes(-(len(data) - 8) % 16)
    key = file.secret_key  # type: ignore[attr-defined]
    out.write(ECMA376Standard.decrypt(key, io.BytesIO(data)))


def _decrypted(source: Source, password: str) -> Source:
    """Return the package in clear.

    What comes out decides whether a password was right: the verifiers that some
    writers leave behind are wrong.
    """
    import struct
    from xml.parsers.expat import ExpatError

    import msoffcrypto
    from msoffcrypto import exceptions

    if any("drmencrypted" in path for path in Container(source).entries):
        raise Encrypted("it is protected by a rights service, not by a password",
                        hint="open it in Office as a permitted user")  # fmt: skip
    for guess in dict.fromkeys((password, DEFAULT_PASSWORD)):
        if not guess:
            continue
        out = io.BytesIO()
        try:
            file = msoffcrypto.OfficeFile(io.BytesIO(source.bytes()))
            file.load_key(password=guess, verify_password=False)
            _decrypt(file, source, out)
        except (exceptions.InvalidKeyError, exceptions.DecryptionError):
            continue
        except (exceptions.FileFormatError, exceptions.ParseError, ExpatError,
                struct.error, ValueError, KeyError, IndexError, OSError, TypeError,
                AttributeError) as error:  # fmt: skip
            raise Malformed(f"its encryption cannot be read: {why(error)}") from None
        if out.getvalue().startswith(b"PK\3\4"):
            return in_memory(out.getvalue(), source.name, source.path)
    if password:
        raise Encrypted("the password is wrong", hint=HINT)
    raise Encrypted("it is encrypted with a password", hint=HINT)
