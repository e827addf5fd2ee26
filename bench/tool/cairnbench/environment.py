"""Says where and with what was measured."""

from __future__ import annotations

import datetime
import pathlib
import platform
import subprocess
from typing import Any

from . import generators, machine, measuring, place, programs
from . import wrk as wrk_runner
from .generators import Wrk
from .options import Options
from .programs import Server


def describe(options: Options, k6_program: pathlib.Path, wrk: Wrk | None, servers: dict[str, Server | None]) -> dict[str, Any]:
    """The environment object of results.json."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "quick": options.quick,
        "machine": {
            "processor": machine.processor(), "cores": machine.CORES, "memory_mb": machine.memory_mb(),
            "system": f"{platform.system()} {platform.release()}",
        },
        "versions": {
            "cairn": _project_version(), "quarkus": _property("quarkus.version"),
            "java": generators.version(pathlib.Path(programs.java()), "-version"),
            "k6": generators.version(k6_program, "version"),
            "wrk": _wrk_version(wrk), "python": platform.python_version(),
            **{server.kind: _server(server) for server in servers.values() if server},
        },
        "settings": {
            "java": " ".join(programs.JAVA_SETTINGS), "threads": "Quarkus' defaults", "durability": options.durability,
            "redis": list(programs.REDIS_SETTINGS[options.durability]), "postgres": _postgres(options.durability), "file": "strict", "wrk_connections": wrk_runner.CONNECTIONS,
            "seconds": options.seconds, "repeat": options.repeat, "saturated_above_p95_ms": measuring.SLOW_MS,
            "disturbed_above_percent": measuring.BUSY_PERCENT,
        },
        "commit": _commit(),
    }


def _postgres(durability: str) -> str:
    return "; ".join(programs.POSTGRES_SETTINGS[durability]) or "defaults: commits wait for the disk"


def _git(*arguments: str) -> str:
    said = subprocess.run(["git", *arguments], cwd=place.PROJECT, capture_output=True, text=True, check=False, timeout=30)
    return said.stdout.strip() if said.returncode == 0 else ""


def _commit() -> str:
    """With a mark if what was measured is not exactly that; 'unknown' outside of a clone."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no")
    return (commit + (" with changes" if changed else "")) or "unknown"


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


def _server(server: Server) -> str:
    """Where a server is; its version if it says so without a client of its own."""
    if server.kind == "postgres":
        return _property("embedded-postgres.version") if server.child else "given"
    return programs.info(server, "redis_version" if server.kind == "redis" else "valkey_version")
