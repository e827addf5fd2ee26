"""The report of bench/kestra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import arrivals, published
from .document import Document, Section, Table
from .results import Results
from .summary import number

METHOD = (
    "Latency is from the time at which a start was due until the end of its instance was durable, by the clock of the application, "
    "which observes each end. Nothing is polled. Starts do not wait for instances under way, and a start that is called late counts from "
    "the time it was due. The load runs within the application, whose processor time includes it.",
    "Dropped are starts that the engine refused. Failed are instances with a wrong output, with another end, or without an end within "
    f"{arrivals.PATIENCE_SECONDS} s of the last start.",
    "The load average is that of the machine in the minute before the cell. Above a few tenths a processor, others had a part in the figure.",
)

_HEAD = ("Per minute", "Store", "avg ms", "median", "p95", "p99", "max", "due", "dropped", "failed", "late p99", "CPU application", "server",
         "RSS, MB", "writes/instance", "commits/instance", "load average")
_PROFILE_HEAD = ("Workflow", "Store", "avg ms", "median", "p95", "due", "dropped", "failed", "MB allocated each", "merging, % of allocations",
                 "merging, % of CPU", "writes/instance", "load average")


def document(found: Results) -> Document:
    """The report of a set of results."""
    environment = found["environment"]
    quick = ("A quick run: its figures say nothing.",) if environment["quick"] else ()
    sections = [Section("Method", (*METHOD, published.MACHINES), warnings=quick)]
    for scenario in arrivals.SCENARIOS:
        own = [cell for cell in found["cells"] if cell["scenario"] == scenario]
        if own:
            sections.append(Section(scenario, published.DIFFERS[scenario], tables=_tables(scenario, own), warnings=_warnings(own)))
    facts = [(name, str(value)) for name, value in environment.items() if not isinstance(value, dict)]
    facts += [(f"{name}: {key}", str(inner)) for name, value in environment.items() if isinstance(value, dict) for key, inner in value.items()]
    sections.append(Section("Machine and settings", tables=(Table(("Property", "Value"), tuple(facts), 2),)))
    return Document("Cairn: the scenarios of Kestra", f"{environment['date']}, commit {environment['commit']}", tuple(sections))


def _warnings(cells: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    reasons = {cell["failure"] for cell in cells if cell["failure"]}
    cold = any(cell["cold"] for cell in cells)
    return (*(f"Not all instances ended as they should: {reason}" for reason in sorted(reasons)),
            *(("Cells marked cold ran while the application still compiled.",) if cold else ()))


def _tables(scenario: str, cells: Sequence[dict[str, Any]]) -> tuple[Table, ...]:
    if scenario == "foreach3":
        return (Table(_PROFILE_HEAD, tuple(_profile_row(cell) for cell in cells), 2), *_places(cells))
    tables = [Table(_HEAD, tuple(_row(cell) for cell in cells), 2)]
    if scenario in published.LATENCY_MS:
        tables.insert(0, _beside(cells, published.LATENCY_MS[scenario]))
    if scenario == "ten-thousand":
        head = ("Per minute", "Store", *(f"fifth {part}" for part in range(1, 6)))
        tables.append(Table(head, tuple((f"{cell['per_minute']:,}", cell["store"], *map(number, cell["fifths_ms"])) for cell in cells), 2))
    return tuple(tables)


def _beside(cells: Sequence[dict[str, Any]], theirs: Mapping[str, Mapping[int, int]]) -> Table:
    """Average latencies of both, by rate; a dash where none was measured or published."""
    stores = tuple(dict.fromkeys(cell["store"] for cell in cells))
    ours = {(cell["per_minute"], cell["store"]): cell["avg_ms"] for cell in cells if cell["completed"]}
    rates = sorted({cell["per_minute"] for cell in cells} | {rate for figures in theirs.values() for rate in figures})
    rows = tuple((f"{rate:,}", *(number(ours.get((rate, store))) for store in stores),
                  *(number(figures.get(rate)) for figures in theirs.values())) for rate in rates)
    return Table(("Per minute, average ms", *stores, *theirs), rows)


def _row(cell: dict[str, Any]) -> tuple[str, ...]:
    latencies = (number(cell[name]) for name in ("avg_ms", "med_ms", "p95_ms", "p99_ms", "max_ms"))
    counts = (f"{cell[name]:,}" for name in ("due", "dropped", "failed"))
    figures = (number(cell[name]) for name in ("late_ms", "cpu_application", "cpu_server", "rss_mb", "writes_per_instance",
                                               "commits_per_instance", "load_average"))
    return f"{cell['per_minute']:,}" + _mark(cell), cell["store"], *latencies, *counts, *figures


def _profile_row(cell: dict[str, Any]) -> tuple[str, ...]:
    profile = cell["profile"]
    return (cell["workflow"] + _mark(cell), cell["store"], *(number(cell[name]) for name in ("avg_ms", "med_ms", "p95_ms")),
            *(f"{cell[name]:,}" for name in ("due", "dropped", "failed")), number(profile["allocatedMb"] / cell["due"]),
            number(100 * profile["mergeAllocations"]), number(100 * profile["mergeCpu"]), number(cell["writes_per_instance"]),
            number(cell["load_average"]))


def _places(cells: Sequence[dict[str, Any]]) -> tuple[Table, ...]:
    """The methods with the largest shares, of the first store that was measured."""
    first = [cell for cell in cells if cell["store"] == cells[0]["store"]]
    return tuple(Table((f"{cell['workflow']}, {cell['store']}: first method of Cairn on the stack", f"% of {what}"),
                       tuple((method.removeprefix("dev.cairn."), number(100 * share)) for method, share in cell["profile"][name].items()))
                 for cell in first for name, what in (("allocationMethods", "allocations"), ("cpuMethods", "CPU samples")))


def _mark(cell: dict[str, Any]) -> str:
    return " cold" if cell["cold"] else ""
