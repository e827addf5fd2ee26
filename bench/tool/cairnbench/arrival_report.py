"""The report of bench/kestra."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import arrivals, measuring, published
from .document import Document, Section, Table
from .results import Results
from .summary import number

METHOD = (
    "Latency is from the time at which a start was due until the end of its instance was durable, by the clock of the application, "
    "which observes each end. Nothing is polled. Starts do not wait for instances under way, and a start that is called late counts from "
    "the time it was due. The load runs within the application, whose processor time includes it.",
    "Dropped are starts that the engine refused. Failed are instances with a wrong output, with another end, or without an end within "
    f"{arrivals.PATIENCE_SECONDS} s of the last start.",
    "The load average is that of the machine in the minute before the cell. Others are all processes but the application, its server, the "
    f"broker and the tool. A cell is marked busy if they used more than {measuring.BUSY_PERCENT:g} % of the machine while it was measured, "
    "and cold if its application still compiled.",
)

TITLE = "Cairn: the scenarios of Kestra"

NOT_MEASURED = "not measured"

_NO_RESULTS = f'"{NOT_MEASURED.capitalize()}" stands for figures of cold and busy cells: they are no results.'

_HEAD = ("Per minute", "Store", "avg ms", "median", "p95", "p99", "max", "due", "dropped", "failed", "late p99", "CPU application", "server",
         "RSS, MB", "writes/instance", "commits/instance", "load average", "others, %")
_PROFILE_HEAD = ("Workflow", "Store", "avg ms", "median", "p95", "due", "dropped", "failed", "MB allocated each", "merging, % of allocations",
                 "merging, % of CPU", "writes/instance", "load average", "others, %")


def document(found: Results) -> Document:
    """The report of a set of results, with the figures of every cell."""
    quick = ("A quick run: its figures say nothing.",) if found["environment"]["quick"] else ()
    cells = {scenario: _of_scenario(found, scenario) for scenario in arrivals.SCENARIOS}
    scenarios = (Section(scenario, published.DIFFERS[scenario], tables=_tables(scenario, own, own), warnings=_warnings(own))
                 for scenario, own in cells.items() if own)
    return Document(TITLE, _run(found), (Section("Method", (*METHOD, published.MACHINES), warnings=quick), *scenarios, _settings(found)))


def page(found: Results) -> Document:
    """The report with the figures of trusted cells only; all others, and scenarios without a cell, are said not to be measured."""
    sections = [Section("Method", (*METHOD, _NO_RESULTS, published.MACHINES)),
                *(_page_section(scenario, _of_scenario(found, scenario)) for scenario in arrivals.SCENARIOS)]
    if any(map(arrivals.trusted, found["cells"])):
        return Document(TITLE, _run(found), (*sections, _settings(found)))
    return Document(TITLE, f"The run of {_run(found)}, has no results: its cells were cold or busy", tuple(sections))


def _of_scenario(found: Results, scenario: str) -> list[dict[str, Any]]:
    return [cell for cell in found["cells"] if cell["scenario"] == scenario]


def _run(found: Results) -> str:
    return f"{found['environment']['date']}, commit {found['environment']['commit']}"


def _settings(found: Results) -> Section:
    environment = found["environment"]
    facts = [(name, str(value)) for name, value in environment.items() if not isinstance(value, dict)]
    facts += [(f"{name}: {key}", str(inner)) for name, value in environment.items() if isinstance(value, dict) for key, inner in value.items()]
    return Section("Machine and settings", tables=(Table(("Property", "Value"), tuple(facts), 2),))


def _page_section(scenario: str, cells: Sequence[dict[str, Any]]) -> Section:
    trusted = [cell for cell in cells if arrivals.trusted(cell)]
    if trusted:
        return Section(scenario, published.DIFFERS[scenario], tables=_tables(scenario, cells, trusted), warnings=_failures(trusted))
    beside = (_beside(cells, trusted, published.LATENCY_MS[scenario]),) if scenario in published.LATENCY_MS else ()
    return Section(scenario, (*published.DIFFERS[scenario], f"{NOT_MEASURED.capitalize()}."), tables=beside)


def _warnings(cells: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    marks = " ".join(_mark(cell) for cell in cells)
    return (*_failures(cells),
            *(("Cells marked cold ran while the application still compiled.",) if "cold" in marks else ()),
            *(("Cells marked busy shared the machine with other work.",) if "busy" in marks else ()))


def _failures(cells: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    reasons = {cell["failure"] for cell in cells if cell["failure"]}
    return tuple(f"Not all instances ended as they should: {reason}" for reason in sorted(reasons))


def _tables(scenario: str, cells: Sequence[dict[str, Any]], shown: Sequence[dict[str, Any]]) -> tuple[Table, ...]:
    """The tables of a scenario, with a row for each cell and the figures of those that are shown."""
    if scenario == "foreach3":
        return (_table(_PROFILE_HEAD, "workflow", cells, shown, _profile_figures), *_places(shown))
    tables = [_table(_HEAD, "per_minute", cells, shown, _figures)]
    if scenario in published.LATENCY_MS:
        tables.insert(0, _beside(cells, shown, published.LATENCY_MS[scenario]))
    if scenario == "ten-thousand":
        head = ("Per minute", "Store", *(f"fifth {part}" for part in range(1, 6)))
        tables.append(_table(head, "per_minute", cells, shown, lambda cell: tuple(map(number, cell["fifths_ms"]))))
    return tuple(tables)


def _table(head: tuple[str, ...], name: str, cells: Sequence[dict[str, Any]], shown: Sequence[dict[str, Any]],
           figures: Callable[[dict[str, Any]], tuple[str, ...]]) -> Table:
    """A row for each cell: its name, its store, and its figures if they are shown."""
    none = (NOT_MEASURED, *("–" for _ in head[3:]))
    rows = (((_label(cell[name]) + _mark(cell), cell["store"], *figures(cell)) if cell in shown else (_label(cell[name]), cell["store"], *none))
            for cell in cells)
    return Table(head, tuple(rows), 2)


def _label(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:,}"


def _beside(cells: Sequence[dict[str, Any]], shown: Sequence[dict[str, Any]], theirs: Mapping[str, Mapping[int, int]]) -> Table:
    """Average latencies of both, by rate; a dash where none was published, or where no load has this rate."""
    stores = tuple(dict.fromkeys(cell["store"] for cell in cells))
    ours = {(cell["per_minute"], cell["store"]): _average(cell) if cell in shown else NOT_MEASURED for cell in cells}
    rates = sorted({cell["per_minute"] for cell in cells} | {rate for figures in theirs.values() for rate in figures})
    rows = tuple((f"{rate:,}", *(ours.get((rate, store), "–") for store in stores),
                  *(number(figures.get(rate)) for figures in theirs.values())) for rate in rates)
    return Table(("Per minute, average ms", *stores, *theirs), rows)


def _average(cell: dict[str, Any]) -> str:
    return number(cell["avg_ms"] if cell["completed"] else None)


def _figures(cell: dict[str, Any]) -> tuple[str, ...]:
    latencies = (number(cell[name]) for name in ("avg_ms", "med_ms", "p95_ms", "p99_ms", "max_ms"))
    counts = (f"{cell[name]:,}" for name in ("due", "dropped", "failed"))
    figures = (number(cell.get(name)) for name in ("late_ms", "cpu_application", "cpu_server", "rss_mb", "writes_per_instance",
                                                   "commits_per_instance", "load_average", "other_cpu_percent"))
    return (*latencies, *counts, *figures)


def _profile_figures(cell: dict[str, Any]) -> tuple[str, ...]:
    profile = cell["profile"]
    return (*(number(cell[name]) for name in ("avg_ms", "med_ms", "p95_ms")),
            *(f"{cell[name]:,}" for name in ("due", "dropped", "failed")), number(profile["allocatedMb"] / cell["due"]),
            number(100 * profile["mergeAllocations"]), number(100 * profile["mergeCpu"]),
            *(number(cell.get(name)) for name in ("writes_per_instance", "load_average", "other_cpu_percent")))


def _places(cells: Sequence[dict[str, Any]]) -> tuple[Table, ...]:
    """The methods with the largest shares, of the first store that was measured."""
    first = [cell for cell in cells if cell["store"] == cells[0]["store"]]
    return tuple(Table((f"{cell['workflow']}, {cell['store']}: first method of Cairn on the stack", f"% of {what}"),
                       tuple((method.removeprefix("dev.cairn."), number(100 * share)) for method, share in cell["profile"][name].items()))
                 for cell in first for name, what in (("allocationMethods", "allocations"), ("cpuMethods", "CPU samples")))


def _mark(cell: dict[str, Any]) -> str:
    return (" cold" if cell["cold"] else "") + (" busy" if arrivals.disturbed(cell) else "")
