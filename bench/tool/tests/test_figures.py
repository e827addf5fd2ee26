import unittest

from cairnbench import figures
from cairnbench.children import Failed
from tests.fixtures import cell, limit
from tests.fixtures import results as result_set


class FiguresTest(unittest.TestCase):
    def test_tables_have_the_figures(self) -> None:
        text = figures.render(result_set(cell(), cell(store="jpa", avg_ms=2.25),
                                         saturation=[limit("order100", "none", 4000)]))
        self.assertIn("|150/s |none |1.00 |2.00 |3.00 |4,500 |0 |0 |300 |0.30 |0.10 |0.10 |1.00", text)
        self.assertIn("|order100 at 150/s, average |jpa |≤ 2.50 ms |2.25 |met", text)
        self.assertEqual(text.count("|===") % 2, 0)

    def test_what_looks_like_markup_is_text(self) -> None:
        text = figures.render(result_set(cell(disturbed=True)))
        self.assertIn("|+++150/s ~+++ |none", text)
        self.assertIn("WARNING: +++The machine was too busy", text)

    def test_a_quick_run_is_refused(self) -> None:
        with self.assertRaises(Failed):
            figures.render(result_set(cell(), quick=True))
