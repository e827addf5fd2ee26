import json
import pathlib
import tempfile
import threading
import unittest
import unittest.mock
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from cairnbench import arrival_report, arrivals, figures, kestra, markdown, measuring, published
from cairnbench.arrivals import Arrivals
from cairnbench.children import Failed
from cairnbench.programs import Application, Program

PROFILE = {"allocatedMb": 50.0, "mergeAllocations": 0.25, "mergeCpu": 0.125, "allocations": {}, "cpu": {},
           "allocationMethods": {"dev.cairn.jq.node.A.eval": 0.5}, "cpuMethods": {"dev.cairn.jq.node.B.eval": 0.4}}


def cell(scenario: str = "two-tasks", workflow: str = "two-tasks", **more: Any) -> dict[str, Any]:
    found = {"scenario": scenario, "workflow": workflow, "store": "file", "durability": "strict", "per_minute": 1_000, "due": 500,
             "completed": 500, "dropped": 0, "failed": 0, "seconds": 30.0, "avg_ms": 1.25, "med_ms": 1.0, "p95_ms": 2.0, "p99_ms": 3.0,
             "max_ms": 9.0, "fifths_ms": [1.0, 1.1, 1.2, 1.3, 1.65], "late_ms": 0.5, "writes_per_instance": 2.0, "commits_per_instance": 1.5,
             "failure": None, "profile": None, "load_average": 7.5, "cpu_application": 0.4, "cpu_server": None, "rss_mb": 300.0, "cold": False,
             "other_cpu_percent": 1.5, "disturbed": False}
    return {**found, **more}


def results(*cells: dict[str, Any], quick: bool = False) -> dict[str, Any]:
    return {"environment": {"date": "2026-01-01", "commit": "abc", "quick": quick, "disk": {"fdatasync_med_ms": 0.1}}, "cells": list(cells)}


def reported(*cells: dict[str, Any]) -> str:
    return markdown.render(arrival_report.document(results(*cells)))


def paged(*cells: dict[str, Any]) -> str:
    return figures.asciidoc(arrival_report.page(results(*cells)))


class Child:
    pid = 1


