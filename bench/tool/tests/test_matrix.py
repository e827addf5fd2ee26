import unittest

from cairnbench import matrix, workloads


class MatrixTest(unittest.TestCase):
    def test_each_repetition_has_each_store_once_in_an_order_of_chance(self) -> None:
        row = matrix.rows(["order20"], matrix.STORES, [20], quick=False)[0]
        orders = [tuple(cell.store for cell in row.turns(20, repetition)) for repetition in range(50)]
        self.assertEqual({tuple(sorted(order)) for order in orders}, {tuple(sorted(matrix.STORES))})
        for place in range(len(matrix.STORES)):
            self.assertEqual({order[place] for order in orders}, set(matrix.STORES))
        self.assertEqual(orders, [tuple(cell.store for cell in row.turns(20, repetition)) for repetition in range(50)])

    def test_what_has_no_engine_is_measured_once(self) -> None:
        row = matrix.rows(["baseline"], ["file", "redis"], None, quick=False)[0]
        self.assertEqual(row.stores, ("file",))

    def test_a_quick_run_has_one_small_cell_of_each_workload(self) -> None:
        rows = matrix.rows([workload.name for workload in workloads.ALL], matrix.STORES, None, quick=True)
        self.assertEqual([row.workload for row in rows], list(workloads.ALL))
        self.assertTrue(all(len(row.rates) == 1 for row in rows))

    def test_the_cells_with_goals_are_there(self) -> None:
        rows = matrix.rows(["order100", "effects20", "json", "output", "external"], ["none"], None, quick=False)
        cells = [(row.workload.name, row.params, rate) for row in rows for rate in row.rates]
        for wanted in (("order100", {}, 150), ("effects20", {}, 150), ("output", {"size_mb": 20}, 5),
                       ("json", {"items": 1000, "iterations": 100}, 150), ("external", {"delay_ms": 1000}, 150),
                       ("external", {"delay_ms": 1000}, 500)):
            self.assertIn(wanted, cells)

    def test_the_sizes_go_from_ten_thousand_to_three_million_mutations(self) -> None:
        sizes = [case.params["items"] * case.params["iterations"] for case in workloads.named("json").cases]
        self.assertEqual(sizes, [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000])

    def test_the_endpoint_is_told_sizes_in_its_own_unit(self) -> None:
        bodies = {workloads.named("output").body(case.params)["prebuiltSizeKb"] for case in workloads.named("output").cases}
        self.assertEqual(bodies, {100, 250, 500, 1000, 2500, 5000, 10000, 20000})
