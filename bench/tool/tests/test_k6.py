from __future__ import annotations

import unittest
from typing import Any

from cairnbench import k6, workloads
from cairnbench.behaviour import Expected


def metrics(begun: int, right: int, requests: int | None = None, dropped: int = 0) -> dict[str, Any]:
    """A summary as k6 writes it."""
    return {
        "http_req_duration": {"values": {"avg": 1.5, "med": 1.25, "p(95)": 3.0, "p(99)": 4.0, "max": 9.0}},
        "http_reqs": {"values": {"count": begun if requests is None else requests}},
        "begun": {"values": {"count": begun}},
        "right": {"values": {"count": right}},
        "dropped_iterations": {"values": {"count": dropped}},
    }


class K6Test(unittest.TestCase):
    def test_reads_a_summary(self) -> None:
        self.assertEqual(k6.load(metrics(593, 593, dropped=7), 20, 30), k6.Load(593, 7, 0, 1.5, 1.25, 3.0, 4.0, 9.0))

    def test_wrong_answers_have_failed(self) -> None:
        self.assertEqual(k6.load(metrics(600, 597), 20, 30).failed, 3)

    def test_requests_without_an_answer_have_failed(self) -> None:
        self.assertEqual(k6.load(metrics(560, 500, requests=500, dropped=40), 20, 30).failed, 60)

    def test_nothing_at_all_is_no_request(self) -> None:
        for rate in (20, 1):
            self.assertEqual((k6.load({}, rate, 1).requests, k6.load({}, rate, 1).dropped), (0, rate))

    def test_what_was_due_and_not_begun_was_dropped(self) -> None:
        for begun, dropped, lost in ((20_001, 0, 0), (19_996, 0, 0), (19_943, 0, 57), (19_000, 900, 1_000), (19_000, 1_000, 1_000)):
            with self.subTest(begun, dropped=dropped):
                self.assertEqual(k6.load(metrics(begun, begun, dropped=dropped), 2_500, 8).dropped, lost)

    def test_there_are_users_for_slow_answers(self) -> None:
        self.assertGreaterEqual(k6.users(500, {"delay_ms": 1000}, Expected({})), 1_000)
        self.assertGreaterEqual(k6.users(4_000, {"delay_ms": 1000}, Expected({})), 4_800)

    def test_there_are_users_for_a_stall(self) -> None:
        self.assertEqual([k6.users(rate, {}, Expected({})) for rate in (5, 500, 1_500, 64_000)], [20, 500, 1_500, 2_000])

    def test_large_answers_do_not_fill_the_memory(self) -> None:
        for rate in (5, 1000):
            self.assertLessEqual(k6.users(rate, {"size_mb": 20}, Expected(None, 20_000_000, "}")) * 20_000_000, 400_000_000)

    def test_a_cell_says_what_is_expected(self) -> None:
        workload = workloads.named("order20")
        told = k6.cell("http://x", workload, {}, 20, 30, Expected(workload.answer({})))
        self.assertEqual((told["url"], told["answer"]["status"]), ("http://x/bench/order20", "COMPLETED_20_STEPS"))
        large = k6.cell("http://x", workloads.named("output"), {"size_mb": 1}, 5, 30, Expected(None, 1234, "}"))
        self.assertEqual((large["bytes"], large["end"], "answer" in large), (1234, "}", False))
