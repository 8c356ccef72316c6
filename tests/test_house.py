"""The rules of the house, read from the source itself.

Layers and independence are stated to import-linter in ``pyproject.toml``; here is
what that cannot say.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "kimi_read"
FILES = sorted(HOUSE.rglob("*.py"))
FORMATS = HOUSE / "formats"
MOST_LINES = 450
#: What a format must not know: who asks, how it is run, and how Markdown looks.
ABOVE_FORMATS = [
    "cli", "detect", "engine", "full", "isolate", "opening", "page", "quick",
    "registry", "render", "stream", "writers",
]  # fmt: skip
#: Packages of others, and the only places that may import them.
KEEPERS = {
    "anyio": ("mcp.py",),
    "chardet": ("guard/charset.py",),
    "ctypes": (
        "isolate/",
        "formats/archive/foreign.py",
        "formats/pdf/glyphs.py",
        "formats/pdf/pdfium.py",
        "formats/pdf/standin.py",
    ),
    "mcp": ("mcp.py",),
    "pygments": ("writers/",),
    "resource": ("isolate/",),
    "rich": ("writers/",),
    "typer": ("full.py",),
    "PIL": ("formats/", "writers/pictures/"),
}
NOWHERE = ["dill", "logging", "marshal", "pickle", "shelve"]
AT_THE_TOP = {"full.py": "typer"}


def name_of(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(node: ast.AST) -> list[str]:
    """Return the modules that an import statement names, members as modules."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
    return []


def imports(path: Path) -> set[str]:
    return {name for node in ast.walk(tree(path)) for name in imported(node)}


