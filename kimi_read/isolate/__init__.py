"""Read one file in a child process that can be starved and killed."""

from __future__ import annotations

from kimi_read.isolate.child import Events, isolated
from kimi_read.isolate.job import Job

__all__ = ["Events", "Job", "isolated"]
