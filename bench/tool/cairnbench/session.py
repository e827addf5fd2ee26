"""Goes through the matrix, row by row."""

from __future__ import annotations

import pathlib
import time
from collections.abc import Callable

from . import behaviour, environment, matrix, programs, results, saturation, workloads
from . import wrk as wrk_runner
from .behaviour import Expected
from .children import Children, Failed
from .generators import Wrk
from .matrix import Cell, Row
from .measuring import Measurer, Result
from .options import Options
from .programs import Application
from .progress import say
from .tries import Tries

WARM_UP_SECONDS = 15
WARM_UP_RATE = 500
"""Many more than most cells have, so that what is measured has been compiled."""
WARM_UP_MB = 100
"""No more of large values than this is asked for in a second: an application that was overloaded is not at rest when it is measured."""
WARM_UP_MOST = 5
"""Number of further rounds of a warm-up while the application still compiles."""
COMPILING = 0.1
"""More of a core than this, used by the compilers of the application, and it is not warm."""
SEARCH_SECONDS = 10
SEARCH_START = 1_000
SEARCH_MOST = 64_000
QUICK_SEARCH_START = 100
QUICK_SEARCH_MOST = 200


class Session:
    """One run of bench/run, and what it has found so far."""

    def __init__(self, told: Options, measurer: Measurer, children: Children, wrk: Wrk | None, work: pathlib.Path,
                 found: results.Results, commit: str, restart: Callable[[Application], Application]) -> None:
        self._told = told
        self._measurer = measurer
        self._children = children
        self._wrk = wrk
        self._work = work
        self.results = found
        self._commit = commit
        self._restart = restart
        self._usual_ms: dict[tuple[str, int], float] = {}
        """The median of each application of a row, by store and planted delay, in its first cell, which has the lowest rate."""
        self._cold: set[tuple[str, int]] = set()
        """Applications of a row that still compiled after the last warm-up, likewise."""
        self._removing: tuple[Application, float] | None = None
        """The application that was searched last, whose many instances are still to be removed, and when that ended."""

    def run(self, applications: dict[str, Application], planted: Application | None) -> None:
        """Measures everything; results.json is there, and grows, from the first cell on. Each repetition has processes of its own."""
        rows = matrix.rows(self._told.workloads, self._told.stores, self._told.rates, self._told.quick, self._told.goals)
        for repetition in range(self._told.repeat):
            if repetition:
                self._await_removals()
                say("starting the applications again")
                applications = {store: self._restart(application) for store, application in applications.items()}
                planted = self._restart(planted) if planted else None
            for number, row in enumerate(rows, 1):
                say(f"repetition {repetition + 1} of {self._told.repeat}, row {number} of {len(rows)}: {row.workload.name} {workloads.label(row.params)}")
                if row.rates or self._searches(row, repetition):
                    self._repeat(row, repetition, applications, planted)

    def _searches(self, row: Row, repetition: int) -> bool:
        return row.search and self._told.search and (row.workload.saturate or repetition == 0)

    def _repeat(self, row: Row, repetition: int, applications: dict[str, Application], planted: Application | None) -> None:
        """Measures a row once."""
        expected = self._prepare(row, applications)
        if row.workload.name == "order100" and planted:
            self._slow_on_purpose(row, planted, expected[row.stores[0]])
        known: dict[str, dict[int, Result]] = {store: {} for store in row.stores}
        for rate in sorted(row.rates):
            for cell in row.turns(rate, repetition):
                known[cell.store][rate] = self._measure(applications[cell.store], cell, expected[cell.store])
        if self._searches(row, repetition):
            for store in row.stores[:1] if self._told.quick else row.stores:
                self._find_limit(row, applications[store], expected[store], known[store])

    def _prepare(self, row: Row, applications: dict[str, Application]) -> dict[str, Expected]:
        """Checks what is measured, and warms it up."""
        self._cold.clear()
        self._usual_ms = {} if row.rates else {(store, 0): 0.0 for store in row.stores}
        expected = {}
        for store in row.stores:
            expected[store] = behaviour.check(applications[store].program.url, row.workload, row.params)
        say("  it answers as it should")
        if not self._told.quick:
            for store in row.stores:
                self._warm_up(applications[store], row, expected[store])
        return expected

    def _warm_up(self, application: Application, row: Row, expected: Expected) -> None:
        rate = warm_up_rate(row)
        say(f"  warming up {row.workload.name} {workloads.label(row.params)}, store {application.store}")
        cell = Cell(row.workload, row.params, application.store, rate)
        for _ in range(WARM_UP_MOST):
            compiling = self._measurer.warm_up(application, cell, WARM_UP_SECONDS, expected)
            if compiling < COMPILING:
                return
        say(f"  store {application.store} still compiles after {WARM_UP_MOST} warm-ups")
        self._cold.add((application.store, application.planted_ms))

    def _measure(self, application: Application, cell: Cell, expected: Expected, seconds: int | None = None) -> Result:
        """With seconds it is a try of a search."""
        self._await_removals()
        begun = environment.now()
        which = application.store, application.planted_ms
        try:
            result = self._measurer.measure(application, cell, seconds or self._told.seconds, expected, self._usual_ms.get(which))
        except OSError as failure:
            raise Failed(f"The application with store {cell.store} cannot be measured any more: {failure}") from failure
        self._usual_ms.setdefault(which, result["med_ms"])
        kind = self.results["cells" if seconds is None else "tries"]
        result = results.numbered(kind, {
            **result, "cold": which in self._cold, "search": seconds is not None, "date": begun, "commit": self._commit})
        kind.append(result)
        results.write(self._told.out, self.results)
        say(_told_in_a_line(result))
        return result

    def _await_removals(self) -> None:
        """Lets nothing be measured while another application removes what it was searched with."""
        if self._removing:
            application, ended = self._removing
            say(f"  waiting until store {application.store} has removed its instances")
            self._measurer.await_removals(application, ended)
            self._removing = None

    def _slow_on_purpose(self, row: Row, planted: Application, expected: Expected) -> None:
        """The same application with a delay planted in it, so that the report can be seen to show it."""
        rate = workloads.REFERENCE_RATE if workloads.REFERENCE_RATE in row.rates else row.rates[0]
        if not self._told.quick:
            self._warm_up(planted, row, expected)
        self._measure(planted, Cell(row.workload, row.params, planted.store, rate), expected)

    def _find_limit(self, row: Row, application: Application, expected: Expected, known: dict[int, Result]) -> None:
        """known is what this repetition has found already, by rate: the search does not measure it again."""
        def measure(rate: int, seconds: int) -> Result:
            return self._measure(application, Cell(row.workload, row.params, application.store, rate), expected, seconds)

        best = max((rate for rate, result in known.items() if not result["saturated"]), default=0)
        tries = Tries(measure, known, min(self._told.seconds, SEARCH_SECONDS), self._told.seconds)
        held = (saturation.search(QUICK_SEARCH_START, QUICK_SEARCH_MOST, tries.holds, precision=1.0) if self._told.quick
                else saturation.search(search_start(row), SEARCH_MOST, tries.holds, tries.holds_for_long, best))
        limited = any(result["limited_by_k6"] for result in tries.of(held.too_much))
        ceiling, problem = self._ceiling(application, row, expected) if limited or row.workload.saturate else (None, None)
        limited |= ceiling is not None and ceiling.per_second > held.rate * saturation.FAR_ABOVE
        if application.durability != programs.NOTHING_KEPT and row.workload.with_engine and not self._told.quick:
            self._removing = application, time.monotonic()
        entry = {
            "workload": row.workload.name, "params": dict(row.params), "store": application.store,
            "durability": application.durability, "commit": self._commit, "held_rate": held.rate, "too_much": held.too_much,
            "tries": len(tries.of(held.rate)), "failed_tries": sum(result["saturated"] for result in tries.of(held.rate)),
            "limited_by_k6": limited, "wrk": vars(ceiling) if ceiling else None, "wrk_problem": problem,
        }
        self.results["saturation"].append(results.numbered(self.results["saturation"], entry))
        results.write(self._told.out, self.results)
        say(f"  store {application.store} held {held.rate}/s"
            + (f"; wrk: {ceiling.per_second:.0f}/s" if ceiling else ""))

    def _ceiling(self, application: Application, row: Row, expected: Expected) -> tuple[wrk_runner.Ceiling | None, str | None]:
        """The result of wrk, or the reason why it has none."""
        if "delay_ms" in row.params:
            return None, "no ceiling by wrk: each answer takes its time, so that a number of connections is a rate"
        if self._wrk is None:
            return None, None
        seconds = min(self._told.seconds, SEARCH_SECONDS)
        try:
            return wrk_runner.run(self._children, self._wrk, application.program.url, row.workload, row.params, expected, seconds,
                                  self._work), None
        except (Failed, OSError) as failure:
            # The highest rate stands without it.
            say(f"  {failure}")
            return None, str(failure)


