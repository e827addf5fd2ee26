import json
import pathlib
import re
import tempfile
import unittest
from typing import Any

from cairnbench import costs, figures, html, markdown, matrix, results, summary, workloads
from cairnbench.children import Failed
from cairnbench.document import Chart, document
from cairnbench.summary import number
from tests.fixtures import cell, limit
from tests.fixtures import results as result_set


def rendered(found: dict[str, Any]) -> str:
    return markdown.render(document(found))


class ReportTest(unittest.TestCase):
    def test_gives_the_median_of_repetitions_and_how_far_they_are_apart(self) -> None:
        text = rendered(result_set(*(cell(avg_ms=avg, repetition=i) for i, avg in enumerate((1.5, 1.0, 4.0)))))
        self.assertIn("| 150/s | none | 1.50 (1.00–4.00) |", text)

    def test_other_lengths_and_commits_and_searches_are_lines_of_their_own(self) -> None:
        found = result_set(cell(avg_ms=1.0, commit="a"), cell(avg_ms=2.0, commit="a"), cell(avg_ms=8.0, commit="b"),
                           cell(avg_ms=9.0, seconds=1, commit="b"), cell(avg_ms=70.0, commit="b", search=True), cell(store="jpa", commit="b"))
        text = rendered(found)
        for row in ("| 150/s 30 s, a | none | 1.50 (1.00–2.00) |", "| 150/s 30 s, b | none | 8.00 |", "| 150/s 1 s, b | none | 9.00 |",
                    "| 150/s search, 30 s, b | none | 70.0 |", "| 150/s | jpa | 1.00 |"):
            self.assertIn(row, text)
        self.assertIn("| order100 at 150/s, average | none | ≤ 1.00 ms | 8.00 |", text)
        charts = [chart for section in document(found).sections for chart in section.charts]
        self.assertNotIn(70.0, [figure for chart in charts for figures in chart.series.values() for figure in figures])

    def test_a_planted_slowdown_is_told_by_cells_of_its_own_commit(self) -> None:
        lines = summary.lines([cell(avg_ms=1.0, commit="a"), cell(avg_ms=4.0, commit="b"), cell(avg_ms=6.0, commit="a", params={"planted_ms": 5})])
        self.assertEqual(summary.planted(lines), summary.Planted(5, 5.0))

    def test_a_planted_slowdown_that_is_seen_is_believed(self) -> None:
        text = rendered(result_set(cell(avg_ms=1.0), cell(avg_ms=6.1, params={"planted_ms": 5})))
        self.assertIn("5.10 ms above", text)
        self.assertIn("so the measurement shows what it should", text)
        self.assertIn("| planted 5 ms 150/s | none | 6.10 |", text)

    def test_a_planted_slowdown_that_is_not_seen_is_told_first(self) -> None:
        text = rendered(result_set(cell(avg_ms=1.0), cell(avg_ms=1.2, params={"planted_ms": 5})))
        self.assertIn("NOT be believed", text)
        self.assertIn("> **A planted slowdown of 5 ms was seen as 0.20 ms", text)

    def test_a_slower_store_is_shown_as_slower(self) -> None:
        chart = document(result_set(cell(), cell(store="jpa", avg_ms=2.5))).sections[-2].charts[0]
        self.assertEqual(chart.series, {"none": (1.0,), "jpa": (2.5,)})

    def test_warns_of_what_spoils_the_figures(self) -> None:
        found = result_set(cell(disturbed=True), cell(store="file", failed=3),
                           cell(rate=2000, limited_by_k6=True, saturated=True), quick=True)
        text = rendered(found)
        self.assertIn("too busy with something else in 1 of 3", text)
        self.assertIn("Of 69,000 requests 3 failed or had a wrong answer", text)
        self.assertIn("Of 9,000 requests 5 failed", rendered(result_set(cell(), cell(failed=5, search=True))))
        self.assertIn("In 1 of 3 measurements k6 was what saturated", text)
        self.assertIn("Its figures say nothing", text)
        self.assertIn("| 150/s ~ | none |", text)
        self.assertIn("| 2000/s k6 | none |", text)
        self.assertNotIn("> **", rendered(result_set(cell(), cell(avg_ms=6.0, params={"planted_ms": 5}))))

    def test_warns_of_what_was_dropped(self) -> None:
        text = rendered(result_set(cell(dropped=4400, requests=100, saturated=True), cell(store="file"), cell(rate=9000, dropped=7, search=True)))
        self.assertIn("> **Of 9,000 requests that were due 4,400 were dropped", text)
        self.assertIn("| 150/s saturated | none |", text)

    def test_warns_of_a_run_that_did_not_end(self) -> None:
        found = result_set(cell())
        found["runs"].append({"date": "2026-01-02", "ended": "Interrupted: SIGINT"})
        text = rendered(found)
        self.assertIn("> **The run of 2026-01-02 did not measure all it was told to (Interrupted: SIGINT)", text)
        self.assertNotIn("The run of 2026-01-01", text)

    def test_says_how_often_each_was_measured(self) -> None:
        text = rendered(result_set(cell(repetition=1), cell(repetition=2), cell(store="file")))
        self.assertIn("| repetitions |", text)
        self.assertIn("| 0.10 | 0.10 | 1.00 | 0.90 | 2 |", text)
        self.assertIn("| 0.10 | 0.10 | 1.00 | 0.90 | 1 |", text)

    def test_what_got_more_than_it_could_take_is_drawn_pale_and_what_did_not_answer_is_not(self) -> None:
        found = result_set(cell(saturated=True), cell(store="jpa", avg_ms=0.2, failed=4500, saturated=True), cell(store="file"))
        chart = document(found).sections[-2].charts[0]
        self.assertEqual(chart.series, {"none": (1.0,), "file": (1.0,), "jpa": (None,)})
        self.assertEqual(chart.pale, {"none": (True,), "file": (False,), "jpa": (True,)})
        self.assertIn("(pale: ", chart.title)
        self.assertNotIn("(pale: ", document(result_set(cell())).sections[-2].charts[0].title)

    def test_latencies_are_of_repetitions_that_had_an_answer(self) -> None:
        self.assertIn("| 150/s saturated | none | 2.00 | 2.00 |",
                      rendered(result_set(cell(avg_ms=2.0), cell(avg_ms=0.0, requests=0, dropped=4500, saturated=True))))

    def test_a_text_of_several_lines_is_one_cell(self) -> None:
        found = result_set(cell(), saturation=[limit("order100", "none", 4000) | {"wrk_problem": "no result:\nfirst\nsecond"}])
        self.assertIn("| – | no result: first second |", rendered(found))
        self.assertIn("no result: first second", figures.render(found))

    def test_warns_of_what_was_measured_cold(self) -> None:
        text = rendered(result_set(cell(cold=True), cell(store="file")))
        self.assertIn("In 1 of 2 measurements the application still compiled", text)
        self.assertIn("| 150/s cold | none |", text)

    def test_warns_of_several_machines_of_a_kind(self) -> None:
        found = result_set(cell())
        for boot, warned in (("a", False), (["a", "b"], True)):
            found["environment"]["boot"] = {"id": boot}
            self.assertEqual("on several machines of a kind" in rendered(found), warned)

    def test_the_planted_slowdown_that_was_seen_worst_is_told(self) -> None:
        lines = summary.lines([cell(avg_ms=1.0), cell(avg_ms=6.0, params={"planted_ms": 5}), cell(avg_ms=1.0, commit="b"),
                               cell(avg_ms=1.1, commit="b", params={"planted_ms": 5}), cell(avg_ms=7.0, seconds=5, params={"planted_ms": 5}),
                               cell(avg_ms=1.0, seconds=5)])
        seen = summary.planted(lines)
        self.assertEqual((seen.planted_ms, round(seen.seen_ms, 6), seen.shown), (5, 0.1, False))

    def test_warns_where_no_slowdown_was_planted(self) -> None:
        self.assertIn("> **No slowdown was planted", rendered(result_set(cell("floor"))))

    def test_a_small_slowdown_that_is_not_seen_is_told(self) -> None:
        self.assertFalse(summary.Planted(1, 0.0).shown)
        self.assertEqual([summary.Planted(5, seen).shown for seen in (2.4, 2.5, 7.5, 7.6)], [False, True, True, False])

    def test_memory_is_that_of_an_application_s_life(self) -> None:
        self.assertIn("| RSS so far, MB |", rendered(result_set(cell())))

    def test_searches_say_how_often_they_tried(self) -> None:
        found = rendered(result_set(cell(), saturation=[limit("order100", "none", 4000), limit("order100", "none", 4200)]))
        self.assertIn("| order100 | none | 4,100 (4,000–4,200) | 6, 2 | – |", found)

    def test_what_to_know_of_a_ceiling_stands_beside_it(self) -> None:
        busy = limit("order100", "none", 4000, wrk=9000.0)
        busy["wrk"]["cpu_wrk"] = 0.97
        found = rendered(result_set(cell(), saturation=[busy, limit("order100", "file", 4000) | {"wrk_problem": "7 wrong"}]))
        self.assertIn("| order100 | none | 4,000 | 3, 1 | 9,000 | wrk used 0.97 of its one core |", found)
        self.assertIn("| order100 | file | 4,000 | 3, 1 | – | 7 wrong |", found)

    def test_costs_are_differences(self) -> None:
        found = result_set(cell(avg_ms=1.8), cell("order20", avg_ms=1.0), cell("floor", avg_ms=0.5), cell("effects20", avg_ms=4.5))
        self.assertIn("| none | 10.0 | 200 | – |", rendered(found))

    def test_a_cost_below_the_noise_is_told_as_it_is(self) -> None:
        found = result_set(cell(avg_ms=1.0), cell(avg_ms=1.4), cell("order20", avg_ms=1.5), cell("order20", avg_ms=1.3))
        self.assertIn("| none | -2.50 (-6.25–1.25) | – | – |", rendered(found))
        self.assertFalse(Chart("", "µs", ("a", "b"), {"none": (-1.0, 30.0)}).logarithmic)

    def test_a_kilobyte_is_told_where_nobody_waits_for_another(self) -> None:
        def output(size_mb: float, avg_ms: float, rate: int = 20) -> dict[str, Any]:
            return cell("output", rate=rate, avg_ms=avg_ms, params={"size_mb": size_mb})

        self.assertIn("| none | – | – | 1.00 |", rendered(result_set(output(0.1, 1.0), output(1, 1.967), output(1, 9.0, 150), output(0.1, 1.0, 150))))
        self.assertNotIn("a KB cost", rendered(result_set(output(0.1, 1.0), output(1, 9.0, 150), output(0.1, 1.0, 150))))
        rates = {case.params["size_mb"]: case.rates for case in workloads.named("output").cases if "answer" not in case.params}
        self.assertTrue({0.1, 1} <= {size for size, measured in rates.items() if costs.KB_RATE in measured})

    def test_costs_are_of_one_commit(self) -> None:
        found = result_set(cell(avg_ms=1.8, commit="b"), cell("order20", avg_ms=1.0, commit="a"))
        self.assertNotIn("a KB cost", rendered(found))

    def test_costs_are_of_what_was_measured_alike_though_one_was_measured_for_longer(self) -> None:
        found = result_set(cell(avg_ms=9.0), cell(avg_ms=1.8, seconds=5), cell("order20", avg_ms=1.0, seconds=5))
        self.assertIn("| none | 10.0 | – | – |", rendered(found))

    def test_cells_come_in_the_order_of_the_matrix(self) -> None:
        lines = summary.lines([cell(store="jpa"), cell(store="none"), cell("floor"), cell(rate=20)])
        self.assertEqual([(line.workload, line.rate, line.store) for line in lines],
                         [("floor", 150, "none"), ("order100", 20, "none"), ("order100", 150, "none"), ("order100", 150, "jpa")])

    def test_an_axis_is_logarithmic_where_figures_are_far_apart(self) -> None:
        self.assertTrue(Chart("", "ms", ("a", "b"), {"none": (1.0, 30.0)}).logarithmic)
        self.assertFalse(Chart("", "ms", ("a", "b"), {"none": (1.0, None), "jpa": (15.0, 0.0)}).logarithmic)

    def test_figures_have_about_three_digits(self) -> None:
        self.assertEqual([number(value) for value in (None, 0, 0.123, 12.34, 123.4, 12345.6)],
                         ["–", "0", "0.12", "12.3", "123", "12,346"])


