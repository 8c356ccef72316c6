"""The completion of bash (4.0 or newer).

Source: bash(1), Programmable Completion. ``:`` and ``=`` part words there, so the
beginning of a word up to the last of them must not be in an answer.
"""

from __future__ import annotations

from kimi_read.completion.words import FILES, FOLDERS, VARIABLE, refused, values
from kimi_read.options import OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.options import Option

_SCRIPT = r"""# completion of kread for bash
_kread() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev= name all=() kept=() line
  ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD-1]}
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  case $prev in
@CASES@
  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '@OPTIONS@' -- "$cur")
    return
  fi
  line=${COMP_LINE:0:COMP_POINT}
  if [[ $cur == [\"\']* ]]; then line=$cur; else line=${line##*[!\\] }; fi
  if [[ $line == *::* ]]; then
    compopt -o nospace 2>/dev/null
    mapfile -t all < <(@VARIABLE@=members "$1" -- "$(_kread_bare "$line")" 2>/dev/null)
    _kread_quoted "$cur" "$(_kread_bare "$line")" "${all[@]}"
    return
  fi
  compopt -o filenames 2>/dev/null
  cur=${cur#[\"\']}
  mapfile -t all < <(compgen -f -- "${cur//\\/}")
  for name in "${all[@]}"; do
    case ${name,,} in
      @REFUSED@) [[ -d $name ]] && kept+=("$name") ;;
      *) kept+=("$name") ;;
    esac
  done
  ((${#kept[@]})) && COMPREPLY=("${kept[@]}") || COMPREPLY=("${all[@]}")
}
# the workbook of a line: its last word that is a file
_kread_sheets() {
  local word path= name all=() kept=()
  for word in "${COMP_WORDS[@]:1}"; do
    word=${word//\\/}
    [[ -f $word ]] && path=$word
  done
  [[ $path ]] || return
  mapfile -t all < <(@VARIABLE@=sheets "$1" -- "$path" 2>/dev/null)
  for name in "${all[@]}"; do
    [[ $name == "$(_kread_bare "$2")"* ]] && kept+=("$name")
  done
  _kread_quoted "$2" "" "${kept[@]}"
}
# a word of the line without its quoting
_kread_bare() {
  local word=${1#[\"\']}
  printf %s "${word//\\/}"
}
# offers names that come from inside a file: what a shell would act on is quoted here,
# since readline does not quote all of it in what is no file. Behind an open quote
# only names are offered that need no more. Usage: TYPED WORD NAME...
_kread_quoted() {
  local typed=$1 before=${2%"${2##*[:=]}"} name
  shift 2
  for name; do
    if [[ $typed == [\"\']* ]]; then
      [[ $name == *[\"\'\`\$\!\\]* ]] || COMPREPLY+=("$name")
    else
      name=${name#"$before"}
      [[ $name ]] && printf -v name %q "$name" && COMPREPLY+=("$name")
    fi
  done
}
if ((BASH_VERSINFO[0] >= 4)); then complete -F _kread kread; else complete -f kread; fi
"""


def made() -> str:
    """Return the script."""
    cases = []
    for option in OPTIONS:
        if option.kind != "flag":
            names = f"--{option.name}" + (f"|-{option.short}" if option.short else "")
            cases.append(f"    {names}) {_action(option)}; return ;;")
    every = " ".join(f"--{option.name}" for option in OPTIONS)
    patterns = "|".join(f"*.{ending}" for ending in refused())
    script = _SCRIPT.replace("@CASES@", "\n".join(cases)).replace("@OPTIONS@", every)
    return script.replace("@REFUSED@", patterns).replace("@VARIABLE@", VARIABLE)


def _action(option: Option) -> str:
    """Return the command that fills COMPREPLY for the value of an option."""
    if option.name == "sheet":
        return '_kread_sheets "$1" "$cur"'
    if option.name in FILES:
        return 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")'
    if option.name in FOLDERS:
        return 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur")'
    words = " ".join(values(option))
    fill = f"mapfile -t COMPREPLY < <(compgen -W '{words}' -- \"$cur\")"
    return fill if words else ":"
