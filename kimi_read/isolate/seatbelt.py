"""The sandbox of macOS, by the one call of it that needs no entitlement.

Not tried on a real machine yet: where the call is missing or refuses, the layer is
left out of what the worker reports.

Source: sandbox_init(3) of macOS (deprecated, and still what browsers use).
"""

from __future__ import annotations

import ctypes

_PROFILE = b"""(version 1)
(deny default)
(allow sysctl-read)
(allow signal (target self))
"""


def apply() -> bool:
    """Deny this process files, network and new processes; whether it took."""
    library = ctypes.CDLL(None)
    sandbox_init = getattr(library, "sandbox_init", None)
    if sandbox_init is None:
        return False
    error = ctypes.c_char_p()
    sandbox_init.argtypes = [
        ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(ctypes.c_char_p),
    ]  # fmt: skip
    return bool(sandbox_init(_PROFILE, 0, ctypes.byref(error)) == 0)
