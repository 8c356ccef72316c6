"""Comma-separated values as one streamed table, for ``--format markdown``.

The delimiter is the one under which the rows of a sample agree best; Excel's own first
line ``sep=;`` is obeyed. Encodings: a byte order mark, else UTF-8 where the whole file
is, else what the bytes are most likely to be.
Source: RFC 4180; the CSV of Excel (``sep=``).
"""

from __future__ import annotations

import codecs
import io
import re

from kimi_read.blocks import Facts, Loss, Paragraph, Table
from kimi_read.errors import Usage
from kimi_read.guard import charset
from kimi_read.guard.wide import wide_encoding
from kimi_read.inline import SUSPECTS, escape
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

SAMPLE_CHARS = 1 << 16
SAMPLE_ROWS = 1000
#: A field that is longer was opened by a stray quotation mark.
FIELD_CHARS = 1 << 20
MAX_COLUMNS = 16_384
_DELIMITERS = ",;\t|^\x1f\x01"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
#: After so many stray quotation marks they are taken for what they are, characters.
_MOST_BROKEN = 20
#: Lines of text above a table.
_MOST_LINES = 20
#: What DOS wrote behind a text.
_END_OF_FILE = ["\x1a"]
_GUARDED = re.compile(r'="((?:[^"]|"")*)"\Z')
_SPECIAL = re.compile(rf"[{SUSPECTS}\r\n\t]")


@record(frozen=True, slots=True)
class Dialect:
    """How fields are parted and quoted; ``skip`` lines come before them.

    ``loose``: blanks may stand between a delimiter and a quotation mark. ``guarded``:
    fields may be formulas that keep a text from being a number, ``="007"``.
    """

    delimiter: str = ","
    quote: str = '"'
    backslash: bool = False
    skip: int = 0
    loose: bool = False
    guarded: bool = False


def prepare() -> None:
    """Load the parser, the detector of encodings and the codecs it may name."""
    import csv

    csv.field_size_limit(FIELD_CHARS)
    charset.prepare()
    for name in (*(name for _, name in _BOMS), *_WIDE):
        codecs.lookup(name)


def read(source: Source, request: Request) -> Blocks:
    """Yield one table, under the lines of text that stand above it.

    The width is that of the first thousand rows. What a later row has beyond it is
    kept in its last cell, and a warning counts such rows.

    Raises:
        Usage: the encoding that is asked for does not exist.
    """
    encoding, guessed, sound = _encoding(source, request.encoding)
    errors = charset.WINDOWS if guessed and sound else "replace"
    with _text(source, encoding, errors) as file:
        sample = file.read(SAMPLE_CHARS)
    dialect = sniffed(sample, tabs=source.extension in (".tsv", ".tab"))
    with _text(source, encoding, errors) as file:
        rows = _Rows(file, dialect)
        ahead = [row for row, _ in zip(rows, range(SAMPLE_ROWS), strict=False)]
        while 0 < len(ahead) < SAMPLE_ROWS and not any(ahead[-1]):
            ahead.pop()
        width = min(max(map(_used, ahead), default=0), MAX_COLUMNS)
        yield Facts({
            "encoding": "utf-8" if encoding == "utf-8-sig" else encoding,
            "delimiter": dialect.delimiter, "columns": width,
        })  # fmt: skip
        if guessed:
            words = charset.read_as(encoding, errors if encoding == "utf-8" else "")
            yield Loss("encoding-guessed", "its encoding is not declared; read as "
                       f"{words}", shown=False)  # fmt: skip
        if not sound:
            yield Loss("encoding-replaced", "some bytes are not valid in its encoding "
                       "and shown as U+FFFD", shown=False, partial=True)  # fmt: skip
        if request.identify or not ahead:
            return
        counts = [0, 0]
        above = _lines_above(ahead)
        for row in ahead[:above]:
            yield Paragraph(_markdown(dialect.delimiter.join(row)))
        del ahead[:above]

        def cells() -> Iterator[list[str]]:
            for row in ahead[1:]:
                yield _cells(row, width, dialect, counts)
            for row in rows:
                yield _cells(row, width, dialect, counts)

        yield Table(_cells(ahead[0], width, dialect, counts), cells())
        if counts[0]:
            yield Loss("ragged-row", f"{counts[0]} row(s) have more fields than the "
                       f"first {SAMPLE_ROWS}; the rest is in the last cell",
                       shown=False)  # fmt: skip
        if rows.broken:
            message = f"{rows.broken} row(s) with a quotation mark that is never closed"
            yield Loss("stray-quote", f"{message} are read without it", shown=False)


def sniffed(sample: str, *, tabs: bool = False) -> Dialect:
    """Return the dialect under which the rows of ``sample`` agree best."""
    first, _, _ = sample.partition("\n")
    guarded = '="' in sample
    match = re.match(r'\s*"?sep=(.)"?\s*\Z', first, re.IGNORECASE)
    if match:
        return Dialect(match[1], skip=1, guarded=guarded)
    quote = "'" if sample.count('"') < 2 and _single_quoted(sample) else '"'
    rest = re.sub(rf"\\{quote}|(?<![^,;\t|\n]){quote * 2}(?=[,;\t|\r\n])", "", sample)
    backslash = f"\\{quote}" in sample and quote * 2 not in rest
    dialects = {
        delimiter: Dialect(
            delimiter,
            quote,
            backslash,
            loose=_loose(sample, delimiter, quote),
            guarded=guarded,
        )
        for delimiter in _DELIMITERS
    }
    scores = {one: _score(sample, dialect) for one, dialect in dialects.items()}
    if tabs and scores["\t"] > 0:
        return dialects["\t"]
    best = max(scores, key=lambda delimiter: scores[delimiter])
    return dialects[best if scores[best] > 0 else "\t" if tabs else ","]


