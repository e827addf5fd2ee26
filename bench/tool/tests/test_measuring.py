import unittest

from cairnbench import measuring
from tests.fixtures import cell


class LimitedByK6Test(unittest.TestCase):
    def test_it_had_more_of_the_machine_than_what_was_measured(self) -> None:
        most = {"cpu_application": 0.22, "cpu_server": 0.0, "cpu_k6": 1.02}
        self.assertTrue(measuring.limited_by_k6(cell(dropped=31, **most)))
        self.assertFalse(measuring.limited_by_k6(cell(**most)))
        self.assertFalse(measuring.limited_by_k6(cell(dropped=31, **most | {"cpu_server": 0.9})))
        self.assertTrue(measuring.limited_by_k6(cell(dropped=31, **most | {"cpu_server": None})))


class SaturatedTest(unittest.TestCase):
    def test_what_is_usual_does_not_count(self) -> None:
        self.assertEqual([measuring.saturated_above_ms({}, usual) for usual in (0.0, 1.5, 180.0)], [100.0, 101.5, 280.0])
        self.assertEqual([measuring.saturated_above_ms({"delay_ms": 1000}, usual) for usual in (0.0, 1003.0)], [1100.0, 1103.0])

    def test_drops_failures_and_long_latencies_are_too_much(self) -> None:
        self.assertFalse(measuring.saturated(cell(p95_ms=280.0, saturated_above_ms=280.0)))
        for more in ({"p95_ms": 280.1, "saturated_above_ms": 280.0}, {"dropped": 1}, {"failed": 1}):
            self.assertTrue(measuring.saturated(cell(**more)))
