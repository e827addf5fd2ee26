"""The goals of the project for the cells, and their state."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import programs
from .summary import Line, Spread, beside, find, number, told_spread

ORDER_100_MS = {"none": 1.0, "file": 1.6, "redis": 1.6, "valkey": 1.6, "jpa": 2.5}
HELD_OF_NONE = {"file": 0.85, "redis": 0.85, "valkey": 0.85, "jpa": 0.75}
NONE_OF_BASELINE = 0.60
EFFECTS_MS = {"file": 8.0, "redis": 5.0, "valkey": 5.0, "jpa": 12.0}
LARGE_OF_NONE = {"file": 1.5, "redis": 2.0, "valkey": 2.0, "jpa": 2.5}
PROCESSING_OF_NONE = {"jpa": 1.10}
EXTERNAL_MS = 1010.0
PUBLISHED_MS = {"redis": 5820.0, "valkey": 5820.0, "jpa": 1950.0, "file": 4.3}
"""Averages of Quarkus Flow's order100 at 150 requests per second, as published."""
PUBLISHED_LARGE_MS = {"jpa": 17600.0}
PUBLISHED_PROCESSING_MS = {"jpa": 3150.0}
PUBLISHED_EXTERNAL_MS = {150: 3660.0}
"""In every mode; by rate."""
NOT_ON_DISK = "batched: answers do not wait for the disk"

VERDICTS = ("met", "missed", "undecided", "not measured")


@dataclass(frozen=True)
class Goal:
    """One goal; found is None if it was not measured."""

    what: str
    store: str
    goal: float
    found: float | None
    unit: str
    at_most: bool = True
    spoiled: str = ""
    """The reason why it is missed though the figure is good: drops."""
    published: float | None = None
    """Quarkus Flow's own figures, milliseconds."""
    undecided: str = ""
    """The reason why the figure is not that of the cell with the goal."""
    doubt: str = ""
    """Further facts about the figure."""
    spread: Spread | None = None
    """The values behind the median in found."""
    times: int = 0
    """Number of measurements."""

    @property
    def verdict(self) -> str:
        if self.found is None:
            return "not measured"
        if self.undecided:
            return "undecided"
        good = self.found <= self.goal if self.at_most else self.found >= self.goal
        return "met" if good and not self.spoiled else "missed"

    @property
    def bound(self) -> str:
        """The goal for people."""
        return ("≤ " if self.at_most else "≥ ") + f"{number(self.goal)} {self.unit}"

    @property
    def figure(self) -> str:
        """The figure for people, with the spread of its repetitions."""
        return told_spread(self.spread) if self.spread else number(self.found)

    def with_doubt(self, doubt: str) -> Goal:
        """The same with one more doubt."""
        return replace(self, doubt="; ".join(filter(None, (self.doubt, doubt))))

    @property
    def told(self) -> str:
        """The verdict with what has to be known about it."""
        remarks = "; ".join(remark for remark in (self.spoiled, self.undecided, self.doubt) if remark)
        return self.verdict + (f" ({remarks})" if remarks and self.found is not None else "")


def _median_of(spread: Spread | None) -> float | None:
    return spread.median if spread else None


def _averages(line: Line | None) -> Spread | None:
    return line.spread("avg_ms") if line else None


def _average(line: Line | None) -> float | None:
    return _median_of(_averages(line))


def _times(*lines: Line | None) -> int:
    return min(len(line.repetitions) if line else 0 for line in lines)


def _drops(line: Line | None) -> str:
    lost = line.total("dropped") + line.total("failed") if line else 0
    return f"{lost} dropped or failed" if lost else ""


def _doubts(line: Line | None, base: Line | None = None) -> str:
    """Reasons why a figure says less than it seems to: disturbed cells, or comparisons of different measurements."""
    disturbed = any(one.times("disturbed") for one in (line, base) if one)
    other = line and base and (line.seconds, line.commit) != (base.seconds, base.commit)
    cold = any(one.times("cold") for one in (line, base) if one)
    return "; ".join(filter(None, ("~ disturbed" if disturbed else "", "cold" if cold else "", "none is of another commit or length" if other else "")))


def _ratios(line: Line | None, other: Line | None) -> Spread | None:
    """Of the medians, of the least to the most, and the reverse."""
    found, base = _averages(line), _averages(other)
    return _quotient(found, base) if found and base else None


def _quotient(some: Spread, whole: Spread) -> Spread | None:
    return Spread(some.median / whole.median, some.least / whole.most, some.most / whole.least) if whole.least > 0 else None


Place = tuple[str, str]
"""Workload and store."""