def _loose(sample: str, delimiter: str, quote: str) -> bool:
    """Whether fields are quoted behind blanks, ``a, "b, c"``."""
    part = re.escape(delimiter)
    pattern = rf"{part} +{quote}[^{quote}\n]*{quote} *(?:{part}|\r?\n|\Z)"
    return delimiter.isprintable() and re.search(pattern, sample) is not None


def _single_quoted(sample: str) -> bool:
    fields = re.findall(
        r"(?:^|[,;\t|])'[^'\n]*'(?=[,;\t|\r\n]|\Z)", sample, re.MULTILINE
    )
    return len(fields) > 2


def _score(sample: str, dialect: Dialect) -> float:
    """Return how well the rows agree on a number of fields above one."""
    lengths: dict[int, int] = {}
    rows = [row for row, _ in zip(_Rows(io.StringIO(sample, newline=""), dialect),
                                  range(200), strict=False)]  # fmt: skip
    for row in rows[:-1] or rows:  # the last one may be cut off
        lengths[len(row)] = lengths.get(len(row), 0) + 1
    if not lengths:
        return 0.0
    width, count = max(lengths.items(), key=lambda item: (item[1], item[0]))
    if width < 2:
        several = sum(n for length, n in lengths.items() if length > 1)
        return 0.1 * several / sum(lengths.values())
    return count / sum(lengths.values()) + min(width, 20) / 100


def _lines_above(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows on top are lines of text: title, remarks, a comment."""
    wide = sum(len(row) > 1 for row in rows)
    if 2 * wide < len(rows):
        return 0
    remarks = next((i for i, row in enumerate(rows) if row[0][:1] != "#"), 0)
    if remarks and len(rows[remarks - 1]) == len(rows[remarks]):
        remarks -= 1  # a head whose first name begins so
    found = next((i for i, row in enumerate(rows) if len(row) > 1), 0)
    found = max(found, remarks)
    return found if found <= _MOST_LINES else 0


def _used(row: Sequence[str]) -> int:
    """Return how many fields there are up to the last that holds something."""
    count = len(row)
    while count > 1 and not row[count - 1]:
        count -= 1
    return count


class _Rows:
    """The rows of a text; ``broken`` counts those that no quotation mark ended."""

    def __init__(self, lines: Iterator[str], dialect: Dialect) -> None:
        self.broken = 0
        self._lines = lines
        self._dialect = dialect
        self._taken: list[str] = []
        self._again: list[str] = []
        for _ in range(dialect.skip):
            next(lines, None)
        self._made = self._make()

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        return next(self._made)

    def _make(self) -> Iterator[list[str]]:
        import csv

        dialect = self._dialect
        while True:
            parser = csv.reader(
                self._feed(), delimiter=dialect.delimiter, quotechar=dialect.quote,
                doublequote=not dialect.backslash,
                escapechar="\\" if dialect.backslash else None,
                skipinitialspace=dialect.loose,
                quoting=csv.QUOTE_NONE if self.broken > _MOST_BROKEN else 0,
            )  # fmt: skip
            try:
                for row in parser:
                    if len(self._taken) > 1 and not self._closed():
                        break
                    self._taken.clear()
                    if row and row != _END_OF_FILE:
                        yield row
                else:
                    return
            except csv.Error:  # a field is too long
                pass
            self.broken += 1
            first, *self._again = [*self._taken, *self._again]
            self._taken.clear()
            yield first.rstrip("\r\n").split(dialect.delimiter)

    def _closed(self) -> bool:
        """Whether the row of several lines ended with its quotation mark."""
        quote = self._dialect.quote
        last = self._taken[-1]
        return quote in last or self._dialect.backslash

    def _feed(self) -> Iterator[str]:
        """Yield lines, remembering those of the row in hand."""
        while True:
            line = self._again.pop(0) if self._again else next(self._lines, None)
            if line is None:
                return
            self._taken.append(line)
            yield line


def _cells(
    row: Sequence[str], width: int, dialect: Dialect, counts: list[int]
) -> list[str]:
    if len(row) > width:
        row = row[: max(width, _used(row))]
    if len(row) > width:
        counts[0] += 1
        row = [*row[: width - 1], dialect.delimiter.join(row[width - 1 :])]
    if dialect.guarded:
        row = [_unguarded(text) for text in row]
    out = [text if _SPECIAL.search(text) is None else _markdown(text) for text in row]
    return out + [""] * (width - len(out)) if len(out) < width else out


def _unguarded(text: str) -> str:
    match = _GUARDED.match(text) if text[:2] == '="' else None
    return match[1].replace('""', '"') if match else text


def _markdown(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return escape(text.strip("\n"))


def _text(source: Source, encoding: str, errors: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(source.open(), encoding, errors, newline="")


def _encoding(source: Source, asked: str) -> tuple[str, bool, bool]:
    """Return the name of a codec, whether it is a guess, and whether it fits."""
    for mark, name in _BOMS:
        if source.head.startswith(mark):
            return name, False, charset.fits(source, name)
    if asked:
        try:
            name = codecs.lookup(asked).name
        except LookupError:
            raise Usage(f"there is no encoding {asked!r}") from None
        return name, False, charset.fits(source, name)
    wide = wide_encoding(source.head)
    if wide:
        return wide, False, charset.fits(source, wide)
    if charset.fits(source, "utf-8"):
        return "utf-8", False, True
    errors = charset.utf8_errors(source)
    if errors:
        return "utf-8", True, errors == charset.WINDOWS
    guess = charset.guess(source)
    return guess or "cp1252", True, bool(guess)
