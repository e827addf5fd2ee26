import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest
import unittest.mock

from cairnbench.children import Children, Failed

TOOL = pathlib.Path(__file__).resolve().parents[1]
# Starts a program that starts another, says the ids of both, and waits to be interrupted.
PARENT = textwrap.dedent("""
    import pathlib, subprocess, sys
    from cairnbench.children import Children, Interrupted
    try:
        with Children() as children:
            child = children.start(["sh", "-c", "sleep 600 & echo $!; wait"], pathlib.Path(sys.argv[1]), output=subprocess.PIPE)
            print(child.pid, child.stdout.readline().decode().strip(), flush=True)
            children.run(["sleep", "600"], pathlib.Path(sys.argv[1]))
    except Interrupted as interrupted:
        print(interrupted, flush=True)
""")


def runs(pid: int) -> bool:
    """True if a process exists and has not ended."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class ChildrenTest(unittest.TestCase):
    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.log = pathlib.Path(self._directory.name) / "log"

    def interrupted_by(self, number: int) -> None:
        with subprocess.Popen([sys.executable, "-c", PARENT, str(self.log)], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": str(TOOL)}) as parent:
            assert parent.stdout is not None
            pids = [int(pid) for pid in parent.stdout.readline().split()]
            self.assertEqual([runs(pid) for pid in pids], [True, True])
            parent.send_signal(number)
            self.assertEqual(parent.stdout.readline().strip(), signal.Signals(number).name)
            self.assertEqual([runs(pid) for pid in pids], [False, False])

    def test_ctrl_c_ends_everything_that_was_started(self) -> None:
        self.interrupted_by(signal.SIGINT)

    def test_so_does_being_asked_to_end(self) -> None:
        self.interrupted_by(signal.SIGTERM)

    def test_a_program_that_ignores_being_asked_is_killed(self) -> None:
        with Children() as children, unittest.mock.patch("cairnbench.children.GRACE_SECONDS", 0.2):
            child = children.start(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"], self.log,
                                   output=subprocess.PIPE)
            assert child.stdout is not None
            child.stdout.readline()
            children.end(child)
            self.assertEqual(child.returncode, -signal.SIGKILL)

    def test_a_program_that_ends_with_its_input_is_given_time(self) -> None:
        with Children() as children:
            child = children.start(["sh", "-c", "read line; exit 7"], self.log, ends_with_input=True)
            children.end(child)
            self.assertEqual(child.returncode, 7)

    def test_a_program_that_takes_too_long_is_ended_and_told(self) -> None:
        with Children() as children, self.assertRaisesRegex(Failed, "did not end within"):
            children.run(["sleep", "600"], self.log, limit_seconds=0.1)

    def test_what_a_program_says_is_kept(self) -> None:
        with Children() as children:
            self.assertEqual(children.run(["sh", "-c", "echo hello; exit 3"], self.log), 3)
        self.assertEqual(self.log.read_text(), "hello\n")
