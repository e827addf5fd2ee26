import os
import pathlib
import shutil
import tempfile
import unittest

from cairnbench import machine


def process(proc: pathlib.Path, pid: int, parent: int, own: int, children: int, name: str = "java") -> None:
    """A process as /proc shows it; times in ticks."""
    directory = proc / str(pid)
    directory.mkdir()
    fields = ["S", str(parent)] + ["0"] * 9 + [str(own), "0", str(children), "0"] + ["0"] * 10
    (directory / "stat").write_text(f"{pid} ({name}) {' '.join(fields)}\n")


def process_again(proc: pathlib.Path, pid: int, own: int) -> None:
    """The same process, later."""
    stat = proc / str(pid) / "stat"
    fields = stat.read_text().split()
    fields[13] = str(own)
    stat.write_text(" ".join(fields))


def compiler(threads: pathlib.Path, number: int, own: int) -> None:
    """A thread that compiles."""
    process(threads, number, 1, own, 0)
    (threads / str(number) / "comm").write_text("C2 CompilerThre\n")


class MachineTest(unittest.TestCase):
    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.proc = pathlib.Path(self._directory.name)

    def test_a_tree_has_descendants_and_those_that_have_ended(self) -> None:
        ticks = machine.TICKS_PER_SECOND
        process(self.proc, 10, 1, 3 * ticks, 5 * ticks)
        process(self.proc, 11, 10, ticks, 0, name="postgres: a) (b")
        process(self.proc, 12, 11, 2 * ticks, 0)
        process(self.proc, 13, 1, 100 * ticks, 0)
        (self.proc / "self").mkdir()
        self.assertEqual(machine.tree_seconds(10, self.proc), 11.0)

    def test_a_start_of_the_machine_has_a_name_that_says_nothing_else(self) -> None:
        self.assertEqual(machine.boot(self.proc), "")
        (self.proc / "sys/kernel/random").mkdir(parents=True)
        names = []
        for identifier in ("c9f1", "c9f2", "c9f2"):
            (self.proc / "sys/kernel/random/boot_id").write_text(identifier)
            names.append(machine.boot(self.proc))
        self.assertEqual([len(set(names)), names[1] == names[2], any("c9f" in name for name in names)], [2, True, False])

    def test_what_does_not_run_has_taken_no_time(self) -> None:
        self.assertEqual(machine.tree_seconds(99, self.proc), 0.0)
        self.assertEqual(machine.rss_mb(99, self.proc), 0.0)

    def test_compilers_are_told_by_the_names_of_their_threads(self) -> None:
        ticks = machine.TICKS_PER_SECOND
        threads = self.proc / "7" / "task"
        threads.mkdir(parents=True)
        for thread, (name, own) in enumerate((("java", 50), ("C2 CompilerThre", 3), ("C1 CompilerThre", 2), ("GC Thread#0", 9))):
            process(threads, thread, 1, own * ticks, 0)
            (threads / str(thread) / "comm").write_text(name + "\n")
        compilers = machine.Compilers(7, self.proc)
        process_again(threads, 1, 5 * ticks)
        process_again(threads, 3, 99 * ticks)
        compilers.look()
        self.assertEqual(compilers.seconds, 2.0)

    def test_a_compiler_that_has_gone_does_not_hide_another(self) -> None:
        ticks = machine.TICKS_PER_SECOND
        threads = self.proc / "7" / "task"
        threads.mkdir(parents=True)
        compiler(threads, 1, 50 * ticks)
        compiler(threads, 2, 3 * ticks)
        compilers = machine.Compilers(7, self.proc)
        process_again(threads, 1, 51 * ticks)
        compilers.look()
        shutil.rmtree(threads / "1")
        process_again(threads, 2, 4 * ticks)
        compiler(threads, 3, 6 * ticks)
        compilers.look()
        self.assertEqual(compilers.seconds, 8.0)

    def test_what_has_ended_compiles_nothing(self) -> None:
        compilers = machine.Compilers(8, self.proc)
        compilers.look()
        self.assertEqual(compilers.seconds, 0.0)

    def test_memory_is_in_decimal_megabytes(self) -> None:
        (self.proc / "7").mkdir()
        (self.proc / "7" / "status").write_text("Name:\tjava\nVmRSS:\t  100000 kB\n")
        self.assertEqual(machine.rss_mb(7, self.proc), 102.4)

    def test_waiting_for_the_disk_and_idling_is_not_busy(self) -> None:
        ticks = machine.TICKS_PER_SECOND
        (self.proc / "stat").write_text(f"cpu  {ticks} 0 {ticks} {50 * ticks} {9 * ticks} 0 {ticks} {4 * ticks} 0 0\ncpu0 1\n")
        found = machine.machine_time(self.proc)
        self.assertEqual((found.busy, found.stolen), (3.0, 4.0))

    def test_this_process_has_a_tree(self) -> None:
        self.assertGreater(machine.tree_seconds(os.getpid()), 0.0)
        self.assertGreater(machine.rss_mb(os.getpid()), 1.0)
