"""A report before it has a form: sections of text, tables and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import costs, goals, matrix, programs, saturation, summary, workloads, wrk
from .results import Results
from .summary import Line, Spread, number, told_spread


GOALS_HEAD = ("Cell", "Store", "Goal", "Found", "Verdict", "Published, ms", "Repetitions")


@dataclass(frozen=True)
class Table:
    """Rows of text; from the second column on they are figures, unless text_columns says that more are text."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    verdicts: tuple[int, ...] = ()
    """Columns that begin with one of goals.VERDICTS."""


@dataclass(frozen=True)
class Chart:
    """A figure for each label and series; None where nothing was measured."""

    title: str
    unit: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[float | None, ...]]
    pale: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    """Figures under overload, which are drawn so that they are not taken for normal ones."""

    @property
    def logarithmic(self) -> bool:
        """True if the figures are too far apart to be seen beside each other otherwise."""
        figures = [figure for line in self.series.values() for figure in line if figure]
        return bool(figures) and 0 < 20 * min(figures) < max(figures)


@dataclass(frozen=True)
class Section:
    """A part of a report."""

    title: str
    paragraphs: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    tables: tuple[Table, ...] = ()
    warnings: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Document:
    """A report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def document(results: Results) -> Document:
    """The report of a set of results."""
    lines = summary.of(results)
    environment = results["environment"]
    sections = [_overview(lines, results), _goals(lines, results), _saturation(results), _costs(lines)]
    for workload in workloads.ALL:
        own = [line for line in lines if line.workload == workload.name]
        if own:
            sections.append(_workload(workload, own))
    sections.append(_environment(environment))
    return Document("Cairn: benchmark", f"{environment.get('date', '')}, commit {environment.get('commit', '')}",
                    tuple(section for section in sections if section))


def _overview(lines: Sequence[Line], results: Results) -> Section:
    seen = summary.planted(lines)
    paragraphs = [
        "Latency is that of k6 at a constant arrival rate (http_req_duration), over all answers, each of which was checked. Of several "
        "repetitions the median is given, and in brackets the least and the most. Each repetition goes through all "
        "cells with applications that were started for it; in it the stores take turns, but for searches for the highest rate held, and wrk.",
    ]
    if any(line.apart for line in lines):
        paragraphs.append("Repetitions of other lengths or commits are lines of their own, and so are the tries of searches. Goals and costs go by the "
                          "longest, of these by the last.")
    if seen:
        verdict = "so the measurement shows what it should" if seen.shown else "so it must NOT be believed"
        paragraphs.append(f"Planted slowdown: answers of one application were made {seen.planted_ms:g} ms late on purpose. "
                          f"Its median was {seen.seen_ms:.2f} ms above that of the same application without it, {verdict}.")
    warnings = summary.warnings(lines, results)
    if not seen:
        warnings.append("No slowdown was planted, so nothing shows that one would be seen: that takes order100 with store none.")
    durability = "; ".join(f"{store} is {told}" for store, told in results["environment"].get("durability", {}).items()
                           if told != programs.NOTHING_KEPT)
    if durability:
        paragraphs.append(f"Durability, with what the servers say of their settings: {durability}.")
    return Section("Overview", tuple(paragraphs), warnings=tuple(warnings))


def _goals(lines: Sequence[Line], results: Results) -> Section:
    if results["environment"].get("quick"):
        return Section("Goals", ("A quick run meets or misses none.",))
    found = goals.evaluate(lines, results)
    rows = tuple((goal.what, goal.store, goal.bound, goal.figure, goal.told, number(goal.published), str(goal.times)) for goal in found)
    counts = ", ".join(f"{sum(goal.verdict == verdict for goal in found)} {verdict}" for verdict in goals.VERDICTS)
    text = (f"{len(found)} goals: {counts}. Published are the averages of the same cell that Quarkus Flow gives for itself, measured on another "
            "machine. One of more than a second at 150/s says that the cell could not keep up, and not how long an answer takes: more requests "
            "were due at once than the 200 virtual users of the script can send.")
    once = any(goal.found is not None and goal.times == 1 for goal in found)
    texts = (text, "Of what was measured once nobody knows how much it varies.") if once else (text,)
    return Section("Goals", texts, tables=(Table(GOALS_HEAD, rows, 2, verdicts=(4,)),))


def _stores(names: set[str]) -> list[str]:
    return [store for store in matrix.STORES if store in names]


def _saturation(results: Results) -> Section | None:
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    commits = {entry.get("commit", "") for entry in results.get("saturation", [])}
    for entry in results.get("saturation", []):
        apart = entry.get("commit") or "commit not told"
        label = " ".join(filter(None, (entry["workload"], workloads.label(entry["params"]), apart if len(commits) > 1 else "")))
        groups.setdefault((label, entry["store"]), []).append(entry)
    if not groups:
        return None
    held = {key: Spread.of([entry["held_rate"] for entry in group]) for key, group in groups.items()}
    ceilings = {key: [entry["wrk"]["per_second"] for entry in group if entry["wrk"]] for key, group in groups.items()}
    rows = []
    for (cell, store), group in groups.items():
        ceiling = ceilings[cell, store]
        told = summary.store_told(store, group[0].get("durability", ""))
        rows.append((cell, told, told_spread(held[cell, store]), _tries(group), told_spread(Spread.of(ceiling)) if ceiling else "–", _note(group)))
    labels = tuple(dict.fromkeys(cell for cell, _ in groups))
    stores = _stores({store for _, store in groups})
    by_k6_chart = Chart("Highest rate held (k6)", "requests/s", labels, {
        store: tuple(held[label, store].median if (label, store) in held else None for label in labels) for store in stores})
    by_wrk_chart = Chart("Ceiling (wrk)", "requests/s", labels, {
        store: tuple(Spread.of(ceilings[label, store]).median if ceilings.get((label, store)) else None for label in labels)
        for store in stores})
    text = ("The highest arrival rate that two tries of three got through without a drop, a failure or a 95th percentile more than "
            "100 ms, or as much again, above what is usual for the cell. k6 runs on the same machine and takes its share of it; where that was full and it had more of it "
            f"than application and server, or wrk got more than {saturation.FAR_ABOVE} times as many answered, it is k6 that saturated. "
            "wrk needs far less: it shows how many requests are answered when as many come as go.")
    return Section("Saturation", (text,), (by_k6_chart, by_wrk_chart),
                   (Table(("Cell", "Store", "Held, requests/s", "Tries, failed", "wrk, requests/s", ""), tuple(rows), 2),))


def _note(searches: Sequence[dict[str, Any]]) -> str:
    """Facts for reading the rates that were held and the ceilings."""
    found = []
    if any(entry["limited_by_k6"] for entry in searches):
        found.append("k6 saturated first")
    elif any(entry["too_much"] is None for entry in searches):
        found.append("not searched further")
    busy = [entry["wrk"]["cpu_wrk"] for entry in searches if entry["wrk"] and entry["wrk"].get("cpu_wrk", 0) > wrk.BUSY]
    if busy:
        found.append(f"wrk used {number(max(busy))} of its one core")
    found += dict.fromkeys(entry["wrk_problem"] for entry in searches if entry.get("wrk_problem"))
    return "; ".join(found)


def _tries(searches: Sequence[dict[str, Any]]) -> str:
    """Number of tries of the held rates, and of those that were too much."""
    if any("tries" not in entry for entry in searches):
        return "–"
    return ", ".join(str(sum(entry[name] for entry in searches)) for name in ("tries", "failed_tries"))


def _costs(lines: Sequence[Line]) -> Section | None:
    found = costs.per_store(lines)
    if not found:
        return None
    stores = _stores(set(found))
    labels = ("per set task, µs", "per effect, µs", "per KB of output, µs")
    spreads = {store: (found[store].task_micros, found[store].effect_micros, found[store].kb_micros) for store in stores}
    # A chart for each: they are of different sizes, and what is less than the noise may be negative.
    charts = tuple(Chart(f"Cost {label.partition(',')[0]}", "µs", (label,), {
        store: (_median(spreads[store][i]),) for store in stores}) for i, label in enumerate(labels))
    rows = tuple((store, *(told_spread(cost) if cost else "–" for cost in spreads[store])) for store in stores)
    return Section("What a task and a KB cost", (costs.METHOD,), charts,
                   (Table(("Store", *labels), rows),))


def _median(spread: Spread | None) -> float | None:
    return spread.median if spread else None


def _workload(workload: workloads.Workload, lines: Sequence[Line]) -> Section:
    charted = [line for line in lines if "planted_ms" not in line.params and not line.search]
    labels = tuple(dict.fromkeys(line.label for line in charted))
    by_place = {(line.store, line.label): line for line in charted}
    stores = _stores({line.store for line in charted})
    series = {
        store: tuple(_average(by_place.get((store, label))) for label in labels) for store in stores}
    pale = {store: tuple((store, label) in by_place and by_place[store, label].saturated for label in labels) for store in stores}
    head = ("Cell", "Store", "avg ms", "median", "p95", "p99", "max", "requests", "dropped", "failed", "RSS so far, MB",
            "CPU application", "server", "k6", "writes/instance", "commits/instance", "repetitions")
    rows = tuple(_row(line) for line in lines)
    title = f"{workload.name}. {workload.title}"
    chart = Chart("Average latency by store and rate" + (" (pale: it got more than it could take)" if any(map(any, pale.values())) else ""),
                  "ms", labels, series, pale)
    return Section(title, (), (chart,), (Table(head, rows, 2),))


def _average(line: Line | None) -> float | None:
    return None if line is None or line.unanswered else line.spread("avg_ms").median


def _row(line: Line) -> tuple[str, ...]:
    marks = (" ~" if line.times("disturbed") else "") + (" k6" if line.times("limited_by_k6") else "") + (
        " cold" if line.times("cold") else "") + (" saturated" if line.times("saturated") > line.times("limited_by_k6") else "")
    latencies = tuple(told_spread(line.spread(name)) for name in ("avg_ms", "med_ms", "p95_ms", "p99_ms", "max_ms"))
    counts = tuple(f"{line.total(name):,}" for name in ("requests", "dropped", "failed"))
    figures = tuple(number(line.spread(name).median if line.knows(name) else None) for name in (
        "rss_mb", "cpu_application", "cpu_server", "cpu_k6", "writes_per_instance", "commits_per_instance"))
    return (line.label + marks, line.store_told, *latencies, *counts, *figures, str(len(line.repetitions)))


def _environment(environment: dict[str, Any]) -> Section:
    rows = []
    for name, value in environment.items():
        if isinstance(value, dict):
            rows += [(f"{name}: {key}", _text(inner)) for key, inner in value.items()]
        else:
            rows.append((name, _text(value)))
    return Section("Environment", tables=(Table(("Property", "Value"), tuple(rows), 2),))


def _text(value: Any) -> str:
    return "; ".join(str(part) for part in value) if isinstance(value, list) else str(value)
