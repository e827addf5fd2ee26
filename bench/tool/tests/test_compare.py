import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from typing import Any

from cairnbench import compare, markdown
from cairnbench.children import Failed
from tests.fixtures import cell, limit
from tests.fixtures import results as result_set


def rendered(a: dict[str, Any], b: dict[str, Any]) -> str:
    return markdown.render(compare.compare(a, b))


def repeated(*averages: float) -> dict[str, Any]:
    return result_set(*(cell(avg_ms=avg, repetition=i) for i, avg in enumerate(averages)))


class CompareTest(unittest.TestCase):
    def test_gives_ratios_with_their_spread(self) -> None:
        text = rendered(repeated(1.0, 1.0, 1.0, 1.25), repeated(2.0, 2.0, 2.0, 2.5))
        self.assertIn("| order100 | none | 150/s | 4 | 1.00 | 2.00 | 2.00 (1.60–2.50) | 2.00 (1.60–2.50) | 0 / 0 | slower |", text)
        self.assertIn("Geometric mean of the ratios of averages: 2.000, of 1 cells; left out are 0 ", text)

    def test_what_overlaps_is_neither_faster_nor_slower(self) -> None:
        self.assertIn("| 0 / 0 |  |", rendered(repeated(1.0, 1.5, 1.5, 1.5), repeated(1.2, 1.2, 1.2, 1.2)))
        self.assertIn("| 0 / 0 | faster |", rendered(repeated(1.0, 1.5, 1.5, 1.5), repeated(0.8, 0.9, 0.9, 0.9)))

    def test_few_repetitions_and_small_effects_are_neither_faster_nor_slower(self) -> None:
        for a, b in ((repeated(1.0), repeated(2.0)), (repeated(1.0, 1.0, 1.0), repeated(2.0, 2.0, 2.0, 2.0)),
                     (repeated(1.0, 1.0, 1.0, 1.0), repeated(1.04, 1.04, 1.04, 1.04)),
                     (repeated(1.04, 1.04, 1.04, 1.04), repeated(1.0, 1.0, 1.0, 1.0))):
            self.assertIn("| 0 / 0 |  |", rendered(a, b))

    def test_what_was_disturbed_is_neither_faster_nor_slower(self) -> None:
        for name, mark in (("disturbed", "~"), ("cold", "cold")):
            b = result_set(*(cell(avg_ms=2.0, repetition=i, **{name: i > 0}) for i in range(4)))
            text = rendered(repeated(1.0, 1.0, 1.0, 1.0), b)
            self.assertIn(f"| order100 | none {mark} |", text)
            self.assertIn("| 0 / 0 |  |", text)

    def test_what_was_dropped_or_failed_is_neither_faster_nor_slower(self) -> None:
        for lost in ({"dropped": 50}, {"failed": 50}):
            b = result_set(*(cell(avg_ms=0.1, repetition=i, **({"requests": 50} | lost)) for i in range(4)))
            text = rendered(repeated(1.0, 1.0, 1.0, 1.0), b)
            self.assertIn("| 0 / 50.0 |  |" if "dropped" in lost else "| 0 / 100 |  |", text)

    def test_highest_rates_are_compared(self) -> None:
        def searched(held: int, wrk: float | None, store: str = "none") -> dict[str, Any]:
            return limit("order100", store, held, wrk)

        a, b = result_set(cell()), result_set(cell())
        a["saturation"] = [searched(2000, 40_000.0), searched(1000, None, "file"), searched(500, None, "jpa")]
        b["saturation"] = [searched(1500, 20_000.0), searched(1100, 9_000.0, "file")]
        text = rendered(a, b)
        self.assertIn("| order100 | none | 2,000 | 1,500 | 0.75 (0.75–0.75) | 40,000 | 20,000 | 0.50 (0.50–0.50) |", text)
        self.assertIn("| order100 | file | 1,000 | 1,100 | 1.10 (1.10–1.10) | – | – | – |", text)
        self.assertNotIn("| order100 | jpa | 500", text)

    def test_the_mean_is_of_what_was_not_too_much_nor_slow_on_purpose(self) -> None:
        a = result_set(cell(avg_ms=1.0), cell(rate=4000, avg_ms=50, saturated=True), cell(params={"planted_ms": 5}, avg_ms=5),
                       cell(rate=3000, avg_ms=1, search=True))
        b = result_set(cell(avg_ms=1.5), cell(rate=4000, avg_ms=500), cell(params={"planted_ms": 5}, avg_ms=6),
                       cell(rate=3000, avg_ms=9, search=True))
        text = rendered(a, b)
        self.assertIn("Geometric mean of the ratios of averages: 1.500, of 1 cells; left out are 2 ", text)
        self.assertNotIn("3000/s", text)

    def test_what_has_no_answers_has_no_ratio(self) -> None:
        self.assertIn("| 1.00 | 0 | – | – | 0 / 100 |  |", rendered(result_set(cell()), result_set(cell(avg_ms=0, requests=0, dropped=7))))

    def test_drops_are_a_share(self) -> None:
        a = result_set(*(cell(requests=75, dropped=25, repetition=i) for i in range(3)))
        self.assertIn("| 3 / 1 | 1.00 | 1.00 | 1.00 (1.00–1.00) | 1.00 (1.00–1.00) | 25.0 / 25.0 |", rendered(a, result_set(cell(requests=75, dropped=25))))

    def test_of_a_cell_that_was_measured_again_the_longest_and_last_is_compared(self) -> None:
        a = result_set(cell(avg_ms=1.0, commit="a"), cell(avg_ms=3.0, commit="b"), cell(avg_ms=9.0, seconds=1, commit="c"))
        self.assertIn("| order100 | none | 150/s | 1 | 3.00 | 6.00 |", rendered(a, result_set(cell(avg_ms=6.0, commit="d"))))
        self.assertIn("| order100 | none | 150/s, 30 / 8 s | 1 | 3.00 | 6.00 |", rendered(a, result_set(cell(avg_ms=6.0, seconds=8))))

    def test_warns_of_another_machine_of_the_kind(self) -> None:
        a, b = result_set(cell()), result_set(cell())
        for id_of_b, warned in (("1", False), ("2", True)):
            a["environment"]["boot"], b["environment"]["boot"] = {"id": "1"}, {"id": id_of_b}
            self.assertEqual("different machines of a kind" in rendered(a, b), warned)

    def test_warns_of_other_versions_and_settings(self) -> None:
        a, b = result_set(cell()), result_set(cell())
        a["environment"] |= {"versions": {"java": "17", "k6": "1"}, "settings": {"java": "-Xmx2g", "repeat": 3}}
        b["environment"] |= {"versions": {"java": "25", "k6": "1"}, "settings": {"java": "-Xmx8g", "repeat": 5}}
        text = rendered(a, b)
        self.assertIn("> **A and B have other versions: java: 17 / 25.**", text)
        self.assertIn("> **A and B have other settings: java: -Xmx2g / -Xmx8g.**", text)
        self.assertIn("| versions | {'java': '17', 'k6': '1'} | {'java': '25', 'k6': '1'} |", text)
        self.assertNotIn("> **", rendered(a, a))

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
