"""The completion of fish (3.0 or newer).

Source: fish's ``complete``; for a command that it does not know it gives files.
"""

from __future__ import annotations

from kimi_read.completion.words import FILES, FOLDERS, VARIABLE, refused, values
from kimi_read.options import OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.options import Option

_SCRIPT = r"""# completion of kread for fish
function __kread_paths
    set -l word (commandline -ct)
    if string match -q '*::*' -- $word
        @VARIABLE@=members kread -- (string unescape -- $word) 2>/dev/null
    else
        set -l files (complete -C "__kread_any_command $word")
        set -l kept (string match -riv -- '\.(?:@REFUSED@)$' $files)
        set -q kept[1]; or set kept $files
        printf '%s\n' $kept
    end
end
# the workbook of a line: its last word that is a file
function __kread_sheets
    set -l file
    for word in (commandline -opc)[2..-1]
        test -f $word; and set file $word
    end
    set -q file[1]; and @VARIABLE@=sheets kread -- $file 2>/dev/null
end
complete -c kread -f
complete -c kread -a '(__kread_paths)'
@OPTIONS@
"""


def made() -> str:
    """Return the script."""
    lines = "\n".join(map(_line, OPTIONS))
    script = _SCRIPT.replace("@OPTIONS@", lines).replace("@VARIABLE@", VARIABLE)
    return script.replace("@REFUSED@", "|".join(refused()))


def _line(option: Option) -> str:
    told = option.help.replace("\\", "\\\\").replace("'", "\\'")
    words = ["complete -c kread", f"-l {option.name}"]
    if option.short:
        words.append(f"-s {option.short}")
    if option.kind != "flag":
        words.append(_argument(option))
    return " ".join([*words, f"-d '{told}'"])


def _argument(option: Option) -> str:
    if option.name in FILES:
        return "-r -F"
    if option.name in FOLDERS:
        return "-x -a '(__fish_complete_directories)'"
    if option.name == "sheet":
        return "-x -a '(__kread_sheets)'"
    words = values(option)
    return f"-x -a '{' '.join(words)}'" if words else "-x"