class KestraTest(unittest.TestCase):
    def test_published_figures_stand_beside_ours(self) -> None:
        text = reported(cell(), cell(store="jpa", avg_ms=4.5))
        self.assertIn("| 1,000 | 1.25 | 4.50 | 230 | 270 |", text)
        self.assertIn("| 4,500 | – | – | – | 4,000 |", text)

    def test_dropped_and_failed_and_the_load_of_others_are_told(self) -> None:
        text = reported(cell(dropped=3, failed=2, completed=495, failure="CAIRN-0000: no"))
        self.assertIn("| 500 | 3 | 2 | 0.50 |", text)
        self.assertIn("| 7.50 | 1.50 |", text)
        self.assertIn("CAIRN-0000: no", text)

    def test_no_average_is_told_if_nothing_ended(self) -> None:
        self.assertIn("| 1,000 | – | 230 | 270 |", reported(cell(completed=0, failed=500, avg_ms=0.0)))

    def test_shares_of_merging_are_told(self) -> None:
        text = reported(cell("foreach3", "foreach3-all", profile=PROFILE, due=10))
        self.assertIn("| 5.00 | 25.0 | 12.5 |", text)
        self.assertIn("| jq.node.A.eval | 50.0 |", text)

    def test_fifths_show_a_latency_that_grows(self) -> None:
        self.assertIn("| 1.00 | 1.10 | 1.20 | 1.30 | 1.65 |", reported(cell("ten-thousand")))

    def test_each_scenario_says_what_differs(self) -> None:
        self.assertEqual(set(arrivals.SCENARIOS), set(published.DIFFERS))

    def test_rates_are_those_that_were_asked_for(self) -> None:
        self.assertEqual({one.per_minute for one in arrivals.SCENARIOS["two-tasks"]} & {1_000, 4_500, 60_000}, {1_000, 4_500, 60_000})
        self.assertEqual(Arrivals("a", "a", 120_000).starts(30, False), 60_000)
        self.assertEqual([one.starts(30, False) for one in arrivals.SCENARIOS["ten-thousand"]], [10_000, 10_000])

    def test_a_store_is_saturated_by_failures_or_a_long_average(self) -> None:
        self.assertEqual([arrivals.saturated(cell(**more)) for more in ({}, {"failed": 1}, {"avg_ms": 1_001.0})], [False, True, True])

    def test_a_page_is_not_made_of_a_quick_run(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            kestra.write(directory, results(cell(), quick=True))
            with self.assertRaises(Failed):
                kestra.page(directory)
            kestra.write(directory, results(cell()))
            self.assertIn("=== two-tasks", kestra.page(directory))

    def test_a_page_has_no_figure_of_a_cold_or_busy_cell(self) -> None:
        unrecorded = cell(store="redis", avg_ms=4.44)
        del unrecorded["disturbed"]
        text = paged(cell(avg_ms=1.11), cell(store="jpa", avg_ms=2.22, cold=True), cell(store="valkey", avg_ms=3.33, disturbed=True), unrecorded)
        self.assertIn("|1,000 |1.11 |not measured |not measured |not measured |230 |270", text)
        self.assertIn("|1,000 |jpa |not measured |– |–", text)
        for figure in ("2.22", "3.33", "4.44"):
            self.assertNotIn(figure, text)
        self.assertIn("| 1,000 cold | jpa | 2.22 |", reported(cell(store="jpa", avg_ms=2.22, cold=True)))
        self.assertIn("| 1,000 busy | jpa | 3.33 |", reported(cell(store="jpa", avg_ms=3.33, disturbed=True)))

    def test_a_page_says_which_scenario_has_no_figure(self) -> None:
        text = paged(cell(disturbed=True), cell("foreach3", "foreach3-all", profile=PROFILE, disturbed=True), cell("ten-thousand"))
        two_tasks, sleep5, foreach3, ten_thousand = (text.index(f"=== {name}") for name in ("two-tasks", "sleep5", "foreach3", "ten-thousand"))
        self.assertIn("|1,000 |not measured |230 |270", text[two_tasks:sleep5])
        for begin, end in ((two_tasks, sleep5), (sleep5, foreach3), (foreach3, ten_thousand)):
            self.assertIn("\nNot measured.\n", text[begin:end])
        self.assertNotIn("\nNot measured.\n", text[ten_thousand:])
        self.assertNotIn("jq.node", text)
        self.assertIn("=== Machine and settings", text)

    def test_a_page_without_a_result_says_so_first(self) -> None:
        text = paged(cell(disturbed=True), cell(cold=True))
        self.assertTrue(text.startswith("The run of 2026-01-01, commit abc, has no results: its cells were cold or busy."))
        self.assertNotIn("=== Machine and settings", text)

    def test_a_cell_is_disturbed_by_others(self) -> None:
        for others, disturbed in ((measuring.BUSY_PERCENT, False), (measuring.BUSY_PERCENT + 0.1, True)):
            with unittest.mock.patch("cairnbench.arrivals._load", lambda *_: {"seconds": 1.0}), \
                    unittest.mock.patch("cairnbench.measuring.others_percent", lambda *_: others):
                found = arrivals.measure(Application("file", Program("file", Child(), ""), None, "strict"),  # type: ignore[arg-type]
                                         Arrivals("sleep5", "sleep5", 500), 7)
            self.assertEqual((found["other_cpu_percent"], found["disturbed"]), (others, disturbed))

    def test_the_report_of_the_application_is_a_cell(self) -> None:
        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                body = json.dumps({"due": asked["count"], "avgMs": 2.5, "seconds": 1.0}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        with HTTPServer(("127.0.0.1", 0), Answer) as server:
            threading.Thread(target=server.handle_request, daemon=True).start()
            program = Program("file", Child(), f"http://127.0.0.1:{server.server_address[1]}")  # type: ignore[arg-type]
            found = arrivals.measure(Application("file", program, None, "strict"), Arrivals("sleep5", "sleep5", 500), 7)
        self.assertEqual((found["scenario"], found["due"], found["avg_ms"], found["per_minute"]), ("sleep5", 7, 2.5, 500))
        self.assertGreaterEqual(found["load_average"], 0)
