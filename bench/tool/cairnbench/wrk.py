"""Runs wrk: a lighter generator that sends as much as it gets answered, to see where an application's own limit is."""

from __future__ import annotations

import json
import pathlib
import re
from dataclasses import dataclass
from typing import Any

from .behaviour import Expected
from .children import Children, Failed
from .generators import Wrk
from .workloads import Params, Workload

CONNECTIONS = 64
_LARGE_BYTES = 64_000_000
_SCRIPT = """\
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = %(body)s
function setup(thread) thread:set("wrong", 0); threads = threads or {}; table.insert(threads, thread) end
function response(status, headers, body)
    if status ~= 200 or not body:find(%(status)s, 1, true) then wrong = wrong + 1 end
end
function done(summary, latency, requests)
    local wrong = 0
    for _, thread in ipairs(threads) do wrong = wrong + thread:get("wrong") end
    io.write(string.format("RESULT %%d %%d %%d %%f %%f\\n", summary.requests, wrong, summary.duration,
        latency:percentile(50), latency:percentile(95)))
end
"""


@dataclass(frozen=True)
class Ceiling:
    """What wrk got: successful requests per second, and how long answers took with all connections busy."""

    per_second: float
    med_ms: float
    p95_ms: float
    connections: int


def connections(expected: Expected) -> int:
    """How many requests are under way at once: fewer of those with large answers, which have to fit into memory."""
    return max(2, min(CONNECTIONS, _LARGE_BYTES // max(1, expected.size)))


def script(workload: Workload, params: Params, expected: Expected) -> str:
    """Lua that sends the workload's body, and counts answers without what all right ones have in them."""
    answer = expected.answer or {}
    telling = f'"{answer["status"]}"' if "status" in answer else "".join(answer.values())
    return _SCRIPT % {"body": _lua(json.dumps(workload.body(params))), "status": _lua(telling)}


def _lua(text: str) -> str:
    return "[==[" + text + "]==]"


def result(output: str, used: int = CONNECTIONS) -> Ceiling:
    """Reads what the script printed at its end; Failed if an answer was wrong."""
    found = re.search(r"^RESULT (\d+) (\d+) (\d+) ([\d.]+) ([\d.]+)$", output, re.MULTILINE)
    if not found:
        raise Failed("wrk gave no result:\n" + output[-500:])
    requests, wrong, micros = (int(found.group(i)) for i in (1, 2, 3))
    if wrong:
        raise Failed(f"{wrong} of {requests} answers to wrk were wrong")
    return Ceiling(requests * 1e6 / micros, float(found.group(4)) / 1e3, float(found.group(5)) / 1e3, used)


def run(children: Children, wrk: Wrk, url: str, workload: Workload, params: Params, expected: Expected, seconds: int,
        work: pathlib.Path) -> Ceiling:
    """Sends requests over a fixed number of connections, each as soon as the one before is answered."""
    lua = work / "wrk.lua"
    lua.write_text(script(workload, params, expected))
    log = work / "wrk.log"
    log.unlink(missing_ok=True)
    environment: dict[str, Any] = {"LD_LIBRARY_PATH": str(wrk.libraries)} if wrk.libraries else {}
    used = connections(expected)
    code = children.run(
        [wrk.program, "-t1", f"-c{used}", f"-d{seconds}s", "-s", lua, url + workload.path(params)], log,
        environment=environment, limit_seconds=seconds + 60)
    if code != 0:
        raise Failed(f"wrk failed:\n{log.read_text(errors='replace')[-500:]}")
    return result(log.read_text(), used)
