from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from typing import Any

from cairnbench import behaviour, goals, matrix, options, programs, run, summary
from cairnbench.behaviour import Expected
from cairnbench.children import Children, Failed, Interrupted
from cairnbench.generators import Wrk
from cairnbench.matrix import Cell
from cairnbench.programs import Application, Program
from cairnbench.session import Session
from cairnbench.wrk import Ceiling
from tests.fixtures import cell
from tests.fixtures import results as result_set

MOST = 3_000
"""The settings of every application here,"""
MOST_FOR_LONG = 2_600
"""and for as long as a measurement takes."""


class _Measurer:
    """Finds at once what a machine would: up to a rate all is well."""

    def __init__(self) -> None:
        self.usual: list[tuple[str, int, int, float | None]] = []
        """Which median each measurement was told, by store, planted delay and rate."""
        self.order: list[str] = []
        """The measured and the awaited cells."""
        self.compiling = 0.0
        self.warmed: list[str] = []

    def warm_up(self, _: Application, warmed: Cell, *__: Any) -> float:
        self.warmed.append(warmed.workload.name)
        return self.compiling

    def await_removals(self, application: Application, _: float) -> None:
        self.order.append(f"wait {application.store}")

    def measure(self, application: Application, measured: Cell, seconds: int, expected: Expected, usual_ms: float | None) -> dict[str, Any]:
        self.order.append(application.store)
        self.usual.append((measured.store, application.planted_ms, measured.rate, usual_ms))
        params = dict(measured.params) | ({"planted_ms": application.planted_ms} if application.planted_ms else {})
        too_much = measured.rate > (MOST if seconds < options.FULL_SECONDS else MOST_FOR_LONG)
        return cell(measured.workload.name, measured.store, measured.rate, params=params, seconds=seconds,
                    avg_ms=measured.rate + application.planted_ms, dropped=int(too_much), saturated=too_much)


