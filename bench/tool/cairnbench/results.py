"""Sets of results, as files."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from .children import Failed

Results = dict[str, Any]
"""environment, cells, saturation."""

SAME = ("quick", "machine", "settings")
"""What of the environment has to be the same for results to be put together."""

OF_CELLS = ("seconds", "repeat")
"""Settings that may differ: each cell says its own."""

OF_PARTS = ("versions", "durability")
"""What each run says of the stores and programs that it had."""


def begun(directory: pathlib.Path | None, environment: dict[str, Any]) -> Results:
    """
    Results without a cell yet; or those that a directory has, for more to be added. Failed if these were measured elsewhere or otherwise.
    """
    if directory is None or not (directory / "results.json").is_file():
        return {"environment": environment, "cells": [], "saturation": []}
    found = read(directory)
    earlier = found["environment"]
    for name in SAME:
        if _fixed(earlier.get(name)) != _fixed(environment.get(name)):
            raise Failed(f"{directory} has results of another {name}: {earlier.get(name)} is not {environment.get(name)}")
    parts = {name: {**earlier.get(name, {}), **environment.get(name, {})} for name in OF_PARTS}
    if parts["durability"] != {**environment.get("durability", {}), **earlier.get("durability", {})}:
        raise Failed(f"{directory} has results of servers that are set otherwise: {earlier['durability']} is not {environment['durability']}")
    commits = list(dict.fromkeys((*earlier["commit"].split(", "), environment["commit"])))
    together = {**earlier, **parts, "commit": ", ".join(commits)}
    if "settings" in earlier:
        told = {name: _both(earlier["settings"].get(name), environment["settings"].get(name)) for name in OF_CELLS}
        together["settings"] = {**earlier["settings"], **told}
    return {**found, "environment": together}


def _fixed(value: Any) -> Any:
    return {name: inner for name, inner in value.items() if name not in OF_CELLS} if isinstance(value, dict) else value


def _both(earlier: Any, later: Any) -> Any:
    """The one that both have, or all there are."""
    known = earlier if isinstance(earlier, list) else [earlier]
    return earlier if later in known else [*known, later]


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
