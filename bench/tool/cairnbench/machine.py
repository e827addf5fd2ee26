"""Activity of the machine and its processes, read from /proc."""

from __future__ import annotations

import hashlib
import os
import pathlib
from dataclasses import dataclass

PROC = pathlib.Path("/proc")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
COMPILERS = ("C1 Compiler", "C2 Compiler")


@dataclass(frozen=True)
class MachineTime:
    """Seconds of processor time since the machine was started, over all cores."""

    busy: float
    stolen: float


def machine_time(proc: pathlib.Path = PROC) -> MachineTime:
    """Work of all cores so far."""
    fields = [int(field) for field in (proc / "stat").read_text().split("\n", 1)[0].split()[1:]]
    user, nice, system, _idle, _wait, interrupts, soft_interrupts, stolen = fields[:8]
    busy = user + nice + system + interrupts + soft_interrupts
    return MachineTime(busy / TICKS_PER_SECOND, stolen / TICKS_PER_SECOND)


def boot(proc: pathlib.Path = PROC) -> str:
    """Tells this machine since its start from others, even those of its kind; says nothing else of it. Empty if it is not known."""
    try:
        identifier = (proc / "sys/kernel/random/boot_id").read_bytes()
    except OSError:
        return ""
    return hashlib.sha256(identifier).hexdigest()[:12]


def _fields(directory: pathlib.Path) -> list[str] | None:
    """State, parent, group and so on of a process; None if it has ended meanwhile."""
    try:
        text = (directory / "stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The name stands in brackets before it, and may have brackets and spaces in it.
    return text[text.rindex(")") + 2:].split()


def _stat(directory: pathlib.Path) -> tuple[int, int, int] | None:
    """Parent, own ticks, ticks of ended children that were waited for; None if the process has ended meanwhile."""
    fields = _fields(directory)
    if fields is None:
        return None
    return int(fields[1]), int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])


def tree_seconds(root: int, proc: pathlib.Path = PROC) -> float:
    """Processor time of a process and all that came from it, ended ones included."""
    found = {}
    for directory in proc.iterdir():
        if directory.name.isdigit():
            stat = _stat(directory)
            if stat is not None:
                found[int(directory.name)] = stat
    total = 0
    waiting = [root]
    while waiting:
        current = waiting.pop()
        if current in found:
            total += found[current][1] + found[current][2]
            waiting.extend(pid for pid, stat in found.items() if stat[0] == current)
    return total / TICKS_PER_SECOND


class Compilers:
    """
    Use of the compiler threads of a Java virtual machine from now on, as far as it is polled: they come and go, and a
    thread that has gone takes its use since then with it.
    """

    def __init__(self, pid: int, proc: pathlib.Path = PROC) -> None:
        self._threads = proc / str(pid) / "task"
        self._seen = self._ticks()
        self._used = 0

    @property
    def seconds(self) -> float:
        return self._used / TICKS_PER_SECOND

    def look(self) -> None:
        """Adds what each thread has used since the look before."""
        now = self._ticks()
        self._used += sum(ticks - self._seen.get(thread, 0) for thread, ticks in now.items())
        self._seen = now

    def _ticks(self) -> dict[str, int]:
        found = {}
        for thread in self._threads.glob("*"):
            try:
                compiles = (thread / "comm").read_text().startswith(COMPILERS)
            except (FileNotFoundError, ProcessLookupError):
                continue
            stat = _stat(thread) if compiles else None
            if stat:
                found[thread.name] = stat[1]
        return found


def group_runs(group: int, proc: pathlib.Path = PROC) -> bool:
    """True if any member of a process group has not ended; a zombie has."""
    for directory in proc.iterdir():
        if directory.name.isdigit():
            fields = _fields(directory)
            if fields and int(fields[2]) == group and fields[0] != "Z":
                return True
    return False


def rss_mb(pid: int, proc: pathlib.Path = PROC) -> float:
    """Memory of a process that is not shared with the disk's cache and not swapped, in MB; 0 if it has ended."""
    try:
        for line in (proc / str(pid) / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return 0.0


def processor() -> str:
    """The processor's own name."""
    for line in (PROC / "cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def memory_mb() -> int:
    """The machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
