"""What the completions of all shells are made of, from the tables."""

from __future__ import annotations

from kimi_read.catalog import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.options import Option

#: What the shells set to ask for names: ``members`` or ``sheets``.
VARIABLE = "KREAD_COMPLETE"
#: What the value of an option is, where it is no choice.
FILES, FOLDERS = ("output", "thumbnail", "password-file"), ("media",)
_ENCODINGS = (
    "utf-8", "utf-16", "utf-32", "cp1250", "cp1251", "cp1252", "latin-1",
    "iso-8859-15", "mac-roman", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr",
)  # fmt: skip


def values(option: Option) -> tuple[str, ...]:
    """Return the words that an option may be followed by; none if any will do."""
    if option.choices:
        return option.choices
    if option.name == "from":
        kinds = ("text", "document", "image", "video", "audio", "archive")
        names = [*kinds, *(form.name for form in FORMATS if form.reader)]
        return tuple(dict.fromkeys(names))
    if option.name == "theme":
        from kimi_read.writers.terminal import theme

        return tuple(theme.names())
    return _ENCODINGS if option.name == "encoding" else ()


def refused() -> tuple[str, ...]:
    """Return the extensions of what is not read, without their dots."""
    read = {ending for form in FORMATS if form.reader for ending in form.extensions}
    known = [ending for form in FORMATS for ending in form.extensions]
    other = (".o", ".so", ".bin", ".exe", ".dylib", ".dll")
    return tuple(
        ending[1:] for ending in dict.fromkeys([*known, *other]) if ending not in read
    )
