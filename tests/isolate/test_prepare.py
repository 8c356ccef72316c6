"""Once locked, a worker can import nothing: prepare() must have done it all."""

import ast
import functools
import importlib.util
import subprocess
import sys

import pytest

from kimi_read.catalog import FORMATS
from kimi_read.formats.text import GUESS

READERS = sorted(
    {form.reader for form in FORMATS if form.reader and form.isolated}
    | {form.markdown for form in FORMATS if form.markdown}
    | {form.details for form in FORMATS if form.details}
    | {GUESS}
)
#: Modules that have done their work before the lock, or that a worker never enters.
OUTSIDE = ("kimi_read.isolate.", "kimi_read.opening", "kimi_read.registry")
LOAD = """
import sys
from kimi_read.isolate.slim import load_slim
load_slim()
from kimi_read.isolate import worker
from kimi_read.registry import load
from kimi_read.request import Request
from kimi_read.source import in_memory
module = load(sys.argv[1])
getattr(module, "prepare", lambda: None)()
if hasattr(module, "prepare_for"):  # what a file needs: here, files that need all
    asked = Request(verify=True, password="x", member="a", tables="pdfplumber")
    for head in (b"PK\\3\\4", b"\\x1f\\x9d", b"\\x1f\\x8b"):
        module.prepare_for(in_memory(head, "a"), asked)
later = worker.later(module)
worker.hold(later)
worker._settle()
sys.meta_path[:] = [f for f in sys.meta_path if "Path" not in repr(f)]
for name in later:  # as in a locked worker: from what is held, and from nothing else
    load(name)
print(*sorted(sys.modules))
"""


def exists(module):
    return importlib.util.find_spec(module) is not None


def late_imports(module, loaded):
    """Yield what functions of ``module`` import and is not loaded yet."""
    spec = importlib.util.find_spec(module)
    with open(spec.origin) as file:
        tree = ast.parse(file.read())
    done = {*tree.body, *guarded(tree)}
    for node in ast.walk(tree):
        if node in done:
            continue
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            if node.module not in loaded:
                yield node.module
            yield from (n for n in names if n not in loaded and is_module(n))
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name not in loaded)


def guarded(tree):
    """Return the imports that only a type checker sees, and those in prepare()."""
    found = set()
    for node in ast.walk(tree):
        checking = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if checking or (isinstance(node, ast.FunctionDef) and node.name == "prepare"):
            found |= set(ast.walk(node))
    return found


def is_module(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


@functools.cache
def loaded_by(reader):
    shown = subprocess.run(
        [sys.executable, "-c", LOAD, reader], capture_output=True, check=True, text=True
    )
    return frozenset(shown.stdout.split())


@pytest.mark.parametrize("reader", READERS)
def test_nothing_is_left_to_import_once_a_worker_is_locked(reader):
    """Readers of one folder share its modules, and each loads those of its kinds."""
    loaded = loaded_by(reader)
    folders = tuple(".".join(m.split(".")[:3]) for m in loaded if "formats." in m)
    shared = [loaded_by(other) for other in READERS if other.startswith(folders)]
    known = loaded.union(*shared)
    house = [
        m for m in loaded if m.startswith("kimi_read.") and not m.startswith(OUTSIDE)
    ]
    missing = {m: sorted({*late_imports(m, known)}) for m in house}
    assert {m: names for m, names in missing.items() if names} == {}
