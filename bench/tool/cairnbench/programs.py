"""The programs under measurement: application, servers, stub."""

from __future__ import annotations

import os
import pathlib
import re
import selectors
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import http, machine, place
from .children import Children, Failed

JAVA_SETTINGS = ("-Xms512m", "-Xmx2g", "-XX:+UseG1GC")
"""Heap and collector of every application."""

THREADS = (f"quarkus.vertx.event-loops-pool-size={max(2, machine.CORES)}", f"quarkus.thread-pool.max-threads={max(8 * machine.CORES, 200)}")
"""The default number of event loops and workers of Quarkus."""

OWN_SETTINGS = ("quarkus.http.port", "bench.stub.url", "bench.planted-delay", "quarkus.cairn.file.path", "quarkus.datasource.jdbc.url",
                "quarkus.cairn.jpa.create-tables", "quarkus.redis.hosts", "quarkus.cairn.redis.durability")
"""Settings that only the start of an application has: figures would be taken for those of another one."""

START_SECONDS = 90

STRICT = "strict"
"""Each answer means that it is on the disk."""
BATCHED = "batched"
"""Each answer means that the server has it; if its machine stops, up to a second may be lost. A store without a server is strict."""
NOTHING_KEPT = "none"
"""Nothing outlives the application."""

REDIS_SETTINGS = {STRICT: ("appendonly yes", "appendfsync always", "save "),
                  BATCHED: ("appendonly yes", "appendfsync everysec", "save ")}
POSTGRES_SETTINGS: dict[str, tuple[str, ...]] = {STRICT: (), BATCHED: ("synchronous_commit=off",)}
"""Strict is what a new installation has."""

_SERVERS = {"redis": ("redis", REDIS_SETTINGS), "valkey": ("valkey", REDIS_SETTINGS), "jpa": ("postgres", POSTGRES_SETTINGS)}


@dataclass(frozen=True)
class Program:
    """A program of ours that runs, and where it listens."""

    name: str
    child: subprocess.Popen[bytes]
    url: str


@dataclass(frozen=True)
class Server:
    """The server of a store's data; without a child if it is not of this run."""

    kind: str
    url: str
    child: subprocess.Popen[bytes] | None

    @property
    def told(self) -> str:
        """Its address for people; without secret parts."""
        return "of this run, on loopback" if self.child else re.sub(r"//[^/]*@", "//", self.url).split("?")[0]


@dataclass(frozen=True)
class Application:
    """A variant of the application, with its server if its store has one."""

    store: str
    program: Program
    server: Server | None
    durability: str
    """The meaning of its answers: STRICT, BATCHED or NOTHING_KEPT."""
    planted_ms: int = 0
    stub: Program | None = None
    """The service that its workflows call."""
    launch: Callable[[], Application] | None = None
    """Starts it again once it has ended, over what it has kept."""

    @property
    def server_unseen(self) -> bool:
        """True if its server is not of this run, and its work is unknown."""
        return self.server is not None and self.server.child is None

    @property
    def server_pid(self) -> int | None:
        """None if it has no server, or a server that is not of this run."""
        return self.server.child.pid if self.server and self.server.child else None


def java() -> str:
    """The Java that runs everything."""
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/java" if home else "java"


def class_path() -> str:
    """The class path of the programs of the benchmarks."""
    return f"{place.CLASSES}:{place.CLASS_PATH.read_text().strip()}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _first_line(child: subprocess.Popen[bytes], what: str, log: pathlib.Path) -> str:
    assert child.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        line = child.stdout.readline() if selector.select(START_SECONDS) else b""
    if not line:
        raise Failed(f"{what} did not start:\n" + _end_of(log))
    return line.decode().strip()


def _end_of(log: pathlib.Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-20:])


def _java_program(children: Children, what: str, main: str, arguments: Sequence[str], log: pathlib.Path) -> Program:
    child = children.start([java(), "-XX:TieredStopAtLevel=4", "-Xmx256m", "-cp", class_path(), main, *arguments], log,
                           output=subprocess.PIPE, ends_with_input=True)
    return Program(what, child, _first_line(child, what, log))


