"""bench/run: from the options to the report."""

from __future__ import annotations

import contextlib
import datetime
import pathlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import build, disk, environment, generators, matrix, options, place, programs, report, results, servers
from .children import Children, Failed, Interrupted
from .generators import Wrk
from .measuring import Measurer
from .options import Options
from .programs import Application, Program, Server
from .progress import say
from .session import Session

PLANTED_STORE = "none"


@dataclass
class _Started:
    """The processes that run while cells are measured."""

    applications: dict[str, Application] = field(default_factory=dict)
    planted: Application | None = None
    servers: dict[str, Server | None] = field(default_factory=dict)


def _build(children: Children, told: Options, work: pathlib.Path) -> None:
    build.tools(children, work / "build-tools.log")
    for name in dict.fromkeys(build.BUILDS[store] for store in (*told.stores, PLANTED_STORE)):
        build.application(children, name, work / f"build-{name}.log")


def _start(children: Children, told: Options, work: pathlib.Path) -> _Started:
    stub: Program = programs.start_stub(children, work)
    given = {"redis": told.redis_url, "valkey": told.valkey_url, "jpa": told.postgres_url}
    started = _Started()
    for store in told.stores:
        say(f"starting {store}")
        server = programs.start_server(children, store, given.get(store), told.durability, work)
        started.servers[store] = server
        jar = place.application(build.BUILDS[store])
        started.applications[store] = programs.start_application(children, store, jar, server, stub, told.durability, work, told.application)
    if PLANTED_STORE in told.stores and "order100" in told.workloads:
        jar = place.application(PLANTED_STORE)
        started.planted = programs.start_application(children, PLANTED_STORE, jar, None, stub, told.durability, work, told.application,
                                                     told.planted_ms)
    return started


def _least_writes(running: dict[str, Server | None]) -> dict[str, dict[str, Any]]:
    found = {store: servers.least_write(server) for store, server in running.items() if server}
    return {store: least for store, least in found.items() if least}


def _run(children: Children, told: Options, work: pathlib.Path) -> None:
    k6 = generators.k6(children, work / "fetch-k6.log")
    wrk: Wrk | None = generators.wrk(children, work / "fetch-wrk.log")
    if wrk is None:
        say("there is no wrk, so ceilings are not measured; install it to have them")
    _build(children, told, work)
    if told.build_only:
        say("everything is there")
        return
    idle_disk = disk.describe(work)
    started = _start(children, told, work)
    here = {**environment.describe(told, k6, wrk, started.servers), "disk": idle_disk, "least_write": _least_writes(started.servers)}
    found = results.begun(told.out if told.add else None, here)
    with reported(told.out, found):
        Session(told, Measurer(children, k6, work), children, wrk, work, found, here["commit"],
                lambda application: programs.restart(children, application)).run(started.applications, started.planted)


@contextlib.contextmanager
def reported(out: pathlib.Path, found: results.Results) -> Iterator[None]:
    """Writes the reports in the end, also of measurements before a failure or an interruption, and names the cause."""
    run = found["runs"][-1]
    try:
        yield
        run["ended"] = results.COMPLETE
    except BaseException as failure:
        run["ended"] = f"{type(failure).__name__}: {failure}".splitlines()[0]
        raise
    finally:
        if found["cells"] or found["tries"]:
            results.write(out, found)
            report.write(out, found)
            say(f"see {out / 'report.html'}, report.md and results.json")


@contextlib.contextmanager
def _work_directory(out: pathlib.Path) -> Iterator[pathlib.Path]:
    """
    On the same disk as the results, so that it is known which disk the stores write to; removed in the end. If something failed, what the
    programs said of it is kept.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix="work-", ignore_cleanup_errors=True) as name:
        work = pathlib.Path(name)
        try:
            yield work
        except (Failed, OSError) as failure:
            logs = out / "logs"
            logs.mkdir(exist_ok=True)
            for log in work.glob("*.log"):
                shutil.copy(log, logs)
            raise Failed(str(failure).replace(name, str(logs))) from failure


def _default_out() -> pathlib.Path:
    return place.BENCH / "target" / "results" / datetime.datetime.now().strftime("%Y-%m-%d-%H%M")


def _refuse(told: Options) -> None:
    """Failed if there would be nothing to measure, or if it would replace what there is."""
    if told.build_only:
        return
    if not told.add:
        results.refuse_old(told.out)
    elif (told.out / "results.json").is_file():
        results.read(told.out)
    if told.goals and told.rates:
        raise Failed("With --goals cells are measured at the rates that have goals: leave out --rates, or --goals.")
    rows = matrix.rows(told.workloads, told.stores, told.rates, told.quick, told.goals)
    if not any(row.rates or row.search and told.search for row in rows):
        raise Failed(f"None of {', '.join(told.workloads)} has a goal, so there is nothing to measure with --goals.")


def main(arguments: Sequence[str]) -> int:
    """Runs the benchmarks; the exit code is that of the program."""
    told = options.parse(arguments, _default_out())
    try:
        _refuse(told)
        with _work_directory(told.out) as work, Children() as children:
            _run(children, told, work)
    except (Failed, OSError) as failure:
        say(f"FAILED: {failure}")
        return 1
    except Interrupted as interrupted:
        say(f"stopped by {interrupted}; everything that was started has ended")
        return 128 + interrupted.number
    return 0