def at_the_top(path: Path) -> set[str]:
    """Return what is imported when the module is, outside any function."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree(path)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        found.update(imported(node))
        waiting += ast.iter_child_nodes(node)
    return found


def foreign(names: set[str]) -> set[str]:
    tops = {name.partition(".")[0] for name in names}
    return tops - sys.stdlib_module_names - {"kimi_read", "__future__", "_typeshed"}


def calls(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]


def within(path: Path, places: tuple[str, ...]) -> bool:
    return any(name_of(path).startswith(place) for place in places)


each_file = pytest.mark.parametrize("path", FILES, ids=name_of)


def test_errors_import_nothing():
    assert imports(HOUSE / "errors.py") <= {"__future__", "__future__.annotations"}


@pytest.mark.parametrize("path", sorted(FORMATS.rglob("*.py")), ids=name_of)
def test_a_format_knows_neither_another_format_nor_what_is_above_it(path):
    if path == FORMATS / "__init__.py":
        return
    own = path.relative_to(FORMATS).parts[0].removesuffix(".py")
    others = {
        name
        for name in imports(path)
        if name.startswith("kimi_read.formats.") and name.split(".")[2] != own
    }
    assert others == set()
    above = {f"kimi_read.{name}" for name in ABOVE_FORMATS}
    known = {".".join(name.split(".")[:2]) for name in imports(path)}
    assert known & above == set()


@each_file
def test_packages_of_others_are_imported_inside_functions(path):
    assert foreign(at_the_top(path)) <= {AT_THE_TOP.get(name_of(path), "")}


@each_file
def test_packages_of_others_are_used_by_formats_and_their_keepers_only(path):
    used = foreign(imports(path)) - {
        name for name, places in KEEPERS.items() if within(path, places)
    }
    assert within(path, ("formats/", "ooxml/")) or used == set()


@each_file
def test_a_package_with_a_keeper_is_imported_nowhere_else(path):
    tops = {name.partition(".")[0] for name in imports(path)}
    strays = {n for n, at in KEEPERS.items() if n in tops and not within(path, at)}
    assert strays == set()


@each_file
def test_nothing_is_unpickled_evaluated_logged_or_given_to_a_shell(path):
    tops = {name.partition(".")[0] for name in imports(path)}
    kept = {"marshal"} if name_of(path) == "isolate/held.py" else set()
    assert tops & set(NOWHERE) - kept == set()
    for call in calls(path):
        words = ast.unparse(call.func)
        assert words not in ("eval", "exec", "os.system", "os.popen")
        assert words != "__import__" or name_of(path) in ("registry.py", "standin.py")
        for given in call.keywords:
            assert given.arg != "shell" or ast.unparse(given.value) == "False"


def test_only_recover_and_the_last_word_of_the_worker_catch_everything():
    broad: dict[str, int] = defaultdict(int)
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ExceptHandler):
                caught = ast.unparse(node.type) if node.type else "everything"
                if caught in ("Exception", "everything"):
                    broad[name_of(path)] += 1
    assert broad.pop("isolate/worker.py", 0) <= 1
    assert set(broad) <= {"recover.py"}


@each_file
def test_whoever_catches_the_base_of_all_exceptions_raises_it_again(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            if "BaseException" not in ast.unparse(node.type):
                continue
            last = node.body[-1]
            assert isinstance(last, ast.Raise), f"line {node.lineno}"


@each_file
def test_only_the_command_line_and_the_writers_touch_the_standard_streams(path):
    assert not any(ast.unparse(call.func) == "print" for call in calls(path))
    speakers = ("cli.py", "__main__.py", "quick.py", "full.py", "mcp.py", "writers/")
    if within(path, speakers):
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in ("sys.stdout", "sys.stderr")


@each_file
def test_processes_are_made_by_the_isolation_alone(path):
    if within(path, ("isolate/",)):
        return
    for call in calls(path):
        words = ast.unparse(call.func)
        assert not words.startswith(
            ("os.fork", "os.spawn", "os.exec", "os.posix_spawn")
        )


@each_file
def test_no_file_outgrows_one_look(path):
    """About 400 lines; a format that needs more becomes a folder."""
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= MOST_LINES


@each_file
def test_a_format_opens_no_path_by_name(path):
    """Bytes come from the source, whose file was opened once by the parent."""
    if not within(path, ("formats/", "detect/", "guard/", "ooxml/")):
        return
    for call in calls(path):
        assert ast.unparse(call.func) not in ("open", "os.open", "io.open", "Path")


@each_file
def test_every_module_says_what_it_is_for(path):
    assert ast.get_docstring(tree(path))


def circles() -> list[list[str]]:
    """Return the groups of modules that import each other, types included."""
    named = {module_of(path): path for path in FILES}
    arrows = {
        name: {
            other
            for node in ast.walk(tree(path))
            for other in targets(node, named)
            if other != name
        }
        for name, path in named.items()
    }
    reach = {name: reached(name, arrows) for name in arrows}
    found = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in reach
        if name in reach[name]
    }
    return [list(group) for group in sorted(found)]


def targets(node: ast.AST, named: dict[str, Path]) -> list[str]:
    """Return the modules of the house that an import names; a package only for
    what stands in it."""
    if isinstance(node, ast.ImportFrom) and node.module:
        members = [f"{node.module}.{alias.name}" for alias in node.names]
        found = [member if member in named else node.module for member in members]
    else:
        found = imported(node)
    return [name for name in found if name in named]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [*arrows[start]]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += arrows[name]
    return seen


def test_no_modules_import_each_other_in_a_circle():
    assert circles() == []


@each_file
def test_no_regular_expression_has_a_possessive_group(path):
    """Before Python 3.11.5 one that holds a choice loses matches (gh-106052)."""
    strings = {
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    }
    assert [text for text in strings if fickle(text)] == []


def fickle(pattern: str | bytes) -> bool:
    """Whether a regular expression holds a choice inside a possessive group."""
    plus, atomic = (b"+", b"(?>") if isinstance(pattern, bytes) else ("+", "(?>")
    if plus not in pattern and atomic not in pattern:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of strings of another kind
            return chooses(re._parser.parse(pattern), inside=False)
    except (re.error, RecursionError):
        return False  # it is of another kind indeed


def chooses(part: object, *, inside: bool) -> bool:
    """Walk the parts of a parsed pattern: operations, their arguments, sequences."""
    if isinstance(part, tuple) and part:
        if inside and part[0] in CHOICES:
            return True
        inside = inside or part[0] in POSSESSIVE
    if isinstance(part, (tuple, list, re._parser.SubPattern)):
        return any(chooses(one, inside=inside) for one in part)
    return False


POSSESSIVE = [re._parser.POSSESSIVE_REPEAT, re._parser.ATOMIC_GROUP]
CHOICES = [
    *POSSESSIVE, re._parser.MAX_REPEAT, re._parser.MIN_REPEAT, re._parser.BRANCH,
]  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "is_fickle"),
    [
        ("a(?:b|cd)?+e", True), ("(?>a*)b", True), ("(?:(a[^b]*+)?+c)?+", True),
        ("[^b]*+c", False), ("(?:ab)?+c", False), ("(a*|b)?c", False), ("(+", False),
    ],
)  # fmt: skip
def test_a_possessive_group_is_found(pattern, is_fickle):
    assert fickle(pattern) is is_fickle
