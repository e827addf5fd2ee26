"""Sets of results, as files."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from .children import Failed

Results = dict[str, Any]
"""environment, cells, saturation, left_out."""


def write(directory: pathlib.Path, results: Results) -> None:
    """Writes results.json; whoever reads meanwhile sees the old file or the new one."""
    directory.mkdir(parents=True, exist_ok=True)
    fresh = directory / "results.json.new"
    fresh.write_text(json.dumps(results, indent=1) + "\n")
    fresh.replace(directory / "results.json")


def read(path: pathlib.Path) -> Results:
    """Reads results.json, or the one in a directory; Failed if there is none."""
    file = path / "results.json" if path.is_dir() else path
    try:
        found: Results = json.loads(file.read_text())
    except (OSError, json.JSONDecodeError) as unreadable:
        raise Failed(f"{file} has no results: {unreadable}") from unreadable
    if "cells" not in found:
        raise Failed(f"{file} has no cells")
    return found
