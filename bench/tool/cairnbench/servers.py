"""Facts that servers report about themselves, started by any run."""

from __future__ import annotations

import contextlib
import socket
import subprocess
from dataclasses import dataclass
from typing import Any, BinaryIO

from . import programs
from .programs import Server

PATIENCE_SECONDS = 60
JAVA_PATIENCE_SECONDS = 60
UNKNOWN = "unknown"

_COMMITS = {"off": programs.BATCHED, **{name: programs.STRICT for name in ("on", "local", "remote_write", "remote_apply")}}
"""By PostgreSQL's synchronous_commit."""


@dataclass(frozen=True)
class Said:
    """A version, and the settings that decide what an answer means; each UNKNOWN if the server does not say it."""

    version: str
    settings: str


def ask(server: Server) -> Said:
    """Asks a server; every failure becomes an answer."""
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        return _postgres(server.url) if server.kind == "postgres" else _redis(server)
    return Said(UNKNOWN, UNKNOWN)


def least_write(server: Server) -> dict[str, Any] | None:
    """
    Time of an idle server for its smallest durable write, one after the other; milliseconds. None if
    it refuses that, or cannot be asked without a password.
    """
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        size, writes, median, p95 = _java("dev.cairn.bench.server.LeastWrite", server.url).split()
        return {"bytes": int(size), "writes": int(writes), "med_ms": float(median), "p95_ms": float(p95)}
    return None


def durability(kind: str, said: Said) -> str:
    """
    The meaning of an answer according to a server: programs.STRICT, BATCHED, NOTHING_KEPT or UNKNOWN. Redis that syncs each second can be either:
    a strict store waits for that, or refuses to start.
    """
    settings = dict(setting.split(" ", 1) for setting in said.settings.split(", ") if " " in setting)
    if kind == "postgres":
        return {"off": programs.NOTHING_KEPT}.get(settings.get("fsync", ""), _COMMITS.get(settings.get("synchronous_commit", ""), UNKNOWN))
    if settings.get("appendonly") == "no":
        return programs.NOTHING_KEPT
    return {"always": programs.STRICT}.get(settings.get("appendfsync", ""), UNKNOWN)


def _postgres(url: str) -> Said:
    version, *settings = _java("dev.cairn.bench.server.PostgresSettings", url).splitlines()
    return Said(version, ", ".join(settings))


def _java(main: str, url: str) -> str:
    """The output of a program that is given the URL of a server."""
    command = [programs.java(), "-cp", programs.class_path(), main, url]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=JAVA_PATIENCE_SECONDS).stdout


def _redis(server: Server) -> Said:
    host, port = server.url.split("//", 1)[1].split("@")[-1].split("/")[0].rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS) as connection, connection.makefile("rwb") as stream:
        information = str(_command(stream, "INFO server"))
        settings = [_command(stream, f"CONFIG GET {name}") for name in ("appendonly", "appendfsync")]
    name = f"{server.kind}_version:"
    versions = [line.removeprefix(name).strip() for line in information.splitlines() if line.startswith(name)]
    known = [" ".join(setting) for setting in settings if setting]
    return Said(versions[0] if versions else UNKNOWN, ", ".join(known) or UNKNOWN)


def _command(stream: Any, text: str) -> Any:
    stream.write(text.encode() + b"\r\n")
    stream.flush()
    return _reply(stream)


def _reply(stream: BinaryIO) -> Any:
    """A text, a list of replies, or None for an error and anything else."""
    kind, count = stream.read(1), stream.readline().strip()
    if kind == b"$" and int(count) >= 0:
        return stream.read(int(count) + 2)[:-2].decode()
    if kind == b"*":
        return [_reply(stream) for _ in range(int(count))]
    return None
