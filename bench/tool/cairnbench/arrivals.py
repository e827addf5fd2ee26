"""The scenarios of bench/kestra: instances that start at a fixed rate, within the application or by records of Kafka."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import http, machine, measuring
from .children import Failed
from .programs import Application, Program

LOOPS_PER_MINUTE = 300
LOOPS = 200
TEN_THOUSAND = 10_000
KAFKA = "kafka-json"
RECORDS_PER_SECOND = (10, 25, 50, 75, 100, 150, 200, 1_000, 2_500, 5_000, 10_000, 20_000)
SATURATED_MS = 1_000
"""A higher rate of records is not tried on a store whose average is above this, or that has failures."""
QUICK_COUNT = 20

PATIENCE_SECONDS = 60
"""From the last start on; an instance that has not ended by then has failed."""

WARM_UP_SECONDS = 10
WARM_UP_PER_MINUTE = 6_000
"""At most."""
WARM_UP_MOST = 5
"""Number of rounds of a warm-up while the application still compiles."""
COMPILING = 0.1
"""More of a core than this, used by the compilers of the application, and it is not warm."""


@dataclass(frozen=True)
class Arrivals:
    """A load: starts of a workflow at a fixed rate; count is None if the seconds of a run decide."""

    scenario: str
    workflow: str
    per_minute: int
    count: int | None = None
    profile: bool = False
    records: bool = False
    """True if records of Kafka start the instances."""

    def starts(self, seconds: int, quick: bool) -> int:
        """Number of starts."""
        if quick:
            return QUICK_COUNT
        return self.count or max(1, self.per_minute * seconds // 60)


def _rates(scenario: str, *rates: int) -> tuple[Arrivals, ...]:
    return tuple(Arrivals(scenario, scenario, rate) for rate in rates)


SCENARIOS: Mapping[str, tuple[Arrivals, ...]] = {
    KAFKA: tuple(Arrivals(KAFKA, KAFKA, 60 * rate, records=True) for rate in RECORDS_PER_SECOND),
    "two-tasks": _rates("two-tasks", 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 10_000, 30_000, 60_000),
    "sleep5": _rates("sleep5", 500, 1_000, 1_500, 2_000, 20_000, 120_000),
    "foreach3": tuple(Arrivals("foreach3", workflow, LOOPS_PER_MINUTE, LOOPS, True)
                      for workflow in ("foreach3", "foreach3-history", "foreach3-all")),
    "ten-thousand": tuple(Arrivals("ten-thousand", "two-tasks", rate, TEN_THOUSAND) for rate in (2_000, 120_000)),
}


def cells(scenario: str, quick: bool) -> tuple[Arrivals, ...]:
    """The loads of a scenario; in a quick run one of each workflow, the fastest."""
    if not quick:
        return SCENARIOS[scenario]
    return tuple({arrivals.workflow: arrivals for arrivals in SCENARIOS[scenario]}.values())


def saturated(cell: dict[str, Any]) -> bool:
    """True if records came faster than instances ended."""
    return bool(cell["failed"] or cell["avg_ms"] > SATURATED_MS)


def disturbed(cell: dict[str, Any]) -> bool:
    """True if others used the machine during the cell, or if an earlier version of the tool did not record that."""
    return bool(cell.get("disturbed", True))


def trusted(cell: dict[str, Any]) -> bool:
    """True if the figures of a cell are results: its application was warm, and the machine had nothing else to do."""
    return not cell["cold"] and not disturbed(cell)


def warm_up(application: Application, arrivals: Arrivals, kafka: Program | None = None) -> bool:
    """Load of the workflow that is not measured, until the compilers rest; false if they do not."""
    per_minute = min(WARM_UP_PER_MINUTE, max(one.per_minute for loads in SCENARIOS.values() for one in loads if one.workflow == arrivals.workflow))
    for _ in range(WARM_UP_MOST):
        compilers = machine.Compilers(application.program.child.pid)
        compilers.look()
        report = _load(application, arrivals, per_minute, per_minute * WARM_UP_SECONDS // 60, kafka)
        compilers.look()
        if compilers.seconds / report["seconds"] < COMPILING:
            return True
    return False


def measure(application: Application, arrivals: Arrivals, count: int, kafka: Program | None = None) -> dict[str, Any]:
    """
    A cell of results. The application measures the latency of each instance, from the time at which its start was due until its end is
    durable; the load average is that before the load.
    """
    load_average = round(os.getloadavg()[0], 1)
    before = measuring.ProcessorTimes.read(application, kafka)
    report = _load(application, arrivals, arrivals.per_minute, count, kafka)
    after = measuring.ProcessorTimes.read(application, kafka)
    seconds = report["seconds"]
    other_percent = round(measuring.others_percent(before, after), 1)
    return {
        "scenario": arrivals.scenario, "workflow": arrivals.workflow, "store": application.store, "durability": application.durability,
        "per_minute": arrivals.per_minute, **_underscored(report), "load_average": load_average,
        "cpu_application": round((after.application - before.application) / seconds, 3),
        "cpu_server": round((after.server - before.server) / seconds, 3) if application.server_pid else None,
        "rss_mb": round(machine.rss_mb(application.program.child.pid), 1),
        "other_cpu_percent": other_percent, "disturbed": other_percent > measuring.BUSY_PERCENT,
    }


def _load(application: Application, arrivals: Arrivals, per_minute: int, count: int, kafka: Program | None) -> dict[str, Any]:
    if not arrivals.records:
        return _post(application, arrivals.workflow, per_minute, count, arrivals.profile)
    assert kafka is not None
    return _observe(application, kafka, per_minute, count)


def _observe(application: Application, kafka: Program, per_minute: int, count: int) -> dict[str, Any]:
    """Sends records and observes the ends of their instances; late_ms is that of the producer."""
    run = time.time_ns() // 1_000_000
    url = application.program.url + "/bench/records"
    try:
        http.post(url + "/begin", {"count": count, "run": run})
        acknowledged, late_ms = _send(kafka, f"{topic(application.store)} {per_minute} {count} {run}")
        report: dict[str, Any] = http.json_of(http.post(f"{url}/end?patienceSeconds={PATIENCE_SECONDS}", {}, 2 * PATIENCE_SECONDS))
    except OSError as failure:
        raise Failed(f"The application with store {application.store} cannot be measured: {failure}") from failure
    dropped = count - acknowledged
    return {**report, "dropped": dropped, "failed": report["failed"] - dropped, "lateMs": late_ms}


def topic(store: str) -> str:
    """The topic of the records for a store."""
    return f"records-{store}"


def _send(kafka: Program, line: str) -> tuple[int, float]:
    """Has the producer send records; how many the broker acknowledged, and the delay of the producer in milliseconds."""
    assert kafka.child.stdin is not None and kafka.child.stdout is not None
    kafka.child.stdin.write(line.encode() + b"\n")
    kafka.child.stdin.flush()
    told = kafka.child.stdout.readline().split()
    if len(told) != 2:
        raise Failed("The producer of records has ended; see kafka.log.")
    return int(told[0]), float(told[1])


def _underscored(report: dict[str, Any]) -> dict[str, Any]:
    """The application's names as those of results."""
    return {re.sub("[A-Z]", lambda capital: "_" + capital.group().lower(), name): value for name, value in report.items()}


def _post(application: Application, workflow: str, per_minute: int, count: int, profile: bool) -> dict[str, Any]:
    body = {"workflow": workflow, "perMinute": per_minute, "count": count, "patienceSeconds": PATIENCE_SECONDS, "profile": profile}
    timeout_seconds = count * 60 / per_minute + 2 * PATIENCE_SECONDS
    try:
        report: dict[str, Any] = http.json_of(http.post(application.program.url + "/bench/arrivals", body, timeout_seconds))
    except OSError as failure:
        raise Failed(f"The application with store {application.store} cannot be measured: {failure}") from failure
    return report
