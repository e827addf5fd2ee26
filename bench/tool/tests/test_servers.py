import contextlib
import pathlib
import socketserver
import subprocess
import tempfile
import threading
import unittest
import unittest.mock
from collections.abc import Iterator
from typing import Any

from cairnbench import environment, generators, options, programs, servers
from cairnbench.children import Failed
from cairnbench.programs import Server
from cairnbench.servers import UNKNOWN, Said

SETTINGS = {"appendonly": "yes", "appendfsync": "always"}


class _KeyValue(socketserver.StreamRequestHandler):
    """Answers as Redis does; without settings as one whose users may not ask for them."""

    settings: dict[str, str] = {}

    def handle(self) -> None:
        for line in self.rfile:
            command, *arguments = line.decode().split()
            self.wfile.write(self._answer(command, arguments).encode())

    def _answer(self, command: str, arguments: list[str]) -> str:
        if command == "INFO":
            text = "# Server\r\nredis_version:7.0.15\r\nos:Linux\r\n"
            return f"${len(text)}\r\n{text}\r\n"
        value = self.settings.get(arguments[1])
        return f"*2\r\n{self._text(arguments[1])}{self._text(value)}" if value else "-NOPERM this user may not\r\n"

    @staticmethod
    def _text(text: str) -> str:
        return f"${len(text)}\r\n{text}\r\n"


class ServersTest(unittest.TestCase):
    def asked(self, settings: dict[str, str]) -> Said:
        handler = type("Handler", (_KeyValue,), {"settings": settings})
        with socketserver.TCPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.handle_request, daemon=True).start()
            return servers.ask(Server("redis", f"redis://127.0.0.1:{server.server_address[1]}", None))

    def test_redis_says_when_it_waits_for_the_disk(self) -> None:
        self.assertEqual(self.asked(SETTINGS), Said("7.0.15", "appendonly yes, appendfsync always"))
        self.assertEqual(self.asked({**SETTINGS, "appendfsync": "everysec"}).settings, "appendonly yes, appendfsync everysec")

    def test_a_server_may_keep_its_settings_to_itself(self) -> None:
        self.assertEqual(self.asked({}), Said("7.0.15", UNKNOWN))

    def test_nobody_there_is_unknown(self) -> None:
        for url in ("redis://127.0.0.1:1", "redis://nowhere"):
            self.assertEqual(servers.ask(Server("redis", url, None)), Said(UNKNOWN, UNKNOWN))

    @contextlib.contextmanager
    def java(self, script: str) -> Iterator[None]:
        """Instead of Java."""
        with tempfile.TemporaryDirectory() as name:
            java = pathlib.Path(name) / "java"
            java.write_text(f"#!/bin/sh\n{script}\n")
            java.chmod(0o700)
            with unittest.mock.patch.object(programs, "java", lambda: str(java)), \
                    unittest.mock.patch.object(programs, "class_path", lambda: "x"):
                yield

    def test_postgresql_is_asked_with_java(self) -> None:
        with self.java("echo '18.6 (Debian)'; echo 'fsync on'; echo 'synchronous_commit off'"):
            self.assertEqual(servers.ask(Server("postgres", "jdbc:postgresql://x/y", None)),
                             Said("18.6 (Debian)", "fsync on, synchronous_commit off"))

    def test_the_least_write_is_measured_or_unknown(self) -> None:
        server = Server("redis", "redis://h:1", None)
        with self.java('[ "$3 $4" = "dev.cairn.bench.server.LeastWrite redis://h:1" ] && echo 600 1000 0.281 0.415'):
            self.assertEqual(servers.least_write(server), {"bytes": 600, "writes": 1000, "med_ms": 0.281, "p95_ms": 0.415})
        for fails in ("exit 1", "echo nothing", "echo NOAUTH >&2; exit 1"):
            with self.java(fails):
                self.assertIsNone(servers.least_write(server))


class CommitTest(unittest.TestCase):
    def test_sources_that_git_does_not_know_are_changes_and_results_are_not(self) -> None:
        with tempfile.TemporaryDirectory() as name, unittest.mock.patch("cairnbench.place.PROJECT", pathlib.Path(name)), \
                unittest.mock.patch.object(generators, "version", lambda *_: "1"):
            project = pathlib.Path(name)
            (project / "pom.xml").write_text("<version>1</version><quarkus.version>3</quarkus.version>")
            for arguments in (("init", "-q"), ("add", "."), ("-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "x")):
                subprocess.run(["git", *arguments], cwd=name, check=True)

            def commit() -> Any:
                return environment.describe(options.parse([], project), pathlib.Path("k6"), None, {})["commit"]

            (project / "results.json").write_text("{}")
            self.assertRegex(commit(), "^[0-9a-f]{12}$")
            (project / "runtime" / "src").mkdir(parents=True)
            (project / "runtime" / "src" / "New.java").write_text("")
            self.assertRegex(commit(), "^[0-9a-f]{12} with changes$")


class DurabilityTest(unittest.TestCase):
    def test_what_servers_say_decides_what_an_answer_means(self) -> None:
        for kind, settings, found in (
                ("postgres", "fsync on, synchronous_commit on, full_page_writes on", "strict"), ("postgres", "fsync on, synchronous_commit off", "batched"),
                ("postgres", "fsync off, synchronous_commit on", "none"), ("redis", "appendonly yes, appendfsync always", "strict"),
                ("redis", "appendonly no, appendfsync always", "none"), ("redis", "appendonly yes, appendfsync everysec", UNKNOWN),
                ("postgres", UNKNOWN, UNKNOWN), ("redis", UNKNOWN, UNKNOWN)):
            self.assertEqual(servers.durability(kind, Said("1", settings)), found, settings)

    def test_a_server_that_contradicts_what_is_told_is_refused(self) -> None:
        given = Server("postgres", "jdbc:postgresql://h:5432/db?user=me&password=secret", None)

        def described(durability: str, settings: str) -> Any:
            told = options.parse(["--durability", durability], pathlib.Path("/out"))
            with unittest.mock.patch.object(servers, "ask", lambda _: Said("18", settings)), \
                    unittest.mock.patch.object(generators, "version", lambda *_: "1"):
                return environment.describe(told, pathlib.Path("k6"), None, {"jpa": given, "none": None})

        for durability, settings in (("strict", "fsync off, synchronous_commit off"), ("strict", "fsync on, synchronous_commit off"),
                                     ("batched", "fsync on, synchronous_commit on")):
            with self.subTest(settings), self.assertRaisesRegex(Failed, f"h:5432/db. is not {durability}: {settings}"):
                described(durability, settings)
        found = described("strict", "fsync on, synchronous_commit on")
        self.assertEqual(found["durability"], {"jpa": "strict: fsync on, synchronous_commit on", "none": "none"})
        self.assertEqual(found["servers"], {"jpa": "jdbc:postgresql://h:5432/db"})
        self.assertEqual(Server("redis", "redis://me:secret@h:1/0", None).told, "redis://h:1/0")

    def test_only_stores_with_a_server_are_told(self) -> None:
        found = {store: programs.durability_of(store, programs.BATCHED) for store in ("none", "file", "redis", "valkey", "jpa")}
        self.assertEqual(found, {"none": "none", "file": "strict", "redis": "batched", "valkey": "batched", "jpa": "batched"})
