"""bench/compare: two sets of results side by side."""

from __future__ import annotations

import argparse
import math
import pathlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from . import goals, markdown, results, summary, workloads
from .children import Failed
from .document import Document, Section, Table
from .results import Results
from .summary import Line, Spread, number, told_spread

FIGURES = ("avg_ms", "p95_ms")

LEAST_REPETITIONS = 4
"""Of each: with these, two that are the same lie apart in one comparison of 35 by chance; with three in one of ten."""
LEAST_EFFECT = 0.05
"""Closer figures are neither faster nor slower, for any quality of measurement."""


@dataclass(frozen=True)
class Ratio:
    """B's median over A's, and how small and large the ratio of any two repetitions is."""

    median: float
    least: float
    most: float

    @staticmethod
    def of(a: Spread, b: Spread) -> Ratio | None:
        """None where either has nothing to compare."""
        if min(a.least, b.least) <= 0:
            return None
        return Ratio(b.median / a.median, b.least / a.most, b.most / a.least)

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.least:.2f}–{self.most:.2f})"


def _pairs(a: Sequence[Line], b: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Cells that both have."""
    others = {line.place: line for line in b}
    return [(line, others[line.place]) for line in a if line.place in others]


def _verdict(a: Line, b: Line, ratio: Ratio | None) -> str:
    """Faster or slower where each repetition of one is on the same side of each of the other, these are enough, and it matters."""
    if ratio is None or _lost(a) or _lost(b) or min(_quiet(a), _quiet(b)) < LEAST_REPETITIONS:
        return ""
    if ratio.least > 1 and ratio.median >= 1 + LEAST_EFFECT:
        return "slower"
    return "faster" if ratio.most < 1 and ratio.median <= 1 / (1 + LEAST_EFFECT) else ""


def _quiet(line: Line) -> int:
    """Number of undisturbed repetitions."""
    return sum(not (one.get("disturbed") or one.get("cold")) for one in line.repetitions)


def _lost(line: Line) -> int:
    """The dropped or failed requests. An answer that fails may be a fast one."""
    return line.total("dropped") + line.total("failed")


def _lost_percent(line: Line) -> str:
    """Per cent of what was due."""
    return number(100 * _lost(line) / max(1, line.total("requests") + line.total("dropped")))


def _both(a: object, b: object) -> str:
    return str(a) if a == b else f"{a} / {b}"


def _row(a: Line, b: Line) -> tuple[str, ...]:
    ratios = [Ratio.of(a.spread(name), b.spread(name)) for name in FIGURES]
    doubts = "".join(mark for name, mark in (("disturbed", " ~"), ("cold", " cold")) if a.times(name) or b.times(name))
    where = f"{a.workload} {workloads.label(a.params)}".strip()
    store = a.store_told if a.durability == b.durability else f"{a.store} ({a.durability} / {b.durability})"
    length = "" if a.seconds == b.seconds else f", {a.seconds} / {b.seconds} s"
    first = a.spread("avg_ms"), b.spread("avg_ms")
    return (where, f"{store}{doubts}", f"{a.rate}/s{length}", _both(len(a.repetitions), len(b.repetitions)),
            *(number(spread.median) for spread in first), *(str(ratio) if ratio else "–" for ratio in ratios),
            f"{_lost_percent(a)} / {_lost_percent(b)}", _verdict(a, b, ratios[0]))


def _mean(pairs: Sequence[tuple[Line, Line]]) -> str:
    """Of what was not too much for either, nor slow on purpose."""
    ratios = [Ratio.of(a.spread("avg_ms"), b.spread("avg_ms")) for a, b in pairs
              if not (a.saturated or b.saturated or "planted_ms" in a.params)]
    logs = [math.log(ratio.median) for ratio in ratios if ratio]
    told = f"{math.exp(sum(logs) / len(logs)):.3f}" if logs else "–"
    return (f"Geometric mean of the ratios of averages: {told}, of {len(logs)} cells; left out are {len(pairs) - len(logs)} that are "
            "saturated, slow on purpose or without an answer.")


def _differences(a: dict[str, Any], b: dict[str, Any]) -> Iterator[str]:
    """In what A and B differ beside what was measured."""
    if a.get("machine") != b.get("machine"):
        yield "A and B were measured on different machines."
    elif a.get("boot") != b.get("boot"):
        yield "A and B were measured on different machines of a kind, or before and after a restart of one: such differ by half and more."
    for part in ("versions", "settings"):
        before, after = a.get(part, {}), b.get(part, {})
        others = [f"{name}: {before.get(name, '–')} / {after.get(name, '–')}" for name in {**before, **after}
                  if before.get(name) != after.get(name) and name not in ("cairn", "repeat")]
        if others:
            yield f"A and B have other {part}: {'; '.join(others)}."


def compare(a: Results, b: Results) -> Document:
    """The comparison of two sets; Failed if they have no cell in common."""
    all_a, all_b = summary.of(a), summary.of(b)
    first, second = summary.chosen(all_a), summary.chosen(all_b)
    pairs = _pairs(first, second)
    if not pairs:
        raise Failed("The two have no cell in common.")
    head = ("Cell", "Store", "Rate", "Repetitions", "A, avg ms", "B, avg ms", "B / A, avg", "B / A, p95", "dropped or failed %, A / B", "")
    cells = Table(head, tuple(_row(*pair) for pair in pairs), 2)
    texts = (
        "Ratios of medians; in brackets that of the least of B to the most of A, and the reverse. Below 1 B is faster. It is only called "
        f"faster or slower where no two repetitions say otherwise, nothing was dropped or failed, both have at least {LEAST_REPETITIONS} (--repeat {LEAST_REPETITIONS}) that were neither disturbed nor cold, "
        f"and it is so by at least {LEAST_EFFECT * 100:.0f} %. Tries of searches are left out; of a cell that was measured for other times or "
        "at other commits there is the longest, of these the last.",
        f"{_mean(pairs)} In A alone: {len(first) - len(pairs)} cells; in B alone: {len(second) - len(pairs)}.")
    surroundings = Table(("", "A", "B"), tuple(
        (name, str(a["environment"].get(name, "–")), str(b["environment"].get(name, "–")))
        for name in ("date", "commit", "machine", "versions", "settings", "durability", "disk", "least_write")), 3)
    warnings = (*_differences(a["environment"], b["environment"]),
                *(f"{name}: {text}" for name, lines, found in (("A", all_a, a), ("B", all_b, b))
                  for text in summary.warnings(lines, found)))
    return Document("Comparison of two sets of results", "", (
        Section("Cells", texts, (), (cells,), warnings), _rates(a, b), _goals(a, b, all_a, all_b),
        Section("Surroundings", tables=(surroundings,))))


def _searches(found: Results) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """By cell and store, those of the last commit that was searched there."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for entry in found.get("saturation", []):
        where = f"{entry['workload']} {workloads.label(entry['params'])}".strip(), summary.store_told(entry["store"], entry.get("durability", ""))
        groups.setdefault(where, []).append(entry)
    return {where: [entry for entry in group if entry.get("commit") == group[-1].get("commit")] for where, group in groups.items()}


def _rates(a: Results, b: Results) -> Section:
    """Highest rates that both have; above 1 B holds more."""
    first, second = _searches(a), _searches(b)

    def columns(figures: Sequence[Sequence[float]]) -> tuple[str, str, str]:
        if not all(figures):
            return "–", "–", "–"
        spreads = [Spread.of(one) for one in figures]
        return (*(told_spread(one) for one in spreads), str(Ratio.of(*spreads) or "–"))

    rows = tuple((*where, *columns([[entry["held_rate"] for entry in one[where]] for one in (first, second)]),
                  *columns([[entry["wrk"]["per_second"] for entry in one[where] if entry["wrk"]] for one in (first, second)]))
                 for where in first if where in second)
    head = ("Cell", "Store", "A, held by k6", "B, held by k6", "B / A", "A, wrk", "B, wrk", "B / A")
    text = "Requests a second. Above 1 B holds more. Where k6 saturated first, the rates that it held say as much of k6."
    return Section("Highest rates", (text,) if rows else ("A and B have none in common.",), (), (Table(head, rows, 2),) if rows else ())


def _goals(a: Results, b: Results, first: Sequence[Line], second: Sequence[Line]) -> Section:
    """Each goal, and whether A and B meet it."""
    if a["environment"].get("quick") or b["environment"].get("quick"):
        return Section("Goals", ("A quick run meets or misses none.",))
    rows = tuple((one.what, one.store, one.bound, one.figure, one.told, other.figure, other.told)
                 for one, other in zip(goals.evaluate(first, a), goals.evaluate(second, b)))
    return Section("Goals", tables=(Table(("Cell", "Store", "Goal", "A", "", "B", ""), rows, 2, verdicts=(4, 6)),))


def main(arguments: Sequence[str]) -> int:
    """Prints a comparison as Markdown; the exit code is that of the program."""
    parser = argparse.ArgumentParser(prog="bench/compare", description="Two sets of results side by side, as ratios.")
    parser.add_argument("a", type=pathlib.Path, help="results.json, or a directory with one")
    parser.add_argument("b", type=pathlib.Path, help="likewise; ratios are B over A")
    given = parser.parse_args(arguments)
    try:
        print(markdown.render(compare(results.read(given.a), results.read(given.b))))
    except Failed as failure:
        print(f"bench/compare: {failure}", file=sys.stderr)
        return 1
    return 0
