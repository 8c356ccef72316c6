"""The worker's lock: what it may use and what it can no longer do."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.request import Limits


def lock(limits: Limits, cpu_seconds: int) -> list[str]:
    """Bound this process for good and return the names of the layers in force.

    Called once, after the handler was imported and before the first byte is read.
    """
    try:
        import resource
    except ImportError:  # Windows: the parent's deadlines are all there is
        return []
    for what, bound in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, cpu_seconds),
    ):
        _, hard = resource.getrlimit(what)
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(what, (most, most))
    return ["rlimits"]