class SessionTest(unittest.TestCase):
    def setUp(self) -> None:
        self.measurer = _Measurer()
        self.restarted: list[tuple[str, int]] = []
        """Store and planted delay."""

    def restart(self, application: Application) -> Application:
        self.restarted.append((application.store, application.planted_ms))
        return application

    def measured(self, *arguments: str, ceiling: float | Exception | None = None) -> dict[str, Any]:
        """The results of a session in which nothing takes any time, and wrk, if it is there, finds this ceiling."""
        def run_wrk(*_: Any) -> Ceiling:
            if isinstance(ceiling, Exception):
                raise ceiling
            return Ceiling(ceiling or 0.0, 5.0, 9.0, 64, 0.5)

        found = result_set()
        with tempfile.TemporaryDirectory() as name, subprocess.Popen([sys.executable, "-c", ""]) as child:
            program = Program("application", child, "http://x")
            applications = {store: Application(store, program, None, programs.durability_of(store, "strict")) for store in matrix.STORES}
            told = options.parse(arguments, pathlib.Path(name))
            measurer: Any = self.measurer
            wrk = Wrk(pathlib.Path(name), None) if ceiling else None
            with unittest.mock.patch.object(behaviour, "check", lambda *_: Expected({})), \
                    unittest.mock.patch("cairnbench.wrk.run", run_wrk), \
                    unittest.mock.patch("cairnbench.session.say"), unittest.mock.patch("cairnbench.results.write"):
                Session(told, measurer, Children(), wrk, pathlib.Path(name), found, "def", self.restart).run(
                    applications, Application("none", program, None, "none", 5))
        return found

    @staticmethod
    def rates(found: dict[str, Any], workload: str, params: dict[str, Any]) -> list[int]:
        """At which rates one store was measured, in this order."""
        return list(dict.fromkeys(one["rate"] for one in (*found["cells"], *found["tries"])
                                  if (one["workload"], one["params"], one["store"]) == (workload, params, "none")))

    def test_a_run_of_the_goals_measures_every_goal(self) -> None:
        found = self.measured("--goals")
        told = goals.evaluate(summary.of(found), found)
        self.assertEqual([goal.what for goal in told if goal.verdict == "not measured"], [])
        self.assertEqual({entry["workload"] for entry in found["saturation"]}, {"baseline", "order100"})
        self.assertIsNotNone(summary.planted(summary.of(found)))

    def test_rates_rise_until_each_cell_is_saturated(self) -> None:
        found = self.measured("--workloads", "order20,external,json", "--repeat", "3")
        rows = {(row.workload.name, str(dict(row.params))) for row in matrix.rows(["order20", "external", "json"], matrix.STORES, None, False)}
        held = {(entry["workload"], str(entry["params"]), entry["store"]): entry["held_rate"] for entry in found["saturation"]}
        self.assertEqual(set(held), {(*row, store) for row in rows for store in matrix.STORES})
        self.assertEqual(len(found["saturation"]), len(held))
        for rate in held.values():
            self.assertTrue(MOST_FOR_LONG * 0.94 <= rate <= MOST_FOR_LONG, rate)
        self.assertEqual(self.rates(found, "order20", {})[:7], [20, 80, 150, 500, 1000, 2000, 4000])
        self.assertEqual(self.rates(found, "json", {"items": 10000, "iterations": 300})[:5], [1, 2, 5, 10, 20])

    def test_each_repetition_has_processes_of_its_own(self) -> None:
        self.measured("--no-search", "--workloads", "order20,order100", "--rates", "150", "--repeat", "3", "--stores", "none,jpa")
        once = [*((store, 0) for store in matrix.STORES), ("none", 5)]
        self.assertEqual(self.restarted, once * 2)
        usual = [(store, planted) for store, planted, _, _ in self.measurer.usual]
        self.assertEqual([sorted(usual[at:at + 5]) for at in (0, 5, 10)], [[("jpa", 0)] * 2 + [("none", 0)] * 2 + [("none", 5)]] * 3)

    def test_what_is_not_measured_is_not_warmed_up(self) -> None:
        self.measured("--goals", "--no-search", "--repeat", "2", "--stores", "none,jpa")
        self.assertNotIn("baseline", self.measurer.warmed)
        self.assertEqual(self.measurer.warmed.count("effects20"), 4)

    def test_what_has_goals_is_searched_in_each_repetition(self) -> None:
        found = self.measured("--workloads", "order100", "--repeat", "3", "--stores", "none,jpa")
        self.assertEqual([(entry["store"], entry["repetition"]) for entry in found["saturation"]],
                         [("none", 1), ("jpa", 1), ("none", 2), ("jpa", 2), ("none", 3), ("jpa", 3)])

    def test_where_wrk_gets_far_more_k6_was_the_limit(self) -> None:
        for ceiling, limited in ((MOST_FOR_LONG * 1.4, False), (MOST_FOR_LONG * 1.7, True)):
            found = self.measured("--workloads", "order100", "--repeat", "1", "--stores", "none", ceiling=ceiling)
            self.assertEqual([entry["limited_by_k6"] for entry in found["saturation"]], [limited])

    def test_what_wrk_cannot_find_does_not_end_the_run(self) -> None:
        for problem in (Failed("7 wrong"), OSError("refused")):
            found = self.measured("--workloads", "order100", "--repeat", "1", "--stores", "none,file", ceiling=problem)
            self.assertEqual([(entry["wrk"], entry["wrk_problem"]) for entry in found["saturation"]], [(None, str(problem))] * 2)

    def test_a_search_says_how_often_the_rate_was_tried(self) -> None:
        for seconds in (10, 30):
            found = self.measured("--workloads", "order100", "--repeat", "1", "--stores", "none", "--seconds", str(seconds))
            held = found["saturation"][0]
            tried = [one for one in found["tries"] if one["rate"] == held["held_rate"]]
            self.assertGreaterEqual(len([one for one in tried if one["seconds"] == seconds]), 2)
            self.assertEqual((held["tries"], held["failed_tries"]), (len(tried), 0))

    def test_what_the_row_has_measured_is_where_a_search_begins(self) -> None:
        found = self.measured("--workloads", "order100", "--repeat", "1", "--stores", "none", "--rates", "150,2500")
        self.assertEqual(self.rates(found, "order100", {})[:3], [150, 2500, 5000])

    def test_what_is_usual_is_found_at_the_lowest_rate_of_each_row(self) -> None:
        self.measured("--no-search", "--workloads", "order100,external", "--repeat", "2", "--stores", "none", "--rates", "150,20")
        order100 = [("none", 5, 150, None), ("none", 0, 20, None), ("none", 0, 150, 20)]
        self.assertEqual(self.measurer.usual[:3], order100)
        self.assertEqual(self.measurer.usual[3], ("none", 0, 20, None))

    def test_nothing_is_usual_where_nothing_was_measured_before_the_search(self) -> None:
        self.measured("--goals", "--workloads", "baseline", "--repeat", "1")
        self.assertEqual({usual for _, _, _, usual in self.measurer.usual}, {0.0})

    def test_each_cell_has_a_repetition_of_its_own_and_says_what_it_was(self) -> None:
        found = self.measured("--workloads", "order100", "--repeat", "2", "--stores", "none,jpa")
        for kind in ("cells", "tries"):
            places = [(*summary.place(one), one["repetition"]) for one in found[kind]]
            self.assertEqual(len(set(places)), len(places))
            self.assertEqual({one["search"] for one in found[kind]}, {kind == "tries"})
            self.assertTrue(all(one["date"] for one in found[kind]))
        self.assertEqual({one["commit"] for one in (*found["cells"], *found["tries"], *found["saturation"])}, {"def"})
        planned = matrix.rows(["order100"], ["none"], None, False)[0].rates
        self.assertEqual({one["rate"] for one in found["cells"]}, set(planned))

    def test_after_each_search_removals_are_waited_for(self) -> None:
        self.measured("--goals", "--workloads", "baseline,order100,effects20", "--repeat", "1", "--stores", "none,file,jpa")
        told = self.measurer.order
        changes = [one for before, one in zip(["", *told], told) if one != before]
        self.assertEqual(changes[-8:-3], ["none", "file", "wait file", "jpa", "wait jpa"])
        self.assertEqual(sorted(changes[-3:]), ["file", "jpa", "none"])
        self.assertEqual([one for one in changes if "wait" in one], ["wait file", "wait jpa"])

    def test_what_still_compiles_is_marked(self) -> None:
        for compiling in (0.0, 0.5):
            self.measurer.compiling = compiling
            found = self.measured("--no-search", "--workloads", "order100", "--repeat", "1", "--stores", "none")
            self.assertEqual({one["cold"] for one in found["cells"]}, {compiling > 0})

    def test_searches_can_be_left_out(self) -> None:
        self.assertEqual(self.measured("--no-search", "--workloads", "order20,order100")["saturation"], [])


