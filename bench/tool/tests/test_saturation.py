import unittest

from cairnbench.saturation import Held, search


class SaturationTest(unittest.TestCase):
    def search(self, limit: int, start: int = 500, most: int = 64_000) -> tuple[Held, list[int]]:
        tried: list[int] = []

        def holds(rate: int) -> bool:
            tried.append(rate)
            return rate <= limit

        return search(start, most, holds), tried

    def test_finds_the_limit_within_five_percent(self) -> None:
        for limit in (510, 1_234, 3_999, 7_100, 15_000, 63_999):
            held, tried = self.search(limit)
            self.assertLessEqual(held.rate, limit)
            self.assertGreater(held.too_much or 0, limit)
            self.assertGreaterEqual(held.rate, limit * 0.94, limit)
            self.assertLess(len(tried), 25)

    def test_looks_below_where_it_begins(self) -> None:
        held, _ = self.search(180)
        self.assertTrue(165 <= held.rate <= 180, held)

    def test_ends_where_nothing_holds(self) -> None:
        held, tried = self.search(0)
        self.assertEqual(held.rate, 0)
        self.assertLess(len(tried), 20)

    def test_does_not_look_above_the_most(self) -> None:
        held, tried = self.search(10**9, most=6_000)
        self.assertEqual(held, Held(6_000, None))
        self.assertEqual(max(tried), 6_000)

    def test_a_single_disturbance_does_not_end_it(self) -> None:
        disturbed = [True]

        def holds(rate: int) -> bool:
            return rate <= 4_000 and not (rate == 1_000 and disturbed and disturbed.pop())

        self.assertGreaterEqual(search(500, 64_000, holds).rate, 3_800)

    def test_a_rate_that_fails_every_other_time_does_not_hold(self) -> None:
        tries: list[int] = []

        def holds(rate: int) -> bool:
            tries.append(rate)
            return rate <= 2_000 or rate <= 4_000 and tries.count(rate) % 2 == 0

        self.assertTrue(1_900 <= search(500, 64_000, holds, holds).rate <= 2_000)

    def test_two_tries_of_three_are_enough(self) -> None:
        long: list[int] = []

        def holds_for_long(rate: int) -> bool:
            long.append(rate)
            return len(long) > 1

        held = search(500, 64_000, lambda rate: rate <= 4_000, holds_for_long)
        self.assertEqual((held.rate, long), (4_000, [4_000] * 3))

    def test_what_held_before_is_the_least_that_is_found(self) -> None:
        self.assertEqual(search(500, 64_000, lambda rate: rate <= 25, known=20).rate, 25)
        self.assertEqual(search(500, 64_000, lambda rate: rate <= 20, lambda rate: rate <= 20, known=20), Held(20, 21))
        self.assertEqual(search(500, 64_000, lambda rate: rate <= 25).rate, 25)
        self.assertTrue(1_900 <= search(500, 64_000, lambda rate: rate <= 2_000, lambda rate: rate <= 2_000, known=1_500).rate)
        self.assertEqual(search(500, 64_000, lambda _: False, lambda _: False, known=500).rate, 0)

    def test_going_down_is_as_precise_as_going_up(self) -> None:
        for limit in (1_099, 1_900, 2_345, 3_333):
            held = search(500, 64_000, lambda rate: rate <= 4_000, lambda rate, limit=limit: rate <= limit)
            self.assertTrue(limit * 0.94 <= held.rate <= limit < (held.too_much or 0), (limit, held))
        self.assertEqual(search(500, 64_000, lambda rate: rate <= 1_100, lambda rate: rate <= 1_099), Held(1_050, 1_100))

    def test_going_down_ends_soon(self) -> None:
        long: list[int] = []

        def holds_for_long(rate: int) -> bool:
            long.append(rate)
            return False

        self.assertEqual(search(500, 64_000, lambda rate: rate <= 4_000, holds_for_long).rate, 0)
        self.assertLess(len(long), 35)

    def test_what_holds_briefly_must_hold_for_long(self) -> None:
        long: list[int] = []

        def holds_for_long(rate: int) -> bool:
            long.append(rate)
            return rate <= 3_400

        held = search(500, 64_000, lambda rate: rate <= 4_000, holds_for_long)
        self.assertTrue(3_230 <= held.rate <= 3_400, held)
        self.assertTrue(held.rate < (held.too_much or 0) <= 4_000, held)
        self.assertIn(held.rate, long)
