"""Starts other programs, and never leaves one behind."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType

from . import machine

GRACE_SECONDS = 10
POLL_SECONDS = 0.01


class Interrupted(Exception):
    """This program was told to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class Failed(Exception):
    """Something that is needed could not be had; the message says what to do."""


class Children:
    """
    Programs that this one started; all have ended when the with statement has.

    Each is the leader of a session of its own, so that Ctrl-C reaches this program alone, which then ends them in
    the reverse order of their start: first by asking, then by force.
    """

    def __init__(self) -> None:
        self._running: list[subprocess.Popen[bytes]] = []
        self._end_with_input: set[int] = set()
        self._held = False
        self._pending: int | None = None

    def __enter__(self) -> Children:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        # From here on nothing interrupts: what was started has to end first.
        self._held = True
        for child in reversed(self._running):
            self._end(child)
        self._running.clear()

    def _interrupt(self, number: int, _: FrameType | None) -> None:
        if self._held:
            self._pending = number
        else:
            raise Interrupted(number)

    @contextlib.contextmanager
    def _hold(self) -> Iterator[None]:
        """Between its start and its being known, a child must not be forgotten."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
            if self._pending is not None:
                number, self._pending = self._pending, None
                raise Interrupted(number)

    def start(self, command: Sequence[str | pathlib.Path], log: pathlib.Path, *, cwd: pathlib.Path | None = None,
              environment: Mapping[str, str] | None = None, output: int | None = None,
              ends_with_input: bool = False) -> subprocess.Popen[bytes]:
        """
        Starts a program; what it says goes to the log, its standard output elsewhere if that is given. A child that
        ends with its standard input is given time to do so before it is sent a signal.
        """
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "ab") as errors, self._hold():
            child = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.PIPE, stdout=errors if output is None else output,
                stderr=errors, cwd=cwd, env={**os.environ, **(environment or {})}, start_new_session=True)
            self._running.append(child)
            if ends_with_input:
                self._end_with_input.add(child.pid)
        return child

    def run(self, command: Sequence[str | pathlib.Path], log: pathlib.Path, *, cwd: pathlib.Path | None = None,
            environment: Mapping[str, str] | None = None, limit_seconds: float = 1800) -> int:
        """Runs a program to its end; returns its exit code."""
        child = self.start(command, log, cwd=cwd, environment=environment)
        try:
            child.wait(timeout=limit_seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"{command[0]} did not end within {limit_seconds:.0f} s; see {log}") from None
        finally:
            self.end(child)
        return child.returncode

    def end(self, child: subprocess.Popen[bytes]) -> None:
        """Ends a program now; nothing happens if it has ended."""
        with self._hold():
            if child in self._running:
                self._end(child)
                self._running.remove(child)

    def _end(self, child: subprocess.Popen[bytes]) -> None:
        if child.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                child.stdin.close()
        if child.pid not in self._end_with_input or not _ended_by_itself(child):
            _end_by_signal(child)
        if child.stdout is not None:
            child.stdout.close()


def _ended_by_itself(child: subprocess.Popen[bytes]) -> bool:
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=GRACE_SECONDS)
    return child.returncode is not None


def _end_by_signal(child: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(timeout=GRACE_SECONDS)
            break
    # Processes that it may have started itself and left behind. Their end causes no signal, so it is polled for.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    deadline = time.monotonic() + GRACE_SECONDS
    while machine.group_runs(child.pid) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