def _searches(results: dict[str, Any], place: Place) -> list[dict[str, Any]]:
    """The searches of the last commit that was searched there."""
    found = [entry for entry in results.get("saturation", []) if (entry["workload"], entry["store"]) == place]
    return [entry for entry in found if entry.get("commit") == found[-1].get("commit")]


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def _held_of(results: dict[str, Any], what: str, goal: float, place: Place, base: Place) -> Goal:
    """
    The highest rate held in one place as a part of that in another, and what wrk says of the same two. If k6 saturated
    first, it is decided if both say the same.
    """
    searches = [_searches(results, one) for one in (place, base)]
    held = _quotient(*(Spread.of([entry["held_rate"] for entry in found]) for found in searches)) if all(searches) else None
    by_wrk = _part(*(_median([entry["wrk"]["per_second"] for entry in found if entry["wrk"]]) for found in searches))
    k6_first = any(entry["limited_by_k6"] for found in searches for entry in found)
    agree = held is not None and by_wrk is not None and (held.median >= goal) == (by_wrk >= goal)
    told = "k6 saturated first" if k6_first else ""
    found = Goal(f"highest rate held by order100, of {what}", place[1], goal, _median_of(held), "×", at_most=False,
                 undecided="" if agree else told, spread=held, times=min(len(found) for found in searches))
    other = len({entry.get("commit") for found in searches for entry in found}) > 1
    return found.with_doubt(told if agree else "").with_doubt(
        "searched at two commits" if other else "").with_doubt(f"by wrk {number(by_wrk)} ×" if by_wrk is not None else "")


def _part(some: float | None, whole: float | None) -> float | None:
    return some / whole if some is not None and whole else None


def evaluate(lines: Sequence[Line], results: dict[str, Any]) -> list[Goal]:
    """All goals, each with what was measured."""
    batched = {line.store for line in lines if line.durability == programs.BATCHED}
    least = _least_ms(results)
    found = (*_latencies(lines, least), *_rates(results), *_large(lines, least), *_external(lines))
    return [goal.with_doubt(NOT_ON_DISK) if goal.store in batched else goal for goal in found]


def _least_ms(results: dict[str, Any]) -> dict[str, float]:
    """By store, the median time of the least write to its server; the shortest if several runs were put together."""
    def shortest(told: Any) -> float:
        return min(float(one["med_ms"]) for one in (told if isinstance(told, list) else [told]))

    return {store: shortest(told) for store, told in results["environment"].get("least_write", {}).items()}


def _writes_alone(line: Line | None, least_ms: float | None) -> str:
    """Time of an instance's writes in a row, without a workflow, HTTP and others."""
    writes = round(line.spread("writes_per_instance").median) if line else 0
    return f"{writes} least writes take {number(writes * least_ms)} ms" if writes > 1 and least_ms else ""


def _with_a_write(base: Line | None, least_ms: float | None) -> str:
    """The average without a store plus one write."""
    without = _average(base)
    return f"with one least write none would take {number((without + least_ms) / without)} ×" if without and least_ms else ""


def _latencies(lines: Sequence[Line], least: dict[str, float]) -> Iterator[Goal]:
    for store, goal in ORDER_100_MS.items():
        line = find(lines, "order100", store, 150)
        yield Goal("order100 at 150/s, average", store, goal, _average(line), "ms", spoiled=_drops(line),
                   published=PUBLISHED_MS.get(store), doubt=_doubts(line), spread=_averages(line), times=_times(line))
    for store, goal in EFFECTS_MS.items():
        line = find(lines, "effects20", store, 150)
        yield Goal("effects20 at 150/s, average", store, goal, _average(line), "ms", spoiled=_drops(line),
                   doubt=_doubts(line), spread=_averages(line), times=_times(line)).with_doubt(_writes_alone(line, least.get(store)))


def _rates(results: dict[str, Any]) -> Iterator[Goal]:
    baseline_store = next((entry["store"] for entry in results.get("saturation", []) if entry["workload"] == "baseline"), "none")
    yield _held_of(results, "the hand-written endpoint's", NONE_OF_BASELINE, ("order100", "none"), ("baseline", baseline_store))
    for store, goal in HELD_OF_NONE.items():
        yield _held_of(results, "none's", goal, ("order100", store), ("order100", "none"))


def _large(lines: Sequence[Line], least: dict[str, float]) -> Iterator[Goal]:
    def of_none(what: str, cell: tuple[str, int, dict[str, Any]], store: str, goal: float, published: float | None,
                least_ms: float | None = None) -> Goal:
        workload, rate, params = cell
        line = find(lines, workload, store, rate, params)
        base = (beside(lines, line, store="none") if line else None) or find(lines, workload, "none", rate, params)
        drops = _drops(line) or (f"none: {_drops(base)}" if _drops(base) else "")
        ratios = _ratios(line, base)
        return Goal(f"{what} at {rate}/s, of none's average", store, goal, _median_of(ratios), "×", spoiled=drops, published=published,
                    doubt=_doubts(line, base), spread=ratios, times=_times(line, base)).with_doubt(_with_a_write(base, least_ms))

    for store, goal in LARGE_OF_NONE.items():
        yield of_none("output of 20 MB", ("output", 5, {"size_mb": 20}), store, goal, PUBLISHED_LARGE_MS.get(store))
    for store, goal in PROCESSING_OF_NONE.items():
        yield of_none("output processing 1,000 × 100", ("json", 150, {"items": 1000, "iterations": 100}), store, goal,
                      PUBLISHED_PROCESSING_MS.get(store), least.get(store))


def _external(lines: Sequence[Line]) -> Iterator[Goal]:
    for rate in (150, 500):
        for store in ORDER_100_MS:
            line = find(lines, "external", store, rate, {"delay_ms": 1000})
            yield Goal(f"external call of 1,000 ms at {rate}/s, average", store, EXTERNAL_MS, _average(line), "ms",
                       spoiled=_drops(line), published=PUBLISHED_EXTERNAL_MS.get(rate), doubt=_doubts(line), spread=_averages(line),
                       times=_times(line))
