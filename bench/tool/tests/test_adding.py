import pathlib
import tempfile
import unittest
import unittest.mock
from typing import Any

from cairnbench import results, run
from cairnbench.children import Failed
from tests.fixtures import cell
from tests.fixtures import results as result_set


class AddingTest(unittest.TestCase):
    def begun(self, environment: dict[str, Any], *cells: dict[str, Any]) -> results.Results:
        with tempfile.TemporaryDirectory() as name:
            if cells:
                results.write(pathlib.Path(name), result_set(*cells))
            return results.begun(pathlib.Path(name), environment)

    def test_what_is_there_stays(self) -> None:
        environment = {**result_set()["environment"], "commit": "def", "versions": {"wrk": "4"}}
        found = self.begun(environment, cell(), cell(store="jpa"))
        self.assertEqual(len(found["cells"]), 2)
        self.assertEqual(found["environment"]["commit"], "abc, def")
        self.assertEqual(found["environment"]["versions"], {"wrk": "4"})

    def test_another_java_k6_or_server_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            found = result_set(cell())
            found["environment"]["versions"] = {"java": "17", "k6": "1", "redis": "7", "cairn": "0.1"}
            results.write(pathlib.Path(name), found)

            def added(**versions: str) -> Any:
                return results.begun(pathlib.Path(name), {**found["environment"], "versions": versions})["environment"]["versions"]

            for other in ({"java": "25"}, {"k6": "2"}, {"redis": "8"}):
                with self.subTest(other), self.assertRaisesRegex(Failed, f"another {next(iter(other))}"):
                    added(**other)
            self.assertEqual(added(java="17", valkey="9", cairn="0.2"), {
                "java": "17", "k6": "1", "redis": "7", "valkey": "9", "cairn": ["0.1", "0.2"]})

    def test_repetitions_are_numbered_on(self) -> None:
        def number(one: dict[str, Any], *earlier: dict[str, Any]) -> Any:
            return results.numbered(earlier, one)["repetition"]

        self.assertEqual(number(cell()), 1)
        self.assertEqual(number(cell(seconds=1), cell(), cell(repetition=2), cell(rate=80, repetition=7)), 3)

    def test_results_are_replaced_only_by_who_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as name, unittest.mock.patch("cairnbench.run.say") as said, \
                unittest.mock.patch("cairnbench.run._run") as measured:
            results.write(pathlib.Path(name), result_set(cell()))
            self.assertEqual(run.main(["--out", name]), 1)
            self.assertIn("has results already", said.call_args.args[0])
            self.assertFalse(measured.called)
            self.assertEqual(len(results.read(pathlib.Path(name))["cells"]), 1)
            self.assertEqual(run.main(["--out", name, "--add"]), 0)
            self.assertEqual(run.main(["--out", name + "/other"]), 0)

    def test_a_commit_is_told_once(self) -> None:
        self.assertEqual(self.begun(result_set()["environment"], cell())["environment"]["commit"], "abc")

    def test_how_long_and_how_often_may_differ(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            found = result_set(cell())
            found["environment"]["settings"] |= {"seconds": 8, "repeat": 2}
            results.write(pathlib.Path(name), found)
            for seconds, told in ((8, 8), (30, [8, 30])):
                later = {**found["environment"], "settings": {**found["environment"]["settings"], "seconds": seconds}}
                settings = results.begun(pathlib.Path(name), later)["environment"]["settings"]
                self.assertEqual((settings["seconds"], settings["repeat"]), (told, 2))

    def test_without_any_it_begins_anew(self) -> None:
        environment = result_set()["environment"]
        run = {"date": "2026-01-01", "commit": "abc", "settings": environment["settings"], "ended": "not ended"}
        self.assertEqual(self.begun(environment), {"environment": environment, "runs": [run], "cells": [], "tries": [], "saturation": []})
        self.assertEqual([one["ended"] for one in self.begun(environment, cell())["runs"]], ["complete", "not ended"])
        self.assertEqual(results.begun(None, environment)["cells"], [])

    def test_stores_that_are_added_say_their_durability(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            found = result_set(cell())
            found["environment"]["durability"] = {"redis": "strict: appendfsync always"}
            results.write(pathlib.Path(name), found)

            def added(**durability: str) -> Any:
                return results.begun(pathlib.Path(name), {**found["environment"], "durability": durability})["environment"]["durability"]

            self.assertEqual(added(jpa="strict: fsync on"), {"redis": "strict: appendfsync always", "jpa": "strict: fsync on"})
            with self.assertRaisesRegex(Failed, "another redis"):
                added(redis="strict: appendfsync everysec")

    def test_what_was_measured_otherwise_is_refused(self) -> None:
        environment = result_set()["environment"]
        for name, other in (("machine", {"cores": 64}), ("settings", {}), ("quick", True)):
            with self.subTest(name), self.assertRaisesRegex(Failed, f"results of another {name}"):
                self.begun({**environment, name: other}, cell())
