"""bench/compare: two sets of results side by side."""

from __future__ import annotations

import argparse
import math
import pathlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import goals, markdown, results, summary, workloads
from .children import Failed
from .document import Document, Section, Table
from .results import Results
from .summary import Line, Spread, number

FIGURES = ("avg_ms", "p95_ms")


@dataclass(frozen=True)
class Ratio:
    """B's median over A's, and how small and large the ratio of any two repetitions is."""

    median: float
    least: float
    most: float

    @staticmethod
    def of(a: Spread, b: Spread) -> Ratio | None:
        """None where A has nothing to compare with."""
        if min(a.median, a.least, a.most) <= 0:
            return None
        return Ratio(b.median / a.median, b.least / a.most, b.most / a.least)

    @property
    def verdict(self) -> str:
        """Faster or slower only where each repetition of one is on the same side of each of the other."""
        return "slower" if self.least > 1 else "faster" if self.most < 1 else ""

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.least:.2f}–{self.most:.2f})"


def _pairs(a: Sequence[Line], b: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    others = {line.key: line for line in b}
    return ((line, others[line.key]) for line in a if line.key in others)


def _row(a: Line, b: Line) -> tuple[str, ...]:
    ratios = [Ratio.of(a.spread(name), b.spread(name)) for name in FIGURES]
    drops = f"{a.total('dropped'):,} / {b.total('dropped'):,}"
    doubts = " ~" if a.times("disturbed") or b.times("disturbed") else ""
    where = f"{a.workload} {workloads.label(a.params)}".strip()
    store = a.store_told if a.durability == b.durability else f"{a.store} ({a.durability} / {b.durability})"
    first = a.spread("avg_ms"), b.spread("avg_ms")
    return (where, f"{store}{doubts}", f"{a.rate}/s", *(number(spread.median) for spread in first),
            *(str(ratio) if ratio else "–" for ratio in ratios), drops, ratios[0].verdict if ratios[0] else "")


def _mean(pairs: Sequence[tuple[Line, Line]]) -> str:
    logs = [math.log(ratio.median) for a, b in pairs if (ratio := Ratio.of(a.spread("avg_ms"), b.spread("avg_ms")))]
    return f"{math.exp(sum(logs) / len(logs)):.3f}" if logs else "–"


def compare(a: Results, b: Results) -> Document:
    """The comparison of two sets; Failed if they have no cell in common."""
    first, second = summary.lines(a["cells"]), summary.lines(b["cells"])
    pairs = list(_pairs(first, second))
    if not pairs:
        raise Failed("The two have no cell in common.")
    head = ("Cell", "Store", "Rate", "A, avg ms", "B, avg ms", "B / A, avg", "B / A, p95", "dropped, A / B", "")
    cells = Table(head, tuple(_row(*pair) for pair in pairs), 2)
    texts = (
        "Ratios of medians; in brackets that of the least of B to the most of A, and the reverse. Below 1 B is faster. It is only called "
        "faster or slower where no two repetitions say otherwise; with one repetition each, the ratio has no spread and says little.",
        f"Geometric mean of all ratios of averages: {_mean(pairs)}. In A alone: {len(first) - len(pairs)} cells; "
        f"in B alone: {len(second) - len(pairs)}.")
    surroundings = Table(("", "A", "B"), tuple(
        (name, str(a["environment"].get(name, "–")), str(b["environment"].get(name, "–")))
        for name in ("date", "commit", "machine", "settings", "durability")), 3)
    warnings = tuple(f"{name}: {text}" for name, lines, found in (("A", first, a), ("B", second, b))
                     for text in summary.warnings(lines, found))
    if a["environment"].get("machine") != b["environment"].get("machine"):
        warnings = ("A and B were measured on different machines.", *warnings)
    return Document("Comparison of two sets of results", "", (
        Section("Cells", texts, (), (cells,), warnings), _goals(a, b, first, second),
        Section("Surroundings", tables=(surroundings,))))


def _goals(a: Results, b: Results, first: Sequence[Line], second: Sequence[Line]) -> Section:
    """Each goal, and whether A and B meet it."""
    if a["environment"].get("quick") or b["environment"].get("quick"):
        return Section("Goals", ("A quick run meets or misses none.",))
    rows = tuple((one.what, one.store, one.bound, number(one.found), one.told, number(other.found), other.told)
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