def search_start(row: Row) -> int:
    """The rate at which the search for the highest one begins."""
    return SEARCH_START if row.workload.saturate else max(row.rates)


def warm_up_rate(row: Row) -> int:
    """Requests per second while the cells of a row are warmed up."""
    if row.workload.writes_often:
        # More than a database keeps up with would leave it something to clean up while it is measured.
        return workloads.REFERENCE_RATE
    if row.params.get("items", 0) * row.params.get("iterations", 0) > 30_000:
        return max(row.rates)
    rate = max((WARM_UP_RATE, *row.rates))
    return max(1, min(rate, int(WARM_UP_MB / row.params["size_mb"]))) if "size_mb" in row.params else rate


def _told_in_a_line(result: Result) -> str:
    where = f"{result['workload']} {workloads.label(result['params'])}".strip()
    marks = "".join(mark for name, mark in (("disturbed", " ~busy"), ("limited_by_k6", " k6!"), ("cold", " cold")) if result[name])
    lost = f", {result['dropped']} dropped, {result['failed']} failed" if result["dropped"] or result["failed"] else ""
    return (f"  {where} {result['store']} {result['rate']}/s: {result['avg_ms']:.2f} ms on average, "
            f"p95 {result['p95_ms']:.2f}{lost}{marks}")
