"""Sets of results, as files."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Sequence
from typing import Any

from .children import Failed

Results = dict[str, Any]
"""environment, runs, cells, tries, saturation."""

COMPLETE = "complete"
"""The end of a run that measured everything."""

SAME = ("quick", "machine", "settings")
"""Parts of the environment that must be the same for results to be put together."""

OF_CELLS = ("seconds", "repeat")
"""Settings that may differ: each cell says its own."""

ONE_VERSION = ("java", "k6", "redis", "valkey", "postgres")
"""Programs that measure cells: their versions must be the same as well. Each cell says the commit, and with it what else there is."""

_MERGED = ("boot", "versions", "settings", "servers", "durability", "disk", "least_write")
"""Facts that each run records."""

_CELL = ("workload", "params", "store", "rate")
"""Identity of a cell, a try or a search, without its repetition."""

_FIGURES = ("rate", "seconds", "requests", "dropped", "failed", "avg_ms", "med_ms", "p95_ms", "p99_ms", "max_ms")
"""Numbers that each cell and try has."""

_UNKNOWN = {"rss_mb": None, "cpu_application": None, "cpu_server": None, "cpu_k6": None, "writes_per_instance": None, "commits_per_instance": None,
            "saturated": False, "limited_by_k6": False, "disturbed": False, "cold": False, "search": False, "repetition": 1}
"""Default values of a cell."""

_UNKNOWN_OF_SEARCH = {"limited_by_k6": False, "too_much": None, "wrk": None, "repetition": 1}
"""Likewise for a search."""


def refuse_old(directory: pathlib.Path) -> None:
    """Failed if a directory has results already, which new ones would replace."""
    if (directory / "results.json").exists():
        raise Failed(f"{directory} has results already. Add to them with --add, or give another directory with --out.")


def begun(directory: pathlib.Path | None, environment: dict[str, Any]) -> Results:
    """
    Results without a cell yet; or those that a directory has, for more to be added. Failed if these were measured elsewhere or otherwise.
    """
    run = {"date": environment.get("date", ""), "commit": environment.get("commit", ""), "settings": environment.get("settings", {}),
           "ended": "not ended"}
    if directory is None or not (directory / "results.json").is_file():
        return {"environment": environment, "runs": [run], "cells": [], "tries": [], "saturation": []}
    found = read(directory)
    earlier = found["environment"]
    for name in SAME:
        if _fixed(earlier.get(name)) != _fixed(environment.get(name)):
            raise Failed(f"{directory} has results of another {name}: {earlier.get(name)} is not {environment.get(name)}")
    _refuse_others(directory, "versions", earlier, environment, lambda name: name in ONE_VERSION)
    _refuse_others(directory, "durability", earlier, environment)
    _refuse_others(directory, "servers", earlier, environment)
    together = {**earlier, **{name: _merged(earlier.get(name, {}), environment.get(name, {})) for name in _MERGED if name in earlier or name in environment}}
    together["commit"] = ", ".join(dict.fromkeys((*earlier["commit"].split(", "), environment["commit"])))
    return {**found, "environment": together, "runs": [*found["runs"], run]}


def _refuse_others(directory: pathlib.Path, what: str, earlier: dict[str, Any], later: dict[str, Any],
                   matters: Callable[[str], bool] = lambda _: True) -> None:
    """Failed if both say something of the same program or server, and not the same."""
    before, now = earlier.get(what, {}), later.get(what, {})
    for name in filter(matters, before.keys() & now.keys()):
        if before[name] != now[name]:
            raise Failed(f"{directory} has results of another {name} ({what}): {before[name]} is not {now[name]}")


def _merged(earlier: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    """The text of both; if they differ, all of them."""
    both = {name: _both(earlier[name], later[name]) for name in earlier.keys() & later.keys()}
    return {**earlier, **later, **both}


def numbered(earlier: Sequence[dict[str, Any]], one: dict[str, Any]) -> dict[str, Any]:
    """A cell, a try or a search with the number of its repetition; no other of its kind and cell has it."""
    same = [other for other in earlier if all(other.get(name) == one.get(name) for name in _CELL)]
    return {**one, "repetition": max((other["repetition"] for other in same), default=0) + 1}


def _fixed(value: Any) -> Any:
    return {name: inner for name, inner in value.items() if name not in OF_CELLS} if isinstance(value, dict) else value


def _both(earlier: Any, later: Any) -> Any:
    """The common value, or all values."""
    known = earlier if isinstance(earlier, list) else [earlier]
    return earlier if later in known else [*known, later]


def write(directory: pathlib.Path, results: Results, name: str = "results.json") -> None:
    """Writes results; concurrent readers see the old file or the new one."""
    directory.mkdir(parents=True, exist_ok=True)
    fresh = directory / f"{name}.new"
    fresh.write_text(json.dumps(results, indent=1) + "\n")
    fresh.replace(directory / name)


def read(path: pathlib.Path) -> Results:
    """Reads results.json, or the one in a directory; Failed if there is none, or if something in it cannot be understood."""
    file = path / "results.json" if path.is_dir() else path
    try:
        found: Results = json.loads(file.read_text())
    except (OSError, ValueError) as unreadable:
        raise Failed(f"{file} has no results: {unreadable}") from unreadable
    if not isinstance(found, dict) or "cells" not in found:
        raise Failed(f"{file} has no cells")
    for name, wanted in (("environment", dict), ("runs", list), ("cells", list), ("tries", list), ("saturation", list)):
        if not isinstance(found.setdefault(name, wanted()), wanted):
            raise Failed(f"{file}: {name} is not as bench/run writes it")
    if not all(isinstance(run, dict) and {"date", "ended"} <= run.keys() for run in found["runs"]):
        raise Failed(f"{file}: runs is not as bench/run writes it")
    found["environment"].setdefault("commit", "")
    for kind, figures, unknown in (("cells", _FIGURES, _UNKNOWN), ("tries", _FIGURES, _UNKNOWN), ("saturation", ("held_rate",), _UNKNOWN_OF_SEARCH)):
        found[kind] = [_checked(file, f"{kind}[{index}]", one, figures, unknown) for index, one in enumerate(found[kind])]
    return found


def _checked(file: pathlib.Path, where: str, one: Any, figures: Sequence[str], unknown: dict[str, Any]) -> dict[str, Any]:
    """A cell, a try or a search with all its fields."""
    if not isinstance(one, dict):
        raise Failed(f"{file}: {where} is no object")
    for name in figures:
        if not isinstance(one.get(name), (int, float)):
            raise Failed(f"{file}: {where} has no number {name}: {one.get(name)}")
    if not isinstance(one.get("workload"), str) or not isinstance(one.get("store"), str) or not isinstance(one.get("params"), dict):
        raise Failed(f"{file}: {where} does not say of which workload, params and store it is")
    return {**unknown, **one}
