from __future__ import annotations

import unittest
from typing import Any

from cairnbench.tries import Tries
from tests.fixtures import cell


class TriesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.measured: list[tuple[int, int]] = []

    def tries(self, short: int, long: int, **known: Any) -> Tries:
        def measure(rate: int, seconds: int) -> dict[str, Any]:
            self.measured.append((rate, seconds))
            return cell(rate=rate, seconds=seconds, saturated=rate > 100)

        return Tries(measure, known.get("known", {}), short, long)

    def test_each_try_is_remembered(self) -> None:
        tries = self.tries(10, 30)
        self.assertEqual([tries.holds(100), tries.holds(200), tries.holds_for_long(100), tries.holds_for_long(200)], [True, False] * 2)
        self.assertEqual(self.measured, [(100, 10), (200, 10), (100, 30), (200, 30)])
        self.assertEqual([one["seconds"] for one in tries.of(100)], [10, 30])
        self.assertEqual(tries.of(None), [])

    def test_a_short_try_that_took_long_counts_once_as_a_long_one(self) -> None:
        tries = self.tries(10, 10)
        self.assertEqual([tries.holds(100), tries.holds(200)], [True, False])
        self.assertEqual([tries.holds_for_long(200), tries.holds_for_long(100)], [False, True])
        self.assertEqual(len(self.measured), 2)
        self.assertTrue(tries.holds_for_long(100))
        self.assertEqual(self.measured[2:], [(100, 10)])

    def test_what_is_known_is_not_measured(self) -> None:
        tries = self.tries(10, 30, known={200: cell(rate=200, seconds=30)})
        self.assertTrue(tries.holds(200))
        self.assertTrue(tries.holds_for_long(200))
        self.assertEqual((self.measured, len(tries.of(200))), ([], 1))
        self.assertFalse(tries.holds(200))
