import unittest
from typing import Any

from cairnbench import compare, figures, html, markdown
from cairnbench.document import document
from tests.fixtures import cell, limit
from tests.fixtures import results as result_set


def measured(durability: str) -> dict[str, Any]:
    """A run in which Redis was told this."""
    found = result_set(cell(durability="none"), cell(store="file", avg_ms=1.5), cell(store="redis", avg_ms=1.5, durability=durability),
                       saturation=[limit("order100", "none", 1000), limit("order100", "redis", 900) | {"durability": durability}])
    fsync = "everysec" if durability == "batched" else "always"
    found["environment"]["durability"] = {"none": "none", "file": "strict", "redis": f"{durability}: appendonly yes, appendfsync {fsync}"}
    return found


class DurabilityTest(unittest.TestCase):
    def test_rows_of_a_batched_run_are_told_from_strict_ones(self) -> None:
        strict, batched = (markdown.render(document(measured(durability))) for durability in ("strict", "batched"))
        self.assertIn("| 150/s | redis (batched) | 1.50 |", batched)
        self.assertIn("| 150/s | file | 1.50 |", batched)
        self.assertIn("| order100 | redis (batched) | 900 |", batched)
        self.assertNotIn("batched", strict)
        self.assertIn("|150/s |redis (batched) |1.50 ", figures.render(measured("batched")))

    def test_goals_that_are_met_without_the_disk_say_so(self) -> None:
        text = markdown.render(document(measured("batched")))
        self.assertIn("| redis | ≤ 1.60 ms | 1.50 | met (batched: answers do not wait for the disk) |", text)
        self.assertIn("| file | ≤ 1.60 ms | 1.50 | met |", text)

    def test_the_settings_in_force_are_told_before_any_figure(self) -> None:
        for durability, told in (("strict", "redis is strict: appendonly yes, appendfsync always"),
                                 ("batched", "redis is batched: appendonly yes, appendfsync everysec")):
            found = measured(durability)
            for text in (markdown.render(document(found)), html.render(document(found), library=""), figures.render(found)):
                self.assertIn(told, text)
                self.assertLess(text.index(told), text.index("1.50"))

    def test_what_a_server_does_that_is_not_of_this_run_is_not_known(self) -> None:
        unseen = [cell(cpu_server=None, repetition=i) for i in (1, 2)]
        self.assertIn("| 0.30 | – | 0.10 |", markdown.render(document(result_set(*unseen))))

    def test_a_comparison_of_both_says_which_is_which(self) -> None:
        text = markdown.render(compare.compare(measured("strict"), measured("batched")))
        self.assertIn("| order100 | redis (strict / batched) | 150/s |", text)
        self.assertIn("| order100 | file | 150/s |", text)
        self.assertIn("appendfsync everysec", text)
