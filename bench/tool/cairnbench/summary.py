"""Puts the repetitions of a cell together."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import matrix, programs, workloads
from .results import COMPLETE


def number(value: float | None) -> str:
    """A figure with about three digits; a dash for none."""
    if value is None:
        return "–"
    if value == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def store_told(store: str, durability: str) -> str:
    """A store for people, who take its answers for strict unless they are told otherwise."""
    return f"{store} ({durability})" if durability == programs.BATCHED else store


@dataclass(frozen=True, order=True)
class Spread:
    """The median of the repetitions, and how far they were apart."""

    median: float
    least: float
    most: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        return Spread(statistics.median(values), min(values), max(values))


def told_spread(spread: Spread) -> str:
    """The median for people, with what it lies between if that is not the same."""
    if number(spread.least) == number(spread.most):
        return number(spread.median)
    return f"{number(spread.median)} ({number(spread.least)}–{number(spread.most)})"


Place = tuple[str, str, str, int]
"""Which cell it is: workload, parameters as JSON, store, rate."""

Way = tuple[int, str, bool]
"""The way it was measured: seconds, commit, and true for a search for the highest rate held."""


def place(cell: dict[str, Any]) -> Place:
    """Which cell of the matrix this is."""
    return cell["workload"], json.dumps(cell["params"], sort_keys=True), cell["store"], cell["rate"]


def _way(cell: dict[str, Any]) -> Way:
    return cell["seconds"], cell.get("commit", ""), cell.get("search", False)


@dataclass(frozen=True)
class Line:
    """All repetitions of one cell that were measured in one way; apart tells it from others of the same cell, if there are any."""

    workload: str
    params: dict[str, Any]
    store: str
    rate: int
    seconds: int
    commit: str
    """Empty where cells do not say it."""
    search: bool
    """True for tries of a search, the last of which are too much."""
    repetitions: tuple[dict[str, Any], ...]
    apart: str = ""

    @property
    def place(self) -> Place:
        """Which cell it is."""
        return place(self.repetitions[0])

    @property
    def label(self) -> str:
        """Parameters and rate for people."""
        return " ".join(filter(None, (workloads.label(self.params), f"{self.rate}/s", self.apart)))

    @property
    def durability(self) -> str:
        """The meaning of its answers."""
        return str(self.repetitions[0].get("durability", ""))

    @property
    def store_told(self) -> str:
        """The store for people."""
        return store_told(self.store, self.durability)

    @property
    def saturated(self) -> bool:
        """True if most repetitions were too much for it."""
        return sum(bool(cell["saturated"]) for cell in self.repetitions) * 2 > len(self.repetitions)

    def knows(self, name: str) -> bool:
        """True if this was seen in each repetition."""
        return all(cell[name] is not None for cell in self.repetitions)

    def spread(self, name: str) -> Spread:
        """Of latencies that of the repetitions with an answer, if there are any."""
        answered = [cell for cell in self.repetitions if cell["requests"]] if name.endswith("_ms") else []
        return Spread.of([cell[name] for cell in answered or self.repetitions])

    @property
    def unanswered(self) -> bool:
        """True if no answer was right: its latencies say nothing."""
        return self.total("requests") <= self.total("failed")

    def total(self, name: str) -> int:
        return sum(cell[name] for cell in self.repetitions)

    def times(self, name: str) -> int:
        """In how many repetitions this holds."""
        return sum(bool(cell.get(name)) for cell in self.repetitions)


def _position(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


_WORKLOADS = [workload.name for workload in workloads.ALL]


def of(results: dict[str, Any]) -> list[Line]:
    """All lines of a set of results: of its cells, and of the tries of its searches."""
    return lines([*results["cells"], *results["tries"]])


def lines(cells: Iterable[dict[str, Any]]) -> list[Line]:
    """Cells and tries, with the repetitions that were measured in the same way together, in the order of the matrix."""
    groups: dict[Place, dict[Way, list[dict[str, Any]]]] = {}
    for cell in cells:
        groups.setdefault(place(cell), {}).setdefault(_way(cell), []).append(cell)
    found = [Line(where[0], group[0]["params"], *where[2:], *way, tuple(group), _apart(way, ways))
             for where, ways in groups.items() for way, group in ways.items()]

    def order(line: Line) -> tuple[Any, ...]:
        numbers = [value for value in line.params.values() if not isinstance(value, str)]
        return (_position(_WORKLOADS, line.workload), "planted_ms" in line.params, "answer" in line.params, numbers,
                line.rate, line.search, _position(matrix.STORES, line.store))

    return sorted(found, key=order)


def _apart(way: Way, others: Iterable[Way]) -> str:
    """In what this differs from another."""
    seconds, commit, search = way
    length, commits = ({other[part] for other in others} for part in (0, 1))
    return ", ".join(filter(None, ("search" if search else "", f"{seconds} s" if len(length) > 1 else "",
                                   (commit or "commit not told") if len(commits) > 1 else "")))


def chosen(all_lines: Iterable[Line]) -> list[Line]:
    """One line of each cell, searches left out: the longest, and of several that are as long the last."""
    found: dict[Place, Line] = {}
    for line in all_lines:
        if not line.search and (line.place not in found or line.seconds >= found[line.place].seconds):
            found[line.place] = line
    return list(found.values())


def find(all_lines: Iterable[Line], workload: str, store: str, rate: int, params: dict[str, Any] | None = None) -> Line | None:
    """The line that is chosen of a cell; None if it was not measured."""
    found = chosen(measured(all_lines, workload, store, rate, params))
    return found[0] if found else None


def measured(all_lines: Iterable[Line], workload: str, store: str, rate: int, params: dict[str, Any] | None = None) -> list[Line]:
    """All lines of a cell, searches left out."""
    wanted = (workload, store, rate, params or {})
    return [line for line in all_lines if (line.workload, line.store, line.rate, line.params) == wanted and not line.search]


def beside(all_lines: Sequence[Line], line: Line, store: str | None = None, params: dict[str, Any] | None = None) -> Line | None:
    """The line of another store or other parameters, measured in the same way. None if it was not."""
    wanted = (line.workload, store or line.store, line.rate, line.params if params is None else params)
    return next((other for other in all_lines if (other.workload, other.store, other.rate, other.params) == wanted
                 and (other.seconds, other.commit, other.search) == (line.seconds, line.commit, line.search)), None)


@dataclass(frozen=True)
class Planted:
    """The cell that is slow on purpose: by how much, and how much slower it was seen to be; milliseconds."""

    planted_ms: float
    seen_ms: float

    @property
    def shown(self) -> bool:
        """True if the measurement can be believed to show a slowdown of this size."""
        return abs(self.seen_ms - self.planted_ms) <= self.planted_ms * 0.5


def planted(all_lines: Sequence[Line]) -> Planted | None:
    """The visible part of the planted slowdown, in its worst cell; None if none was measured."""
    found = []
    for line in all_lines:
        params = {name: value for name, value in line.params.items() if name != "planted_ms"}
        other = beside(all_lines, line, params=params) if params != line.params else None
        if other:
            found.append(Planted(line.params["planted_ms"], line.spread("med_ms").median - other.spread("med_ms").median))
    return max(found, key=lambda one: abs(one.seen_ms / one.planted_ms - 1), default=None)


def warnings(all_lines: Sequence[Line], results: dict[str, Any]) -> list[str]:
    """Facts that a reader needs before believing the figures."""
    found = []
    for run in results.get("runs", ()):
        if run["ended"] != COMPLETE:
            found.append(f"The run of {run['date']} did not measure all it was told to ({run['ended']}): cells are missing, or have fewer repetitions.")
    if results["environment"].get("quick"):
        found.append("This was a quick run: it shows that everything works. Its figures say nothing.")
    if isinstance(results["environment"].get("boot", {}).get("id"), list):
        found.append("These were measured on several machines of a kind, or before and after a restart of one: what is of different times "
                     "may differ for that reason alone.")
    count = sum(len(line.repetitions) for line in all_lines)
    disturbed = sum(line.times("disturbed") for line in all_lines)
    if disturbed:
        limit = results["environment"].get("settings", {}).get("disturbed_above_percent", "?")
        found.append(f"The machine was too busy with something else in {disturbed} of {count} measurements "
                     f"(more than {limit} % of it): they are marked ~. Repeat them when it is idle.")
    cold = sum(line.times("cold") for line in all_lines)
    if cold:
        found.append(f"In {cold} of {count} measurements the application still compiled after its warm-up: they are marked cold.")
    seen = planted(all_lines)
    if seen and not seen.shown:
        found.append(f"A planted slowdown of {seen.planted_ms:g} ms was seen as {seen.seen_ms:.2f} ms: differences of "
                     "this size are noise here.")
    # A search ends where there are drops.
    dropped = sum(line.total("dropped") for line in all_lines if not line.search)
    if dropped:
        due = sum(line.total("requests") + line.total("dropped") for line in all_lines if not line.search)
        found.append(f"Of {due:,} requests that were due {dropped:,} were dropped: k6 had no virtual user free for them.")
    failed = sum(line.total("failed") for line in all_lines)
    if failed:
        requests = sum(line.total("requests") for line in all_lines)
        found.append(f"Of {requests:,} requests {failed:,} failed or had a wrong answer.")
    generator = sum(line.times("limited_by_k6") for line in all_lines)
    if generator:
        found.append(f"In {generator} of {count} measurements k6 was what saturated, not the application: they are marked k6. "
                     "The ceilings that wrk measured say more there.")
    return found