class HtmlTest(unittest.TestCase):
    def setUp(self) -> None:
        found = result_set(cell(), cell(store="jpa", avg_ms=60.0), saturation=[limit("order100", "none", 4000)])
        found["environment"]["commit"] = "<script>alert(1)</script> @@title@@"
        self.text = html.render(document(found), library="/* the library */ '</script>'")

    def test_needs_no_other_file(self) -> None:
        self.assertEqual(re.findall(r'(?:src|href)\s*=|@import|url\(|https?://', self.text), [])

    def test_text_stays_text(self) -> None:
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt; @@title@@", self.text)
        self.assertEqual(self.text.count("<script"), self.text.count("</script>"))

    def test_charts_have_their_figures(self) -> None:
        charts = json.loads(re.search(r'id="charts">(.*?)</script>', self.text, re.DOTALL).group(1))
        self.assertIn({"title": "Average latency by store and rate", "unit": "ms", "labels": ["150/s"],
                       "series": {"none": [1.0], "jpa": [60.0]}, "pale": {"none": [False], "jpa": [False]}, "logarithmic": True}, charts)
        self.assertEqual(self.text.count("<canvas"), len(charts))

    def test_bars_are_seen_on_a_light_and_a_dark_page(self) -> None:
        def luminance(colour: str) -> float:
            parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
            red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

        colours = re.findall(r"(\w+): '(#[0-9a-f]{6})'", self.text)
        self.assertEqual([store for store, _ in colours], list(matrix.STORES))
        for _, colour in colours:
            for page in re.findall(r"--page: (#[0-9a-f]{6})", self.text):
                one, other = sorted((luminance(colour), luminance(page)))
                self.assertGreaterEqual(other / one, 3, (colour, page))

    def test_knows_the_dark(self) -> None:
        self.assertIn("prefers-color-scheme: dark", self.text)


