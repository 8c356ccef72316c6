"""What a worker loads of the standard library works like the whole of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: What ``re`` and ``array`` import, and nobody else asks for.
SPARED = ("enum", "functools", "collections", "types", "operator")
LOAD = "import sys\nfrom kimi_read.isolate.slim import load_slim\nload_slim()\n"


def run(code: str) -> str:
    """Return what a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys\nsys.path[:] = {sys.path}\n{code}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_expressions_come_without_enumerations():
    """Nor is anything left in place of what was spared."""
    code = f"print('re' in sys.modules, [n for n in {SPARED} if n in sys.modules])"
    assert run(LOAD + code) == "True []\n"


@pytest.mark.parametrize("expression", [
    "re.findall('a.c', 'A\\nC', re.I | re.DOTALL)",
    "bool(re.compile('a # b', re.VERBOSE).flags & re.X)",
    "re.sub('(a)(b)?', r'\\2-\\1', 'ab a')",
    "[re.sub('(.)', r'<\\1>', text) for text in ('a', 'b')]",
    "re.compile('x', flags=re.RegexFlag.IGNORECASE).flags",
    "re.compile('x', flags=re.RegexFlag(2)).match('X')[0]",
    "re.NOFLAG == 0 and re.escape('a+b')",
    "repr(re.compile('x', re.A | re.M))",
    "re.split('[,;]', 'a,b;c')",
    "array.array('I', [1, 2]).tolist()",
    "isinstance(array.array('I'), collections.abc.MutableSequence)",
])  # fmt: skip
def test_it_answers_like_the_whole(expression):
    """As the same line does where nothing was spared."""
    line = f"import array, collections.abc, re\nprint({expression})\n"
    assert run(LOAD + line) == run(line)


def test_whoever_asks_later_gets_the_real_modules():
    """Libraries that are imported afterwards find all that they want."""
    code = (
        "import enum, functools, collections, typing, dataclasses, inspect\n"
        "class Colour(enum.Flag):\n    RED = 1\n    BLUE = 2\n"
        "print(Colour.RED | Colour.BLUE, functools.lru_cache(lambda: 7)(),\n"
        "      collections.namedtuple('P', 'x y')(1, 2), collections.abc.Sized)\n"
    )
    assert run(LOAD + code) == run(code)


def test_what_is_loaded_already_stays_as_it_is():
    """In the process of a host, for one."""
    code = "import re, enum\n" + LOAD + "print(isinstance(re.I, enum.Flag))"
    assert run(code) == "True\n"


def test_a_python_that_asks_for_more_gets_the_whole():
    """Whatever the stand-ins lack that it needs."""
    code = LOAD.replace(
        "load_slim()",
        "import kimi_read.isolate.slim as slim\n"
        "slim._named = lambda flags: 1 / 0\nload_slim()",
    )
    code += "import re, enum\nprint(isinstance(re.I, enum.Flag), re.match('a', 'a')[0])"
    assert run(code) == "True a\n"
