"""Finds the programs that make load, or gets them."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass

from . import place
from .children import Children, Failed
from .progress import say

K6 = "1.8.1"
WRK_PACKAGES = ("wrk", "libluajit2-5.1-2", "libluajit-5.1-2")


@dataclass(frozen=True)
class Wrk:
    """Path of wrk, and a directory with libraries it needs, or None."""

    program: pathlib.Path
    libraries: pathlib.Path | None


def _on_path(name: str) -> pathlib.Path | None:
    found = shutil.which(name)
    return pathlib.Path(found) if found else None


def k6(children: Children, log: pathlib.Path) -> pathlib.Path:
    """The k6 on the path, or a k6 that is built with Go and kept."""
    kept = place.cache() / f"k6-{K6}" / "k6"
    found = _on_path("k6") or (kept if kept.is_file() else None)
    if found:
        return found
    if not shutil.which("go"):
        raise Failed("There is no k6 on the path, and no Go to build one with. Install either.")
    say(f"building k6 {K6} with Go, once; this takes minutes")
    # Other runs may do the same: each builds in a directory of its own, and the first one wins.
    place.cache().mkdir(parents=True, exist_ok=True)
    own = pathlib.Path(tempfile.mkdtemp(dir=place.cache(), prefix="building"))
    try:
        if children.run(["go", "install", f"go.k6.io/k6@v{K6}"], log, cwd=own, environment={"GOBIN": str(own)}) != 0:
            raise Failed(f"k6 could not be built; see {log}")
        with contextlib.suppress(OSError):
            own.rename(kept.parent)
    finally:
        shutil.rmtree(own, ignore_errors=True)
    return kept


def wrk(children: Children, log: pathlib.Path) -> Wrk | None:
    """The wrk on the path, or that of the distribution's package, fetched without installing it; None if there is none."""
    found = _on_path("wrk")
    if found:
        return Wrk(found, None)
    directory = place.cache() / "wrk-apt"
    if not directory.is_dir() and not _fetch_wrk(children, directory, log):
        return None
    program = directory / "usr" / "bin" / "wrk"
    if not program.is_file():
        return None
    library = next(directory.rglob("libluajit*.so*"), None)
    return Wrk(program, library.parent if library else None)


def _fetch_wrk(children: Children, directory: pathlib.Path, log: pathlib.Path) -> bool:
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return False
    say("fetching wrk with apt-get, once")
    place.cache().mkdir(parents=True, exist_ok=True)
    own = pathlib.Path(tempfile.mkdtemp(dir=place.cache(), prefix="fetching"))
    try:
        # Which library it needs differs between releases; one of them is not there, or is a link to the other.
        fetched = [children.run(["apt-get", "download", package], log, cwd=own) == 0 for package in WRK_PACKAGES]
        if not fetched[0]:
            return False
        for archive in own.glob("*.deb"):
            if children.run(["dpkg-deb", "--extract", archive, own], log) != 0:
                return False
            archive.unlink()
        with contextlib.suppress(OSError):
            own.rename(directory)
        return directory.is_dir()
    finally:
        shutil.rmtree(own, ignore_errors=True)


def version(program: pathlib.Path, argument: str, environment: Mapping[str, str] | None = None) -> str:
    """The version line of a program; wrk prints it with an error."""
    said = subprocess.run([program, argument], capture_output=True, text=True, check=False, timeout=30,
                          env={**os.environ, **(environment or {})})
    lines = (said.stdout + said.stderr).strip().splitlines()
    return lines[0].split("[")[0].strip() if lines else "unknown"
