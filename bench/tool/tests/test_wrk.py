import unittest

from cairnbench import workloads, wrk
from cairnbench.behaviour import Expected
from cairnbench.children import Failed


class WrkTest(unittest.TestCase):
    def test_reads_its_result(self) -> None:
        found = wrk.result("Running 10s test\n  1 threads\nRESULT 90000 0 10000000 5000.000000 9500.000000\n")
        self.assertEqual((found.per_second, found.med_ms, found.p95_ms), (9000.0, 5.0, 9.5))

    def test_wrong_answers_make_it_worthless(self) -> None:
        with self.assertRaisesRegex(Failed, "7 of 90000"):
            wrk.result("RESULT 90000 7 10000000 5000.0 9500.0\n")

    def test_says_what_it_printed_instead(self) -> None:
        with self.assertRaisesRegex(Failed, "unable to connect"):
            wrk.result("unable to connect to 127.0.0.1\n")

    def test_looks_for_what_all_right_answers_have(self) -> None:
        workload = workloads.named("order100")
        self.assertIn('[==["COMPLETED_100_STEPS"]==]', wrk.script(workload, {}, Expected(workload.answer({}))))
        self.assertIn("[==[hello world!]==]", wrk.script(workloads.named("floor"), {}, Expected({"message": "hello world!"})))

    def test_large_answers_are_asked_for_by_fewer(self) -> None:
        self.assertEqual([wrk.connections(Expected(None, size)) for size in (0, 500_000, 20_000_000, 100_000_000)], [64, 64, 3, 2])
