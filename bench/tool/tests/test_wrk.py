import pathlib
import tempfile
import unittest
import unittest.mock

from cairnbench import workloads, wrk
from cairnbench.behaviour import Expected
from cairnbench.children import Children, Failed
from cairnbench.generators import Wrk


class WrkTest(unittest.TestCase):
    def test_reads_its_result(self) -> None:
        found = wrk.result("Running 10s test\n  1 threads\nRESULT 90000 0 0 10000000 5000.000000 9500.000000\n", 64, 0.9714)
        self.assertEqual(found, wrk.Ceiling(9000.0, 5.0, 9.5, 64, 0.971))

    def test_wrong_answers_and_errors_make_it_worthless(self) -> None:
        for counts, told in (("7 0", "of 90000 answers to wrk 7 were wrong, and 0 did not come"), ("0 3", "0 were wrong, and 3 did not")):
            with self.assertRaisesRegex(Failed, told):
                wrk.result(f"RESULT 90000 {counts} 10000000 5000.0 9500.0\n", 64, 0.5)

    def test_says_what_it_printed_instead(self) -> None:
        with self.assertRaisesRegex(Failed, "unable to connect"):
            wrk.result("unable to connect to 127.0.0.1\n", 64, 0.5)

    def test_small_answers_are_compared_in_full(self) -> None:
        workload = workloads.named("order100")
        self.assertIn('not (body == [==[{"a": 1}]==])', wrk.script(workload, {}, Expected(workload.answer({})), '{"a": 1}'))

    def test_large_answers_are_told_by_their_size_and_end(self) -> None:
        told = wrk.script(workloads.named("output"), {"size_mb": 20}, Expected(None, 20_000_123, '"COMPLETED"}'), "")
        self.assertIn('not (#body == 20000123 and body:sub(-12) == [==["COMPLETED"}]==])', told)

    def test_the_answer_to_its_body_is_looked_at_before(self) -> None:
        workload = workloads.named("floor")
        with unittest.mock.patch("cairnbench.http.post", lambda *_: b'{"message": "bye"}'), tempfile.TemporaryDirectory() as name:
            with self.assertRaisesRegex(Failed, "floor answered .*bye"):
                wrk.run(Children(), Wrk(pathlib.Path("none"), None), "http://x", workload, {}, Expected(workload.answer({})), 1,
                        pathlib.Path(name))

    def test_large_answers_are_asked_for_by_fewer(self) -> None:
        self.assertEqual([wrk.connections(Expected(None, size)) for size in (0, 500_000, 20_000_000, 100_000_000)], [64, 64, 3, 2])
