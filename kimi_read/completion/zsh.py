"""The completion of zsh.

Source: zshcompsys(1), _arguments and _files. ``_files -g`` offers all files where
none matches.
"""

from __future__ import annotations

from kimi_read.completion.words import FILES, FOLDERS, VARIABLE, refused, values
from kimi_read.options import OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.options import Option

_SCRIPT = r"""#compdef kread
# completion of kread for zsh
_kread_paths() {
  if [[ $PREFIX == *::* ]]; then
    local -a names
    names=("${(@f)$(@VARIABLE@=members $service -- ${(Q)PREFIX} 2>/dev/null)}")
    compadd -Q -S '' -- ${(q)names:#}
    return
  fi
  _files -g '^(#i)*.(@REFUSED@)(-.)'
}
# the workbook of a line: its last word that is a file
_kread_sheets() {
  local word file
  local -a names
  for word in ${(Q)words[2,-1]}; do [[ -f $word ]] && file=$word; done
  [[ -n $file ]] || return 1
  names=("${(@f)$(@VARIABLE@=sheets $service -- $file 2>/dev/null)}")
  compadd -- ${names:#}
}
_kread() {
  _arguments -s -S \
@SPECS@
    '*:path:_kread_paths'
}
(( $+functions[compdef] )) && compdef _kread kread
"""


def made() -> str:
    """Return the script."""
    specs = "\n".join(f"    {_spec(option)} \\" for option in OPTIONS)
    script = _SCRIPT.replace("@SPECS@", specs).replace("@VARIABLE@", VARIABLE)
    return script.replace("@REFUSED@", "|".join(refused()))


def _spec(option: Option) -> str:
    told = "".join(f"\\{c}" if c in "[]:" else c for c in option.help).replace(
        "'", "'\\''"
    )
    long, short = f"--{option.name}", f"-{option.short}"
    after = "" if option.kind == "flag" else f":{option.name}:{_action(option)}"
    equals = "" if option.kind == "flag" else "="
    if option.short:
        plus = "" if option.kind == "flag" else "+"
        return f"'({short} {long})'{{{short}{plus},{long}{equals}}}'[{told}]{after}'"
    return f"'{long}{equals}[{told}]{after}'"


def _action(option: Option) -> str:
    if option.name in FILES:
        return "_files"
    if option.name in FOLDERS:
        return "_files -/"
    if option.name == "sheet":
        return "_kread_sheets"
    words = values(option)
    return f"({' '.join(words)})" if words else " "
