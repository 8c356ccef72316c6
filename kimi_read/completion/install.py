"""``--install-completion``: a small file that asks kread once a shell needs it.

bash   the folder of bash-completion; where that is not there, ``.bashrc`` too
zsh    ``~/.zfunc``, and two lines in ``.zshrc`` that look there
fish   its folder of completions
"""

from __future__ import annotations

import os

from kimi_read.errors import ReadWrite, Usage

SHELLS = ("bash", "zsh", "fish")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BASH = """\
# completion of kread, made when it is first needed
_kread_load() {
  eval "$(kread --show-completion bash)" && return 124
}
complete -F _kread_load kread
"""
ZSH = """\
#compdef kread
# completion of kread, made when it is first needed
eval "$(kread --show-completion zsh)" && _kread "$@"
"""
FISH = """\
# completion of kread, made when it is first needed
kread --show-completion fish | source
"""
_ZSHRC = "fpath+=~/.zfunc; autoload -Uz compinit; compinit  # completion of kread\n"
_BASH_COMPLETION = (
    "/usr/share/bash-completion/bash_completion", "/etc/bash_completion",
    "/usr/local/etc/profile.d/bash_completion.sh",
    "/opt/homebrew/etc/profile.d/bash_completion.sh",
)  # fmt: skip


def installed(environment: Mapping[str, str], parent: int) -> str:
    """Set it up for the shell that is this process's parent; return what was done."""
    return install(shell_of(environment, parent), environment)


def install(shell: str, environment: Mapping[str, str]) -> str:
    """Write what ``shell`` needs; return what was done, in lines.

    Raises:
        Usage: there is no home.
        ReadWrite: a file cannot be written.
    """
    home = environment.get("HOME", "")
    if not home:
        raise Usage("HOME is not set, so there is no place for completion")
    done = []
    if shell == "bash":
        data = environment.get("XDG_DATA_HOME") or f"{home}/.local/share"
        folder = (
            environment.get("BASH_COMPLETION_USER_DIR") or f"{data}/bash-completion"
        )
        target = f"{folder}/completions/kread"
        done.append(_written(target, BASH))
        if not any(map(os.path.exists, _BASH_COMPLETION)):
            line = f"source '{target}'  # completion of kread\n"
            done += _added(f"{home}/.bashrc", line)
    elif shell == "zsh":
        done.append(_written(f"{home}/.zfunc/_kread", ZSH))
        done += _added(f"{environment.get('ZDOTDIR') or home}/.zshrc", _ZSHRC)
    else:
        config = environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
        done.append(_written(f"{config}/fish/completions/kread.fish", FISH))
    return "\n".join([*done, f"completion works in the next {shell}", ""])


def shell_of(environment: Mapping[str, str], parent: int) -> str:
    """Return the shell that this process was started from.

    Raises:
        Usage: it is none of those that completion is for.
    """
    try:
        with open(f"/proc/{parent}/comm", encoding="utf-8", errors="replace") as file:
            name = file.read().strip().lstrip("-")
    except OSError:
        name = ""
    if name not in SHELLS:
        name = os.path.basename(environment.get("SHELL", ""))
    if name not in SHELLS:
        raise Usage(
            f"completion is for {', '.join(SHELLS)}",
            hint="kread --show-completion SHELL prints what to load",
        )
    return name


def _written(path: str, text: str) -> str:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ReadWrite(f"cannot be written: {error.strerror}", path=path) from None
    return f"wrote {path}"


def _added(path: str, line: str) -> list[str]:
    """Add a line to a file, unless it is there."""
    try:
        with open(path, "a+", encoding="utf-8", errors="surrogateescape") as file:
            file.seek(0)
            text = file.read()
            if line.strip() in text:
                return []
            file.write(line if not text or text.endswith("\n") else f"\n{line}")
    except OSError as error:
        raise ReadWrite(f"cannot be written: {error.strerror}", path=path) from None
    return [f"added a line to {path}"]