def start_stub(children: Children, work: pathlib.Path) -> Program:
    """The service that workflows call."""
    return _java_program(children, "stub", "dev.cairn.bench.stub.Stub", (), work / "stub.log")


def start_kafka(children: Children, work: pathlib.Path) -> Program:
    """A broker with a producer, which reads what to send from its standard input."""
    command = [java(), "-Xmx512m", f"-Djava.io.tmpdir={work}", "-cp", f"{place.KAFKA_CLASSES}:{place.KAFKA_CLASS_PATH.read_text().strip()}",
               "dev.cairn.bench.kafka.KafkaMain"]
    log = work / "kafka.log"
    child = children.start(command, log, output=subprocess.PIPE, ends_with_input=True)
    return Program("kafka", child, _first_line(child, "kafka", log))


def start_server(children: Children, store: str, given_url: str | None, durability: str, work: pathlib.Path) -> Server | None:
    """The server of a store; None if it has none. A given server is not of this run, and is left running."""
    if store not in _SERVERS:
        return None
    kind, settings = _SERVERS[store]
    if given_url:
        return Server(kind, given_url, None)
    program = _java_program(children, kind, "dev.cairn.bench.server.ServerMain", (kind, str(work / kind), *settings[durability]),
                            work / f"{kind}.log")
    return Server(kind, program.url, program.child)


def durability_of(store: str, durability: str) -> str:
    """The meaning of an answer with this store if stores with a server have the given one."""
    return {"none": NOTHING_KEPT, "file": STRICT}.get(store, durability)


def _store_settings(store: str, server: Server | None, durability: str, work: pathlib.Path) -> list[str]:
    if server is None:
        return [f"-Dquarkus.cairn.file.path={work / 'file-store'}"] if store == "file" else []
    if store == "jpa":
        return [f"-Dquarkus.datasource.jdbc.url={server.url}", "-Dquarkus.cairn.jpa.create-tables=true"]
    return [f"-Dquarkus.redis.hosts={server.url}", f"-Dquarkus.cairn.redis.durability={durability}"]


def start_application(children: Children, store: str, jar: pathlib.Path, server: Server | None, stub: Program | None,
                      durability: str, work: pathlib.Path, settings: Sequence[str] = (), planted_ms: int = 0,
                      java_settings: Sequence[str] = JAVA_SETTINGS) -> Application:
    """Starts a variant, with settings as name=value; returns when it answers. Without a stub no workflow may call it."""
    name = f"{store}-planted" if planted_ms else store
    port = _free_port()
    log = work / f"application-{name}.log"
    planted = [f"-Dbench.planted-delay={planted_ms}MS"] if planted_ms else []
    command = [java(), *java_settings, f"-Dquarkus.http.port={port}", f"-Dbench.stub.url={stub.url if stub else 'none'}",
               *_store_settings(store, server, durability, work), *planted,
               *(f"-D{setting}" for setting in (*THREADS, *settings)), "-jar", jar]
    url = f"http://127.0.0.1:{port}"

    def launch() -> Application:
        child = children.start(command, log)
        _await(lambda: http.get_json(url + "/bench/writes"), child, f"the application with store {name}", log)
        return Application(store, Program(name, child, url), server, durability_of(store, durability), planted_ms, stub, launch)

    return launch()


def restart(children: Children, application: Application) -> Application:
    """The same application in a process of its own, so that what it measures does not depend on how the last one was compiled."""
    assert application.launch is not None
    children.end(application.program.child)
    return application.launch()


def _await(answers: Callable[[], object], child: subprocess.Popen[bytes], what: str, log: pathlib.Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            answers()
            return
        except OSError as refused:
            if child.poll() is not None or time.monotonic() > deadline:
                raise Failed(f"{what} did not start ({refused}):\n" + _end_of(log)) from refused
            time.sleep(0.05)
