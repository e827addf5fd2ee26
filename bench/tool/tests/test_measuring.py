from __future__ import annotations

import pathlib
import re
import unittest
import unittest.mock
from typing import Any

from cairnbench import machine, measuring, place
from cairnbench.children import Children
from cairnbench.machine import MachineTime
from tests.fixtures import cell


class LimitedByK6Test(unittest.TestCase):
    def test_it_had_more_of_the_machine_than_what_was_measured(self) -> None:
        cores = machine.CORES
        most = {"cpu_application": 0.3 * cores, "cpu_server": 0.0, "cpu_k6": 0.5 * cores}
        self.assertTrue(measuring.limited_by_k6(cell(dropped=31, **most)))
        self.assertFalse(measuring.limited_by_k6(cell(**most)))
        self.assertFalse(measuring.limited_by_k6(cell(dropped=31, **most | {"cpu_server": 0.3 * cores})))

    def test_nobody_knows_where_the_server_is_not_seen(self) -> None:
        cores = machine.CORES
        self.assertFalse(measuring.limited_by_k6(cell(dropped=31, cpu_application=0.1 * cores, cpu_server=None, cpu_k6=0.8 * cores)))

    def test_who_has_most_of_an_idle_machine_limits_nothing(self) -> None:
        cores = machine.CORES
        idle = {"cpu_application": 0.09 * cores, "cpu_server": 0.0, "cpu_k6": 0.1 * cores}
        self.assertFalse(measuring.limited_by_k6(cell(dropped=31, **idle)))
        self.assertTrue(measuring.limited_by_k6(cell(dropped=31, **idle, other_cpu_percent=60.0)))


class SaturatedTest(unittest.TestCase):
    def test_what_is_usual_does_not_count(self) -> None:
        self.assertEqual([measuring.saturated_above_ms({}, usual) for usual in (0.0, 1.5, 180.0)], [100.0, 101.5, 360.0])
        self.assertEqual([measuring.saturated_above_ms({"delay_ms": 1000}, usual) for usual in (0.0, 1003.0)], [1100.0, 1103.0])

    def test_drops_failures_and_long_latencies_are_too_much(self) -> None:
        self.assertFalse(measuring.saturated(cell(p95_ms=280.0, saturated_above_ms=280.0)))
        for more in ({"p95_ms": 280.1, "saturated_above_ms": 280.0}, {"dropped": 1}, {"failed": 1}):
            self.assertTrue(measuring.saturated(cell(**more)))

    def test_one_slow_answer_of_a_few_is_not_too_much(self) -> None:
        slow = {"med_ms": 90.0, "p95_ms": 300.0}
        self.assertEqual([measuring.saturated(cell(requests=requests, **slow)) for requests in (6, 19, 20)], [False, False, True])
        self.assertTrue(measuring.saturated(cell(requests=6, med_ms=101.0, p95_ms=300.0)))


def clock(wall: float, busy: float, application: float = 0.0, server: float = 0.0, helper: float = 0.0, tool: float = 0.0) -> Any:
    return measuring.ProcessorTimes(application, server, helper, tool, MachineTime(busy, 0.0), wall)


class OthersTest(unittest.TestCase):
    def test_only_what_is_measured_is_ours(self) -> None:
        before = clock(100.0, 1000.0)
        after = clock(110.0, 1009.0, application=3.0, server=2.0, helper=0.5, tool=0.5)
        self.assertAlmostEqual(measuring.others_percent(before, after, generator_seconds=2.0), 1.0 / (10 * machine.CORES) * 100)

    def test_what_others_that_the_tool_started_do_is_not(self) -> None:
        application: Any = unittest.mock.Mock(server_pid=2, stub=unittest.mock.Mock(child=unittest.mock.Mock(pid=3)))
        application.program.child.pid = 1
        with unittest.mock.patch("cairnbench.machine.tree_seconds", lambda pid: float(pid)):
            read = measuring.ProcessorTimes.read(application, application.stub)
        self.assertEqual((read.application, read.server, read.helper), (1.0, 2.0, 3.0))


class RemovalsTest(unittest.TestCase):
    def waited(self, busy_until: float, ended: float) -> float:
        """Waiting time, at time 100, for an application that is busy until then."""
        now = [100.0]

        def sleep(seconds: float) -> None:
            now[0] += seconds

        def read(*_: Any) -> Any:
            return clock(now[0], 0.0, application=min(now[0], busy_until) * 0.9)

        with unittest.mock.patch("time.sleep", sleep), unittest.mock.patch("time.monotonic", lambda: now[0]), \
                unittest.mock.patch.object(measuring.ProcessorTimes, "read", read):
            measuring.Measurer(Children(), pathlib.Path("k6"), pathlib.Path("work")).await_removals(unittest.mock.Mock(), ended)
        return now[0] - 100.0

    def test_waits_until_all_are_due_and_nothing_is_done(self) -> None:
        self.assertEqual(self.waited(0.0, ended=100.0), measuring.KEPT_SECONDS + 1)
        self.assertEqual(self.waited(0.0, ended=95.0), measuring.KEPT_SECONDS - 5 + 1)
        self.assertEqual(self.waited(110.0, ended=0.0), 11)
        self.assertLess(self.waited(10**6, ended=0.0), 200)

    def test_knows_how_long_instances_are_kept(self) -> None:
        settings = (place.BENCH / "application/src/main/resources/application.properties").read_text()
        kept = re.search(r"^quarkus.cairn.retention.time=(\d+)S$", settings, re.MULTILINE)
        self.assertGreaterEqual(measuring.KEPT_SECONDS, int(kept.group(1)) + 5)
