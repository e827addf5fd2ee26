import unittest
from typing import Any

from cairnbench import compare, goals, html, markdown, matrix, summary, workloads
from cairnbench.document import document
from tests.fixtures import cell, limit
from tests.fixtures import results as result_set

LARGE = {"size_mb": 20}
MANY = {"items": 1000, "iterations": 100}
SLOW = {"delay_ms": 1000}


def verdicts(found: dict[str, Any]) -> dict[tuple[str, str], str]:
    """The text about each goal, by the start of its subject and its store."""
    return {(goal.what.rsplit(", ", 1)[0], goal.store): goal.told
            for goal in goals.evaluate(summary.of(found), found)}


class GoalsTest(unittest.TestCase):
    def one(self, what: str, store: str, told: str, *cells: dict[str, Any], saturation: list[dict[str, Any]] | None = None) -> None:
        self.assertEqual(verdicts(result_set(*cells, saturation=saturation))[what, store], told)

    def test_nothing_measured_is_neither_met_nor_missed(self) -> None:
        found = verdicts(result_set())
        self.assertEqual(set(found.values()), {"not measured"})
        self.assertEqual(len(found), 5 + 4 + 1 + 4 + 4 + 1 + 5 + 5)

    def test_order100(self) -> None:
        for store, good in {"none": 1.0, "file": 1.6, "redis": 1.6, "valkey": 1.6, "jpa": 2.5}.items():
            with self.subTest(store):
                self.one("order100 at 150/s", store, "met", cell(store=store, avg_ms=good))
                self.one("order100 at 150/s", store, "missed", cell(store=store, avg_ms=good + 0.01))
                self.one("order100 at 150/s", store, "not measured", cell(store=store, rate=80))
                self.one("order100 at 150/s", store, "missed (5 dropped or failed)", cell(store=store, avg_ms=0.1, dropped=2, failed=3))

    def test_effects20(self) -> None:
        for store, good in {"file": 8.0, "redis": 5.0, "valkey": 5.0, "jpa": 12.0}.items():
            with self.subTest(store):
                self.one("effects20 at 150/s", store, "met", cell("effects20", store, avg_ms=good))
                self.one("effects20 at 150/s", store, "missed", cell("effects20", store, avg_ms=good + 0.1))

    def test_what_the_server_takes_in_any_case_is_told_beside(self) -> None:
        found = result_set(cell("effects20", "redis", avg_ms=7.0, writes_per_instance=20.98), cell("effects20", "file", avg_ms=7.0),
                           cell("json", avg_ms=3.0, params=MANY), cell("json", "jpa", avg_ms=3.6, params=MANY),
                           cell("output", rate=5, params=LARGE), cell("output", "jpa", rate=5, params=LARGE))
        found["environment"]["least_write"] = {"redis": {"med_ms": 0.3}, "jpa": [{"med_ms": 0.5}, {"med_ms": 0.45}]}
        told = verdicts(found)
        self.assertEqual(told["effects20 at 150/s", "redis"], "missed (21 least writes take 6.30 ms)")
        self.assertEqual(told["effects20 at 150/s", "file"], "met")
        self.assertEqual(told["output processing 1,000 × 100 at 150/s", "jpa"], "missed (with one least write none would take 1.15 ×)")
        self.assertEqual(told["output of 20 MB at 5/s", "jpa"], "met")

    def test_highest_rates(self) -> None:
        what = "highest rate held by order100"
        self.one(what, "none", "met", saturation=[limit("baseline", "none", 1000), limit("order100", "none", 600)])
        self.one(what, "none", "missed", saturation=[limit("baseline", "none", 1000), limit("order100", "none", 590)])
        self.one(what, "none", "not measured", saturation=[limit("order100", "none", 600)])
        for store, share in {"file": 850, "redis": 850, "valkey": 850, "jpa": 750}.items():
            with self.subTest(store):
                self.one(what, store, "met", saturation=[limit("order100", "none", 1000), limit("order100", store, share)])
                self.one(what, store, "missed", saturation=[limit("order100", "none", 1000), limit("order100", store, share - 10)])
                self.one(what, store, "not measured", saturation=[limit("order100", store, 1000)])

    def test_of_two_searches_it_is_the_mean(self) -> None:
        self.one("highest rate held by order100", "none", "missed", saturation=[
            limit("baseline", "none", 1000), limit("order100", "none", 500), limit("order100", "none", 690)])

    def test_what_wrk_says_of_both_is_told(self) -> None:
        baseline = limit("baseline", "none", 1000, wrk=1_400)
        self.one("highest rate held by order100", "none", "met (by wrk 0.50 ×)",
                 saturation=[baseline, limit("order100", "none", 600, wrk=700)])

    def test_where_k6_saturated_first_wrk_has_to_say_the_same(self) -> None:
        baseline = limit("baseline", "none", 1000, wrk=10_000) | {"limited_by_k6": True}
        for held, by_wrk, verdict in ((900, "0.55", "undecided"), (500, "0.55", "missed"), (500, "0.65", "undecided"), (900, "0.65", "met")):
            self.one("highest rate held by order100", "none", f"{verdict} (k6 saturated first; by wrk {by_wrk} ×)",
                     saturation=[baseline, limit("order100", "none", held, wrk=float(by_wrk) * 10_000)])
        self.one("highest rate held by order100", "none", "undecided (k6 saturated first)",
                 saturation=[baseline, limit("order100", "none", 900)])
        text = markdown.render(document(result_set(saturation=[baseline, limit("order100", "none", 900, wrk=5_500)])))
        self.assertIn("0 met, 0 missed, 1 undecided, 28 not measured", text)

    def test_large_outputs(self) -> None:
        for store, ratio in {"file": 1.5, "redis": 2.0, "valkey": 2.0, "jpa": 2.5}.items():
            with self.subTest(store):
                base = cell("output", rate=5, avg_ms=100, params=LARGE)
                self.one("output of 20 MB at 5/s", store, "met",
                         base, cell("output", store, 5, ratio * 100, params=LARGE))
                self.one("output of 20 MB at 5/s", store, "missed", base, cell("output", store, 5, ratio * 100 + 1, params=LARGE))
                self.one("output of 20 MB at 5/s", store, "not measured", cell("output", store, 5, 1, params=LARGE))

    def test_drops_of_none_spoil_what_is_compared_with_it(self) -> None:
        self.one("output of 20 MB at 5/s", "file", "missed (none: 3 dropped or failed)",
                 cell("output", rate=5, avg_ms=100, params=LARGE, dropped=3), cell("output", "file", 5, 100, params=LARGE))

    def test_what_was_disturbed_is_marked(self) -> None:
        self.one("order100 at 150/s", "file", "met (~ disturbed)", cell(store="file"), cell(store="file", disturbed=True))
        self.one("output of 20 MB at 5/s", "file", "met (~ disturbed)",
                 cell("output", rate=5, avg_ms=100, params=LARGE, disturbed=True), cell("output", "file", 5, 100, params=LARGE))

    def test_a_ratio_is_of_one_commit_or_says_that_it_is_not(self) -> None:
        none = cell("output", rate=5, avg_ms=100, params=LARGE, commit="a")
        file = cell("output", "file", 5, 120, params=LARGE, commit="a")
        self.one("output of 20 MB at 5/s", "file", "met", none, file, none | {"commit": "b", "avg_ms": 10})
        self.one("output of 20 MB at 5/s", "file", "met (none is of another commit or length)", none, file | {"commit": "b"})

    def test_searches_are_those_of_the_last_commit(self) -> None:
        saturation = [limit("baseline", "none", 1000), limit("order100", "none", 100) | {"commit": "a"},
                      limit("order100", "none", 700) | {"commit": "b"}]
        found = [goal.found for goal in goals.evaluate([], result_set(saturation=saturation)) if goal.found is not None]
        self.assertEqual(found, [0.7])
        text = markdown.render(document(result_set(cell(), saturation=saturation)))
        self.assertIn("| order100 a | none | 100 |", text)
        self.assertIn("| order100 b | none | 700 |", text)

    def test_output_processing(self) -> None:
        what = "output processing 1,000 × 100 at 150/s"
        base = cell("json", avg_ms=50, params=MANY)
        self.one(what, "jpa", "met", base, cell("json", "jpa", avg_ms=54.9, params=MANY))
        self.one(what, "jpa", "missed", base, cell("json", "jpa", avg_ms=55.1, params=MANY))
        self.one(what, "jpa", "not measured", base)

    def test_external_calls(self) -> None:
        for rate in (150, 500):
            for store in matrix.STORES:
                with self.subTest(store, rate=rate):
                    what = f"external call of 1,000 ms at {rate}/s"
                    one = [goal for goal in goals.evaluate(summary.lines(
                        [cell("external", store, rate, 1010.0, params=SLOW)]), result_set()) if goal.found is not None]
                    self.assertEqual([(goal.what.rsplit(", ", 1)[0], goal.store, goal.verdict) for goal in one], [(what, store, "met")])
                    one = [goal for goal in goals.evaluate(summary.lines(
                        [cell("external", store, rate, 1010.5, params=SLOW)]), result_set()) if goal.found is not None]
                    self.assertEqual([goal.verdict for goal in one], ["missed"])

    def test_a_run_of_the_goals_alone_measures_what_has_one(self) -> None:
        rows = matrix.rows([workload.name for workload in workloads.ALL], matrix.STORES, None, quick=False, goals=True)
        cells = [cell(row.workload.name, store, rate, params=dict(row.params))
                 for row in rows for rate in row.rates for store in row.stores]
        saturation = [limit(row.workload.name, store, 100) for row in rows if row.workload.saturate for store in row.stores]
        self.assertNotIn("not measured", verdicts(result_set(*cells, saturation=saturation)).values())
        self.assertEqual(len(cells), 5 + 5 + 5 + 5 + 10)


