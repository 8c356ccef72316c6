"""What macOS tells of another process, since it does not bound address space.

Not tried on a real machine yet; where the call is missing the answer is 0.

Source: libproc.h and sys/proc_info.h of macOS (``struct proc_taskinfo``).
"""

from __future__ import annotations

import ctypes
import struct

_PROC_PIDTASKINFO = 4
_TASKINFO_BYTES = 96


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process, or 0 where it cannot be told."""
    call = getattr(ctypes.CDLL(None), "proc_pidinfo", None)
    if call is None:
        return 0
    buffer = ctypes.create_string_buffer(_TASKINFO_BYTES)
    got = call(
        ctypes.c_int(pid), ctypes.c_int(_PROC_PIDTASKINFO), ctypes.c_uint64(0),
        buffer, ctypes.c_int(_TASKINFO_BYTES),
    )  # fmt: skip
    if got < 2 * 8:
        return 0
    _virtual, resident = struct.unpack_from("=QQ", buffer)
    return int(resident)
