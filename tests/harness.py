"""Runs the real command, and checks what every answer must keep to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
KREAD = os.path.join(sysconfig.get_path("scripts"), "kread")
#: What must reach no terminal: C0 but TAB and LF, DEL, C1, bidi, zero width, tags.
HARMFUL = {
    *map(chr, (*range(9), *range(11, 32), 127, *range(0x80, 0xA0))),
    *map(chr, (0x200B, 0x2028, 0x2029, 0x2060, 0xFEFF)),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    *map(chr, range(0xE0000, 0xE0080)),
}


@dataclass
class Result:
    """What a run left behind."""

    status: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> dict:
        return json.loads(self.out)


def kread(*args: object, stdin: bytes | int | None = None, env=None, **more) -> Result:
    """Run ``kread`` with ``args`` and wait for it."""
    words = [arg if isinstance(arg, (str, bytes)) else str(arg) for arg in args]
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    if stdin is None:
        given = {"stdin": subprocess.DEVNULL}
    run = subprocess.run(
        [sys.executable, KREAD, *words],
        capture_output=True,
        timeout=60,
        env={**os.environ, **(env or {})},
        check=False,
        **given,
        **more,
    )
    return Result(run.returncode, run.stdout, run.stderr.decode("utf-8", "replace"))


@cache
def validator(name: str):
    """Return the validator of one of the package's JSON schemas."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    folder = files("kimi_read") / "schemas"
    schemas = {
        path.name.removesuffix(".json"): json.loads(path.read_text())
        for path in folder.iterdir()
        if path.name.endswith(".json")
    }
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()
    )
    return Draft202012Validator(schemas[name], registry=registry)


def valid(answer: dict, name: str) -> dict:
    """Return ``answer`` once the schema of that name has accepted it."""
    validator(name).validate(answer)
    return answer


def inputs() -> list[Path]:
    """Return every fixture that is read: not the golden answers, not the notes."""
    return sorted(
        path
        for kind in ("good", "damaged", "hostile")
        for path in FIXTURES.glob(f"*/{kind}/*")
        if path.suffix != ".err" and not is_golden(path)
    )


def is_golden(path: Path) -> bool:
    """Whether ``path`` is the recorded answer of the file beside it."""
    return path.suffix == ".md" and path.with_suffix("").exists()
