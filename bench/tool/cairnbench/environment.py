"""Says where and with what was measured."""

from __future__ import annotations

import datetime
import pathlib
import platform
import subprocess
from typing import Any

from . import generators, machine, measuring, place, programs, servers
from . import wrk as wrk_runner
from .children import Failed
from .generators import Wrk
from .options import Options
from .programs import Server
from .servers import UNKNOWN, Said


SOURCES = (":(glob)**/src/**", ":(glob)**/pom.xml", "bench/tool", "bench/scenarios")
"""The measured and the measuring files, even if Git does not know them."""


def describe(options: Options, k6_program: pathlib.Path, wrk: Wrk | None, running: dict[str, Server | None]) -> dict[str, Any]:
    """The environment object of results.json; running has the server of each store, None if it has none."""
    said = {store: servers.ask(server) for store, server in running.items() if server}
    return {
        "date": now(),
        "quick": options.quick,
        "machine": {
            "processor": machine.processor(), "cores": machine.CORES, "memory_mb": machine.memory_mb(),
            "system": f"{platform.system()} {platform.release()}",
        },
        "boot": {"id": machine.boot()},
        "versions": {
            "cairn": _project_version(), "quarkus": _property("quarkus.version"),
            "java": generators.version(pathlib.Path(programs.java()), "-version"),
            "k6": generators.version(k6_program, "version"),
            "wrk": _wrk_version(wrk), "python": platform.python_version(),
            **{server.kind: said[store].version for store, server in running.items() if server},
        },
        "settings": {
            "java": " ".join(programs.JAVA_SETTINGS), "threads": " ".join(programs.THREADS), "durability": options.durability,
            **({"application": " ".join(options.application)} if options.application else {}),
            "wrk_connections": wrk_runner.CONNECTIONS, "seconds": options.seconds, "repeat": options.repeat,
            "saturated_above_p95_ms": measuring.SLOW_MS, "disturbed_above_percent": measuring.BUSY_PERCENT,
        },
        "servers": {store: server.told for store, server in running.items() if server},
        "durability": {store: durability(store, options.durability, server, said.get(store)) for store, server in running.items()},
        "commit": commit(),
    }


def now() -> str:
    """The moment, in UTC."""
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


def durability(store: str, told: str, server: Server | None, said: Said | None) -> str:
    """The meaning of an answer, and the settings of the server behind it; Failed if these give it another one."""
    if server is None or said is None:
        return programs.durability_of(store, told)
    found = servers.durability(server.kind, said)
    if found not in (told, UNKNOWN):
        raise Failed(f"The server of {store} ({server.told}) is not {told}: {said.settings}. Set it otherwise, or give the other --durability.")
    return f"{told}: {said.settings}"


def _git(*arguments: str) -> str:
    said = subprocess.run(["git", *arguments], cwd=place.PROJECT, capture_output=True, text=True, check=False, timeout=30)
    return said.stdout.strip() if said.returncode == 0 else ""


def commit() -> str:
    """With a mark if what was measured is not exactly that; 'unknown' outside of a clone."""
    found = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no") or _git("ls-files", "--others", "--exclude-standard", "--", *SOURCES)
    return (found + (" with changes" if changed else "")) or "unknown"


def _property(name: str) -> str:
    text = (place.PROJECT / "pom.xml").read_text()
    return text.split(f"<{name}>", 1)[1].split("<", 1)[0]


def _project_version() -> str:
    text = (place.PROJECT / "pom.xml").read_text()
    return text.split("<version>", 1)[1].split("<", 1)[0]


def _wrk_version(wrk: Wrk | None) -> str:
    if wrk is None:
        return "none"
    environment = {"LD_LIBRARY_PATH": str(wrk.libraries)} if wrk.libraries else {}
    return generators.version(wrk.program, "-v", environment)
