"""Runs wrk: a lighter generator that sends as much as it gets answered, to see where an application's own limit is."""

from __future__ import annotations

import json
import pathlib
import re
import resource
import time
from dataclasses import dataclass
from typing import Any

from . import http
from .behaviour import Expected
from .children import Children, Failed
from .generators import Wrk
from .workloads import Params, Workload

CONNECTIONS = 64
BUSY = 0.9
"""With more of a core than this, wrk, which has one thread, may be what sets the limit."""
_LARGE_BYTES = 64_000_000
_PATIENCE_SECONDS = 60
_SCRIPT = """\
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = %(body)s
function setup(thread) thread:set("wrong", 0); threads = threads or {}; table.insert(threads, thread) end
function response(status, headers, body)
    if status ~= 200 or not (%(right)s) then wrong = wrong + 1 end
end
function done(summary, latency, requests)
    local wrong = 0
    for _, thread in ipairs(threads) do wrong = wrong + thread:get("wrong") end
    local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
    io.write(string.format("RESULT %%d %%d %%d %%d %%f %%f\\n", summary.requests, wrong, errors, summary.duration,
        latency:percentile(50), latency:percentile(95)))
end
"""


@dataclass(frozen=True)
class Ceiling:
    """The result of wrk: successful requests per second, and response times with all connections busy."""

    per_second: float
    med_ms: float
    p95_ms: float
    connections: int
    cpu_wrk: float
    """Cores; above BUSY the limit may be wrk's own."""


def connections(expected: Expected) -> int:
    """Number of requests under way at once: fewer with large answers, which have to fit into memory."""
    return max(2, min(CONNECTIONS, _LARGE_BYTES // max(1, expected.size)))


def script(workload: Workload, params: Params, expected: Expected, answer: str) -> str:
    """Lua that sends the workload's body, and counts answers that are not this one, or if it is large have not its size and end."""
    if expected.answer is None:
        right = f"#body == {expected.size} and body:sub({-len(expected.end)}) == {_lua(expected.end)}"
    else:
        right = f"body == {_lua(answer)}"
    return _SCRIPT % {"body": _lua(json.dumps(workload.body(params))), "right": right}


def _answer(url: str, workload: Workload, params: Params, expected: Expected) -> str:
    """The answer to the one body that wrk sends, which is always the same; empty if it is large, as its end is known."""
    if expected.answer is None:
        return ""
    answer = http.post(url, workload.body(params)).decode()
    if json.loads(answer) != expected.answer:
        raise Failed(f"{workload.name} answered {answer}, and not {expected.answer}")
    return answer


def _lua(text: str) -> str:
    return "[==[" + text + "]==]"


def result(output: str, used: int, cpu: float) -> Ceiling:
    """Reads what the script printed at its end; Failed if an answer was wrong or missing."""
    found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+) ([\d.]+) ([\d.]+)$", output, re.MULTILINE)
    if not found:
        raise Failed("wrk gave no result: " + output[-500:].strip())
    requests, wrong, errors, micros = (int(found.group(i)) for i in (1, 2, 3, 4))
    if wrong or errors:
        raise Failed(f"of {requests} answers to wrk {wrong} were wrong, and {errors} did not come")
    return Ceiling(requests * 1e6 / micros, float(found.group(5)) / 1e3, float(found.group(6)) / 1e3, used, round(cpu, 3))


def run(children: Children, wrk: Wrk, url: str, workload: Workload, params: Params, expected: Expected, seconds: int,
        work: pathlib.Path) -> Ceiling:
    """
    Sends requests over a fixed number of connections, each as soon as the one before is answered; Failed if this gave nothing that
    can be believed.
    """
    address = url + workload.path(params)
    lua = work / "wrk.lua"
    lua.write_text(script(workload, params, expected, _answer(address, workload, params, expected)))
    log = work / "wrk.log"
    log.unlink(missing_ok=True)
    environment: dict[str, Any] = {"LD_LIBRARY_PATH": str(wrk.libraries)} if wrk.libraries else {}
    used = connections(expected)
    before, begun = _processor_seconds(), time.monotonic()
    code = children.run(
        [wrk.program, "-t1", f"-c{used}", f"-d{seconds}s", "--timeout", f"{_PATIENCE_SECONDS}s", "-s", lua, address], log,
        environment=environment, limit_seconds=seconds + _PATIENCE_SECONDS)
    cpu = (_processor_seconds() - before) / (time.monotonic() - begun)
    said = log.read_text(errors="replace")
    if code != 0:
        raise Failed(f"wrk failed: {said[-500:].strip()}")
    return result(said, used, cpu)


def _processor_seconds() -> float:
    """Use of all ended children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
