"""A worker behind a pipe that cannot be waited for: a thread reads it (Windows)."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import time

from kimi_read.isolate.frames import EXIT_MEMORY
from kimi_read.isolate.process import Ending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 16
_CHUNKS = 4  # what is read ahead of a consumer that has paused


class Pumped:
    """A worker whose pipe cannot be waited for, so that a thread reads it.

    ``close`` gives up what the system holds of it, once it is killed.
    """

    def __init__(
        self, popen: subprocess.Popen[bytes], close: Callable[[], object] | None = None
    ) -> None:
        self._popen = popen
        self._close = close
        self._queue: queue.Queue[bytes] = queue.Queue(_CHUNKS)
        self._next: bytes | None = None
        self._stopped = False
        threading.Thread(target=self._pump, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Whether there is something to read, or an end, within so long."""
        if self._next is None:
            try:
                self._next = self._queue.get(timeout=max(0.001, seconds))
            except queue.Empty:
                return False
        return True

    def read(self, _size: int) -> bytes:
        """Return the next bytes; empty when the worker has closed the pipe."""
        data = self._queue.get() if self._next is None else self._next
        self._next = None
        return data

    def cpu_seconds(self) -> float:
        """Return 0: the job object counts, and ends the worker."""
        return 0.0

    def memory_over(self, _most: int) -> int:
        """Return 0: the job object counts."""
        return 0

    def ended(self) -> Ending:
        """Wait for a worker that has closed its pipe."""
        try:
            code = self._popen.wait(1)
        except subprocess.TimeoutExpired:
            code = 0
        name = f"the status {code & 0xFFFFFFFF:#x}" if code not in (0, 70) else ""
        short = code == EXIT_MEMORY
        return Ending("" if short else name, out_of_memory=short)

    def stop(self) -> None:
        """Kill the worker and all it may have started. May be repeated."""
        if self._stopped:
            return
        self._stopped = True
        self._popen.kill()
        if self._close is not None:
            self._close()
        self._popen.wait()
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:  # let the thread see the end of the pipe
            try:
                if not self._queue.get(timeout=0.05):
                    break
            except queue.Empty:
                continue
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                stream.close()

    def _pump(self) -> None:
        stream = self._popen.stdout
        while stream is not None:
            try:
                data = os.read(stream.fileno(), _CHUNK)
            except (OSError, ValueError):
                data = b""
            self._queue.put(data)
            if not data:
                return
