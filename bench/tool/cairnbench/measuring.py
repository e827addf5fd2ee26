"""Measures one cell: load, memory, processor time, writes."""

from __future__ import annotations

import pathlib
import time
from dataclasses import dataclass, field
from typing import Any

from . import http, k6, machine, programs
from .behaviour import Expected
from .children import Children
from .matrix import Cell
from .programs import Application, Program
from .workloads import Params

SLOW_MS = 100.0
"""A cell saturates if its 95th percentile is this much above the usual, or as much again if the usual is longer."""

LEAST_ANSWERS = 20
"""Of fewer the 95th percentile is the slowest alone: there the median counts."""

FULL = 0.7
"""With less of the machine used, no process saturates it. A measurement is the whole life of k6, its start included, which uses less."""

BUSY_PERCENT = 8.0
"""With more of the machine used by others than this, a cell is disturbed."""

KEPT_SECONDS = 15
"""Time after its end until an instance is removed: its retention, and the time between two removals."""

IDLE = 0.1
"""With less of a core used by application and server, nothing is being removed any more."""

_MOST_REMOVING_SECONDS = 120

Result = dict[str, Any]


def saturated_above_ms(params: Params, usual_ms: float) -> float:
    """Up to where the 95th percentile of a cell may go that has this median when there is little load."""
    delay_ms = params.get("delay_ms", 0)
    return max(usual_ms, delay_ms) + max(SLOW_MS, usual_ms - delay_ms)


def saturated(result: Result) -> bool:
    """True if a cell got more than it could take."""
    slow_ms = result["p95_ms"] if result["requests"] >= LEAST_ANSWERS else result["med_ms"]
    return bool(result["dropped"] > 0 or result["failed"] > 0 or slow_ms > result["saturated_above_ms"])


def limited_by_k6(result: Result) -> bool:
    """
    True if a saturated cell is so because of the generator: the machine was full, and it used more of it than
    application and server together, so that the figures are its own. Unknown if the server is not seen.
    """
    if result["cpu_server"] is None or not saturated(result):
        return False
    measured = result["cpu_application"] + result["cpu_server"]
    others = result["other_cpu_percent"] / 100 * machine.CORES
    return bool(result["cpu_k6"] > measured and measured + result["cpu_k6"] + others > FULL * machine.CORES)


@dataclass
class ProcessorTimes:
    """Processor seconds at one moment, of the measured programs and of the machine."""

    application: float
    server: float
    helper: float
    """Of the stub that workflows call, or of the broker that starts them."""
    tool: float
    machine: machine.MachineTime
    wall: float

    @staticmethod
    def read(application: Application, helper: Program | None) -> ProcessorTimes:
        """The times now."""
        server = application.server_pid
        return ProcessorTimes(machine.tree_seconds(application.program.child.pid), machine.tree_seconds(server) if server else 0.0,
                              machine.tree_seconds(helper.child.pid) if helper else 0.0, time.process_time(), machine.machine_time(),
                              time.monotonic())


@dataclass
class _Memory:
    """The most memory an application was seen to have."""

    pid: int
    most_mb: float = field(default=0.0)

    def look(self) -> None:
        self.most_mb = max(self.most_mb, machine.rss_mb(self.pid))


def _writes(application: Application) -> dict[str, int]:
    counts: dict[str, int] = http.get_json(application.program.url + "/bench/writes", timeout_seconds=30)
    return counts


class Measurer:
    """Runs cells with one k6."""

    def __init__(self, children: Children, k6_program: pathlib.Path, work: pathlib.Path) -> None:
        self._children = children
        self._k6 = k6_program
        self._work = work

    def warm_up(self, application: Application, cell: Cell, seconds: int, expected: Expected) -> float:
        """Load that is not measured; gives how much of a core the application's compilers used meanwhile."""
        told = k6.cell(application.program.url, cell.workload, cell.params, cell.rate, seconds, expected)
        compilers = machine.Compilers(application.program.child.pid)
        k6.run(self._children, self._k6, told, self._work, compilers.look)
        compilers.look()
        return compilers.seconds / seconds

    def await_removals(self, application: Application, ended: float) -> None:
        """Waits until the instances of a load that ended then, by time.monotonic(), are removed, as that would disturb others."""
        time.sleep(max(0.0, ended + KEPT_SECONDS - time.monotonic()))
        deadline = time.monotonic() + _MOST_REMOVING_SECONDS
        while time.monotonic() < deadline:
            before = ProcessorTimes.read(application, application.stub)
            time.sleep(1)
            after = ProcessorTimes.read(application, application.stub)
            if after.application - before.application + after.server - before.server < IDLE * (after.wall - before.wall):
                return

    def measure(self, application: Application, cell: Cell, seconds: int, expected: Expected, usual_ms: float | None) -> Result:
        """
        The measurement's own part of an object of results.json; cpu_… are cores, other_cpu_percent is of the whole
        machine. usual_ms is the median with little load, None if this cell determines it.
        """
        told = k6.cell(application.program.url, cell.workload, cell.params, cell.rate, seconds, expected)
        memory = _Memory(application.program.child.pid)
        writes = _writes(application)
        before = ProcessorTimes.read(application, application.stub)
        load, k6_seconds = k6.run(self._children, self._k6, told, self._work, memory.look)
        after = ProcessorTimes.read(application, application.stub)
        written = {name: count - writes[name] for name, count in _writes(application).items()}
        wall = after.wall - before.wall
        requests = max(load.requests, 1)
        engine = cell.workload.with_engine
        result: Result = {
            "workload": cell.workload.name,
            "params": dict(cell.params) | ({"planted_ms": application.planted_ms} if application.planted_ms else {}),
            "store": cell.store, "durability": application.durability if engine else programs.NOTHING_KEPT,
            "rate": cell.rate, "seconds": seconds,
            "requests": load.requests, "dropped": load.dropped, "failed": load.failed,
            "avg_ms": round(load.avg_ms, 4), "med_ms": round(load.med_ms, 4), "p95_ms": round(load.p95_ms, 4),
            "p99_ms": round(load.p99_ms, 4), "max_ms": round(load.max_ms, 4),
            "saturated_above_ms": round(saturated_above_ms(cell.params, load.med_ms if usual_ms is None else usual_ms), 1),
            "rss_mb": round(memory.most_mb, 1),
            "writes_per_instance": round(written["writes"] / requests, 3) if engine else 0,
            "commits_per_instance": round(written["commits"] / requests, 3) if engine else 0,
            "cpu_application": round((after.application - before.application) / wall, 3),
            "cpu_server": None if application.server_unseen else round((after.server - before.server) / wall, 3),
            "cpu_k6": round(k6_seconds / wall, 3),
            "other_cpu_percent": round(others_percent(before, after, k6_seconds), 1),
        }
        result["saturated"] = saturated(result)
        result["limited_by_k6"] = limited_by_k6(result)
        result["disturbed"] = result["other_cpu_percent"] > BUSY_PERCENT
        return result


def others_percent(before: ProcessorTimes, after: ProcessorTimes, generator_seconds: float = 0.0) -> float:
    """
    The share of the machine that others used: virtual machines beside this one, and the applications and servers that
    are not being measured.
    """
    busy = after.machine.busy - before.machine.busy + after.machine.stolen - before.machine.stolen
    ours = sum(getattr(after, name) - getattr(before, name) for name in ("application", "server", "helper", "tool")) + generator_seconds
    return max(0.0, busy - ours) / ((after.wall - before.wall) * machine.CORES) * 100
