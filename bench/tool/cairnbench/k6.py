"""Runs k6, and reads what it found."""

from __future__ import annotations

import json
import math
import pathlib
import resource
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import place
from .behaviour import Expected
from .children import Children, Failed
from .workloads import Params, Workload

POLL_SECONDS = 0.1
_LEAST_USERS = 20
_SPARE_SECONDS = 1.0
"""A stall as long as this, k6's own included, costs no request."""
_MOST_SPARE_USERS = 2_000
"""They take 0.3 GB and a second of processor time to prepare."""
_EDGE_SECONDS = 0.002
"""k6 ends on time, and does not count what became due just then."""
_LARGE_BYTES = 1_000_000
_MOST_LARGE_BYTES = 400_000_000
_OVERTIME_SECONDS = 60


@dataclass(frozen=True)
class Load:
    """The result of a run of the generator; milliseconds."""

    requests: int
    dropped: int
    failed: int
    avg_ms: float
    med_ms: float
    p95_ms: float
    p99_ms: float
    max_ms: float


def users(rate: int, params: Params, expected: Expected) -> int:
    """
    Number of prepared virtual users: enough for the requests that become due during a stall, and no more large answers
    at once than fit into memory. k6 drops a request for which none is free; more of them on demand would come too late
    for that one.
    """
    under_way = rate * params.get("delay_ms", 0) / 1000 * 1.2
    spare = min(rate * _SPARE_SECONDS, _MOST_SPARE_USERS)
    prepared = max(_LEAST_USERS, math.ceil(under_way + spare))
    if expected.size > _LARGE_BYTES:
        return min(prepared, max(_LEAST_USERS, _MOST_LARGE_BYTES // expected.size))
    return prepared


def cell(url: str, workload: Workload, params: Params, rate: int, seconds: int, expected: Expected) -> dict[str, Any]:
    """The arguments of the script."""
    told: dict[str, Any] = {
        "url": url + workload.path(params), "body": workload.body(params), "rate": rate, "seconds": seconds,
        "users": users(rate, params, expected),
    }
    if expected.answer is not None:
        return {**told, "answer": expected.answer}
    return {**told, "bytes": expected.size, "end": expected.end}


def run(children: Children, k6: pathlib.Path, told: dict[str, Any], work: pathlib.Path,
        meanwhile: Callable[[], None]) -> tuple[Load, float]:
    """Runs one cell; meanwhile is called several times a second. Returns the load and k6's own processor time."""
    summary = work / "k6-summary.json"
    log = work / "k6.log"
    summary.unlink(missing_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = children.start(
        [k6, "run", "--quiet", "--no-usage-report", "--address", "", "--log-output", "stderr", place.SCENARIO], log,
        environment={"CELL": json.dumps(told), "SUMMARY": str(summary), "K6_NO_USAGE_REPORT": "true"})
    _watch(children, child, told["seconds"] + _OVERTIME_SECONDS, log, meanwhile)
    children.end(child)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if child.returncode != 0 or not summary.is_file():
        lines = log.read_text(errors="replace").splitlines()
        raise Failed("k6 failed:\n" + "\n".join(lines[-15:]))
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return load(json.loads(summary.read_text()), told["rate"], told["seconds"]), seconds


def _watch(children: Children, child: subprocess.Popen[bytes], limit_seconds: float, log: pathlib.Path,
           meanwhile: Callable[[], None]) -> None:
    deadline = time.monotonic() + limit_seconds
    while True:
        try:
            child.wait(timeout=POLL_SECONDS)
            return
        except subprocess.TimeoutExpired:
            meanwhile()
        if time.monotonic() > deadline:
            children.end(child)
            raise Failed(f"k6 did not end within {limit_seconds} s; see {log}")


def load(metrics: dict[str, Any], rate: int, seconds: int) -> Load:
    """
    Reads k6's summary. Requests that were begun and not answered correctly before k6 gave up have failed. Requests
    that were due and not begun were dropped, reported by k6 or not: it does not count those that were late when its
    time was over.
    """
    def count(name: str) -> int:
        return int(metrics.get(name, {}).get("values", {}).get("count", 0))

    begun, dropped = count("begun"), count("dropped_iterations")
    missing = rate * seconds - begun
    if begun == 0 or missing > dropped + max(2, rate * _EDGE_SECONDS):
        dropped = missing
    latency = metrics.get("http_req_duration", {}).get("values", {})
    figures = (float(latency.get(key, 0.0)) for key in ("avg", "med", "p(95)", "p(99)", "max"))
    return Load(count("http_reqs"), dropped, begun - count("right"), *figures)