class ShownTest(unittest.TestCase):
    def setUp(self) -> None:
        self.found = result_set(cell(avg_ms=0.8), cell(store="file", avg_ms=1.7), cell(store="jpa", avg_ms=2.0, dropped=5))

    def test_the_report_shows_each_with_figure_and_verdict(self) -> None:
        text = markdown.render(document(self.found))
        self.assertIn("29 goals: 1 met, 2 missed, 0 undecided, 26 not measured.", text)
        self.assertIn("| order100 at 150/s, average | none | ≤ 1.00 ms | 0.80 | met | – |", text)
        self.assertIn("| order100 at 150/s, average | file | ≤ 1.60 ms | 1.70 | missed | 4.30 |", text)
        self.assertIn("| order100 at 150/s, average | jpa | ≤ 2.50 ms | 2.00 | missed (5 dropped or failed) | 1,950 |", text)
        self.assertIn("| order100 at 150/s, average | redis | ≤ 1.60 ms | – | not measured | 5,820 |", text)
        self.assertIn("| output of 20 MB at 5/s, of none's average | jpa | ≤ 2.50 × | – | not measured | 17,600 |", text)
        self.assertIn("| external call of 1,000 ms at 150/s, average | redis | ≤ 1,010 ms | – | not measured | 3,660 |", text)
        self.assertIn("| external call of 1,000 ms at 500/s, average | redis | ≤ 1,010 ms | – | not measured | – |", text)
        self.assertIn("| output processing 1,000 × 100 at 150/s, of none's average | jpa | ≤ 1.10 × | – | not measured | 3,150 |", text)

    def test_the_figure_has_the_spread_of_its_repetitions(self) -> None:
        text = markdown.render(document(result_set(
            cell(avg_ms=0.8), cell(avg_ms=0.7, cold=True), cell(avg_ms=0.9), cell("output", rate=5, avg_ms=100, params=LARGE),
            cell("output", rate=5, avg_ms=110, params=LARGE), cell("output", "jpa", rate=5, avg_ms=210, params=LARGE))))
        self.assertIn("| order100 at 150/s, average | none | ≤ 1.00 ms | 0.80 (0.70–0.90) | met (cold) | – |", text)
        self.assertIn("| output of 20 MB at 5/s, of none's average | jpa | ≤ 2.50 × | 2.00 (1.91–2.10) | met | 17,600 |", text)

    def test_the_page_tells_them_apart(self) -> None:
        text = html.render(document(self.found), library="")
        for verdict in ("met", "missed", "not-measured"):
            self.assertIn(f'<td class="{verdict}">', text)

    def test_a_comparison_shows_both(self) -> None:
        text = markdown.render(compare.compare(self.found, result_set(cell(avg_ms=1.2))))
        self.assertIn("| order100 at 150/s, average | none | ≤ 1.00 ms | 0.80 | met | 1.20 | missed |", text)
        self.assertIn("| order100 at 150/s, average | file | ≤ 1.60 ms | 1.70 | missed | – | not measured |", text)

    def test_quick_runs_meet_none(self) -> None:
        quick = result_set(cell(avg_ms=0.8), quick=True)
        self.assertNotIn("| met", markdown.render(document(quick)))
        self.assertNotIn("| met", markdown.render(compare.compare(quick, self.found)))
