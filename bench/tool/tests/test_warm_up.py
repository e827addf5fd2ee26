import unittest

from cairnbench import matrix, workloads
from cairnbench.session import WARM_UP_MB, WARM_UP_RATE, warm_up_rate


class WarmUpTest(unittest.TestCase):
    def rates(self, goals: bool) -> dict[str, set[int]]:
        rates: dict[str, set[int]] = {}
        for row in matrix.rows([workload.name for workload in workloads.ALL], matrix.STORES, None, quick=False, goals=goals):
            rates.setdefault(row.workload.name, set()).add(warm_up_rate(row))
        return rates

    def test_every_row_of_the_matrix_has_a_rate(self) -> None:
        for goals in (False, True):
            with self.subTest(goals=goals):
                self.assertTrue(all(rate > 0 for rates in self.rates(goals).values() for rate in rates))

    def test_what_is_measured_at_no_rate_of_its_own_is_warmed_up(self) -> None:
        self.assertEqual(self.rates(goals=True)["baseline"], {WARM_UP_RATE})

    def test_many_writes_and_large_values_are_not_hurried(self) -> None:
        rates = self.rates(goals=True)
        self.assertEqual((rates["effects20"], rates["output"], rates["json"]), ({150}, {5}, {150}))
        self.assertEqual(rates["external"], {500})

    def test_a_second_of_large_values_is_what_two_processors_keep_up_with(self) -> None:
        for row in matrix.rows(["output"], matrix.STORES, None, quick=False, goals=False):
            with self.subTest(row=row.params):
                self.assertLessEqual(warm_up_rate(row) * row.params["size_mb"], WARM_UP_MB)
                self.assertLessEqual(min(row.rates), warm_up_rate(row))