class FailingTest(unittest.TestCase):
    def said(self, out: str, *arguments: str, failing: Exception | None = None) -> list[str]:
        """The message of a run that ends with an error."""
        with unittest.mock.patch("cairnbench.run.say") as say, unittest.mock.patch("cairnbench.run._run", side_effect=failing):
            self.assertEqual(run.main([*arguments, "--out", out]), 1)
            return [call.args[0] for call in say.call_args_list]

    def test_logs_that_a_message_names_are_kept(self) -> None:
        for kind in (Failed, OSError):
            def failing(_: Any, __: Any, work: pathlib.Path, kind: type[Exception] = kind) -> None:
                (work / "k6.log").write_text("it hung")
                raise kind(f"see {work / 'k6.log'}")

            with self.subTest(kind), tempfile.TemporaryDirectory() as name:
                with unittest.mock.patch("cairnbench.run.say") as say, unittest.mock.patch("cairnbench.run._run", failing):
                    run.main(["--out", name])
                named = pathlib.Path(say.call_args.args[0].split("see ")[1])
                self.assertEqual(named.read_text(), "it hung")

    def test_an_application_that_does_not_answer_is_no_fault_of_the_tool(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            self.assertEqual(self.said(name, failing=ConnectionRefusedError("refused")), ["FAILED: refused"])

    def test_nothing_to_measure_is_told_before_anything_is_built(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            self.assertIn("nothing to measure", self.said(name, "--goals", "--workloads", "floor,order20")[0])
            self.assertIn("nothing to measure", self.said(name, "--goals", "--no-search", "--workloads", "baseline")[0])
            self.assertIn("leave out --rates", self.said(name, "--goals", "--rates", "20")[0])


class ReportedTest(unittest.TestCase):
    def written(self, found: dict[str, Any]) -> list[str]:
        """The files after an interruption."""
        with tempfile.TemporaryDirectory() as name, unittest.mock.patch("cairnbench.html.chart_library", lambda _: ""), \
                unittest.mock.patch("cairnbench.place.CLASS_PATH", pathlib.Path(__file__)), unittest.mock.patch("cairnbench.run.say"):
            with self.assertRaises(Interrupted), run.reported(pathlib.Path(name), found):
                raise Interrupted(2)
            self.assertEqual(found["runs"][-1]["ended"], "Interrupted: SIGINT")
            return sorted(path.name for path in pathlib.Path(name).iterdir())

    def test_what_was_measured_before_an_interruption_is_reported(self) -> None:
        self.assertEqual(self.written(result_set(cell())), ["report.html", "report.md", "results.json"])
        self.assertEqual(self.written(result_set()), [])
