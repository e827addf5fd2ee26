import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from typing import Any

from cairnbench import compare, markdown
from cairnbench.children import Failed
from tests.fixtures import cell
from tests.fixtures import results as result_set


def rendered(a: dict[str, Any], b: dict[str, Any]) -> str:
    return markdown.render(compare.compare(a, b))


def repeated(*averages: float) -> dict[str, Any]:
    return result_set(*(cell(avg_ms=avg, repetition=i) for i, avg in enumerate(averages)))


class CompareTest(unittest.TestCase):
    def test_gives_ratios_with_their_spread(self) -> None:
        text = rendered(repeated(1.0, 1.0, 1.25), repeated(2.0, 2.0, 2.5))
        self.assertIn("| order100 | none | 150/s | 1.00 | 2.00 | 2.00 (1.60–2.50) | 2.00 (1.60–2.50) | 0 / 0 | slower |", text)
        self.assertIn("Geometric mean of all ratios of averages: 2.000", text)

    def test_what_overlaps_is_neither_faster_nor_slower(self) -> None:
        self.assertIn("| 0 / 0 |  |", rendered(repeated(1.0, 1.5), repeated(1.2, 1.4)))
        self.assertIn("| 0 / 0 | faster |", rendered(repeated(1.0, 1.5), repeated(0.8, 0.9)))

    def test_says_what_only_one_of_them_has(self) -> None:
        text = rendered(result_set(cell(), cell(store="jpa")), result_set(cell(), cell(rate=20), cell(rate=80)))
        self.assertIn("In A alone: 1 cells; in B alone: 2.", text)

    def test_nothing_in_common_cannot_be_compared(self) -> None:
        with self.assertRaises(Failed):
            compare.compare(result_set(cell()), result_set(cell("json")))

    def test_warns_of_other_machines_and_of_what_each_warns_of(self) -> None:
        other = result_set(cell(disturbed=True))
        other["environment"]["machine"] = {"cores": 64}
        text = rendered(result_set(cell()), other)
        self.assertIn("different machines", text)
        self.assertIn("B: The machine was too busy", text)
        self.assertIn("| none ~ |", text)

    def test_the_program_reads_files_and_directories(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name) / "results.json"
            file.write_text(json.dumps(result_set(cell())))
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                self.assertEqual(compare.main([name, str(file)]), 0)
            self.assertIn("1.00 (1.00–1.00)", said.getvalue())
            with contextlib.redirect_stderr(said):
                self.assertEqual(compare.main([name, name + "/missing"]), 1)
            self.assertIn("missing has no results", said.getvalue())