class ResultsTest(unittest.TestCase):
    def test_what_is_written_can_be_read(self) -> None:
        found = result_set(cell())
        with tempfile.TemporaryDirectory() as name:
            results.write(pathlib.Path(name), found)
            self.assertEqual(results.read(pathlib.Path(name)), found)
            self.assertEqual([path.name for path in pathlib.Path(name).iterdir()], ["results.json"])

    def test_what_cannot_be_understood_is_refused(self) -> None:
        def without(name: str) -> dict[str, Any]:
            return {key: value for key, value in cell().items() if key != name}

        for text, told in ((b"null", "has no cells"), (b"3", "has no cells"), (b"\xff", "has no results"), (b'{"cells": [', "has no results"),
                           (b'{"cells": 3}', "cells is not"), (b'{"cells": [], "runs": [{"date": ""}]}', "runs is not"), (b'{"cells": [3]}', r"cells\[0\] is no object"),
                           (json.dumps(result_set(cell(), without("rate"))).encode(), r"cells\[1\] has no number rate"),
                           (json.dumps(result_set(without("store"))).encode(), "does not say of which workload, params and store"),
                           (json.dumps({"cells": [], "saturation": [{"workload": "order100"}]}).encode(), r"saturation\[0\] has no number held_rate")):
            with self.subTest(text), tempfile.TemporaryDirectory() as name:
                (pathlib.Path(name) / "results.json").write_bytes(text)
                with self.assertRaisesRegex(Failed, told):
                    results.read(pathlib.Path(name))

    def test_a_cell_may_have_no_more_than_a_reader_needs(self) -> None:
        fields = ("workload", "params", "store", "rate", "seconds", "requests", "dropped", "failed", "avg_ms", "med_ms", "p95_ms", "p99_ms",
                  "max_ms", "rss_mb", "writes_per_instance")
        least = {name: cell(params={"depth": 7})[name] for name in fields}
        with tempfile.TemporaryDirectory() as name:
            (pathlib.Path(name) / "results.json").write_text(json.dumps({"cells": [least]}))
            text = rendered(results.read(pathlib.Path(name)))
        self.assertIn("| depth 7 150/s | none | 1.00 | 1.00 | 2.00 | 3.00 | 9.00 | 4,500 | 0 | 0 | 300 | – | – | – | 1.00 | – | 1 |", text)
