"""bench/kestra: the scenarios that Kestra publishes figures of."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from . import arrival_report, arrivals, build, disk, environment, figures, generators, machine, markdown, place, programs, results, servers
from .arrivals import Arrivals
from .children import Children, Failed, Interrupted
from .matrix import STORES
from .options import names_of, positive
from .programs import Application, Program, Server
from .progress import say
from .results import Results

STORES_MEASURED = ("file", "redis", "jpa")
SECONDS = 30
HEAP = ("-Xms512m", "-Xmx512m", "-XX:+UseG1GC")
"""Of every application."""

RESULTS = "kestra.json"
REPORT = "kestra.md"


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench/kestra", formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        description="Measures the scenarios that Kestra publishes figures of, on this machine, beside those figures.")
    scenarios = tuple(arrivals.SCENARIOS)
    parser.add_argument("--scenarios", type=names_of(scenarios), default=scenarios, metavar="A,B", help="of " + ", ".join(scenarios))
    parser.add_argument("--stores", type=names_of(STORES), default=STORES_MEASURED, metavar="A,B", help="of " + ", ".join(STORES))
    parser.add_argument("--rates", type=positive, nargs="+", metavar="N", help="only the loads with these starts per minute")
    parser.add_argument("--seconds", type=positive, default=SECONDS, help="of a load that has no number of instances of its own")
    parser.add_argument("--out", type=pathlib.Path, metavar="DIR", help="where results and the report go; by default a new directory of bench/target/results")
    parser.add_argument("--quick", action="store_true", help="few instances of each workflow, and no warm-up: it works, its figures say nothing")
    parser.add_argument("--page", type=pathlib.Path, metavar="DIR", help='measure nothing, and print the results of DIR for the page "Performance", without cold and busy cells')
    return parser.parse_args(arguments)


def _describe(told: argparse.Namespace, running: dict[str, Server | None], idle_disk: dict[str, Any]) -> dict[str, Any]:
    said = {store: servers.ask(server) for store, server in running.items() if server}
    return {
        "date": environment.now(), "commit": environment.commit(), "quick": told.quick, "seconds": told.seconds,
        "machine": f"{machine.processor()}, {machine.CORES} cores, {machine.memory_mb()} MB, {platform.system()} {platform.release()}",
        "java": generators.version(pathlib.Path(programs.java()), "-version"), "java settings": " ".join(HEAP),
        "load average": ", ".join(f"{load:.1f}" for load in os.getloadavg()),
        "least write": {store: least for store, server in running.items() if server and (least := servers.least_write(server))},
        "durability": {store: environment.durability(store, programs.STRICT, server, said.get(store)) for store, server in running.items()},
        "server": {store: f"{server.kind} {said[store].version}" for store, server in running.items() if server},
        "disk": idle_disk,
    }


def _loads(told: argparse.Namespace, scenario: str) -> list[Arrivals]:
    return [one for one in arrivals.cells(scenario, told.quick) if told.quick or not told.rates or one.per_minute in told.rates]


def _run(children: Children, told: argparse.Namespace, out: pathlib.Path, work: pathlib.Path) -> None:
    build.tools(children, work / "build-tools.log")
    kinds = dict.fromkeys(_is_kafka(scenario) for scenario in told.scenarios)
    for name in dict.fromkeys(_build(store, kafka) for store in told.stores for kafka in kinds):
        build.application(children, name, work / f"build-{name}.log")
    idle_disk = disk.describe(work)
    running = {store: programs.start_server(children, store, None, programs.STRICT, work) for store in told.stores}
    found: Results = {"environment": _describe(told, running, idle_disk), "cells": []}
    broker = programs.start_kafka(children, work) if True in kinds else None
    for store, kafka in ((store, kafka) for store in told.stores for kafka in kinds):
        say(f"starting {store}" + (" with Kafka" if kafka else ""))
        settings = _channel(store, broker) if kafka and broker else ()
        application = programs.start_application(children, store, place.application(_build(store, kafka)), running[store], None,
                                                 programs.STRICT, work, settings, java_settings=HEAP)
        _measure_all(told, application, [one for name in told.scenarios if _is_kafka(name) == kafka for one in _loads(told, name)], broker,
                     found, out)
        children.end(application.program.child)


def _is_kafka(scenario: str) -> bool:
    return scenario == arrivals.KAFKA


def _build(store: str, kafka: bool) -> str:
    return build.BUILDS[store] + ("-kafka" if kafka else "")


def _channel(store: str, broker: Program) -> tuple[str, ...]:
    """Settings of an application that consumes the topic of its store."""
    return (f"kafka.bootstrap.servers={broker.url}", f"mp.messaging.incoming.records.topic={arrivals.topic(store)}",
            f"mp.messaging.incoming.records.group.id=bench-{store}")


def _measure_all(told: argparse.Namespace, application: Application, loads: list[Arrivals], broker: Program | None, found: Results,
                 out: pathlib.Path) -> None:
    warm: dict[str, bool] = {}
    for load in loads:
        if load.workflow not in warm:
            warm[load.workflow] = not told.quick and arrivals.warm_up(application, load, broker)
        cell = _measure(told, application, load, broker, warm[load.workflow], found, out)
        if load.records and not told.quick and arrivals.saturated(cell):
            return


def _measure(told: argparse.Namespace, application: Application, load: Arrivals, broker: Program | None, warm: bool, found: Results,
             out: pathlib.Path) -> dict[str, Any]:
    cell = {**arrivals.measure(application, load, load.starts(told.seconds, told.quick), broker), "cold": not warm}
    found["cells"].append(cell)
    write(out, found)
    say(f"  {load.scenario}, {load.workflow} {load.per_minute:,}/min {application.store}: {cell['avg_ms']:.2f} ms on average, p99 {cell['p99_ms']:.2f}, "
        f"{cell['dropped']} dropped, {cell['failed']} failed of {cell['due']}; load average {cell['load_average']}, others {cell['other_cpu_percent']} %"
        f"{'' if warm else ' cold'}{' busy' if cell['disturbed'] else ''}")
    return cell


def write(out: pathlib.Path, found: Results) -> None:
    """Writes the results and the report."""
    results.write(out, found, RESULTS)
    (out / REPORT).write_text(markdown.render(arrival_report.document(found)))


def page(directory: pathlib.Path) -> str:
    """The trusted figures as sections of a page; Failed if there are no results, or if they are those of a quick run."""
    file = directory / RESULTS
    try:
        found: Results = json.loads(file.read_text())
    except (OSError, ValueError) as unreadable:
        raise Failed(f"{file} has no results: {unreadable}") from unreadable
    if found["environment"]["quick"]:
        raise Failed("These are the results of a quick run, whose figures say nothing.")
    return figures.asciidoc(arrival_report.page(found))


@contextlib.contextmanager
def _work_directory(out: pathlib.Path) -> Iterator[pathlib.Path]:
    """On the disk of the results; removed in the end, except for logs after a failure."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix="work-", ignore_cleanup_errors=True) as name:
        try:
            yield pathlib.Path(name)
        except (Failed, OSError) as failure:
            logs = out / "logs"
            logs.mkdir(exist_ok=True)
            for log in pathlib.Path(name).glob("*.log"):
                shutil.copy(log, logs)
            raise Failed(str(failure).replace(name, str(logs))) from failure


def main(arguments: Sequence[str]) -> int:
    """Runs the scenarios; the exit code is that of the program."""
    told = _options(arguments)
    try:
        if told.page:
            print(page(told.page), end="")
            return 0
        out = (told.out or place.BENCH / "target" / "results" / datetime.datetime.now().strftime("kestra-%Y-%m-%d-%H%M")).resolve()
        if (out / RESULTS).exists():
            raise Failed(f"{out} has results already. Give another directory with --out.")
        if not any(_loads(told, scenario) for scenario in told.scenarios):
            raise Failed("None of these scenarios has a load with these --rates.")
        with _work_directory(out) as work, Children() as children:
            _run(children, told, out, work)
        say(f"see {out / REPORT} and {RESULTS}")
    except (Failed, OSError) as failure:
        print(f"bench/kestra: {failure}", file=sys.stderr)
        return 1
    except Interrupted as interrupted:
        say(f"stopped by {interrupted}; everything that was started has ended")
        return 128 + interrupted.number
    return 0
