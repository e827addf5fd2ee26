"""Tells how long the disk takes to keep an append: the least that a durable write waits for."""

from __future__ import annotations

import os
import pathlib
import statistics
import tempfile
import time
from typing import Any

APPEND_BYTES = 600
"""About what a store writes for an effect."""
APPENDS = 1_000


def describe(directory: pathlib.Path) -> dict[str, Any]:
    """Appends to a file there, each forced to the disk (fdatasync), while nothing else is measured; milliseconds."""
    took = _appends(directory)
    return {"append_bytes": APPEND_BYTES, "appends": len(took), "fdatasync_med_ms": round(statistics.median(took), 3),
            "fdatasync_p95_ms": round(statistics.quantiles(took, n=20)[-1], 3)}


def _appends(directory: pathlib.Path) -> list[float]:
    block = os.urandom(APPEND_BYTES)
    took = []
    with tempfile.TemporaryFile(dir=directory, buffering=0) as file:
        for _ in range(APPENDS):
            file.write(block)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - begun) * 1_000)
    return took
