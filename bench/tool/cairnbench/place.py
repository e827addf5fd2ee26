"""Paths of files."""

from __future__ import annotations

import os
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[3]
BENCH = PROJECT / "bench"
CLASS_PATH = BENCH / "target" / "classpath"
CLASSES = BENCH / "target" / "classes"
KAFKA_CLASS_PATH = BENCH / "kafka" / "target" / "classpath"
KAFKA_CLASSES = BENCH / "kafka" / "target" / "classes"
SCENARIO = BENCH / "scenarios" / "cell.js"


def cache() -> pathlib.Path:
    """The cache in which the wrapper of Maven and the servers of tests keep their files as well."""
    own = os.environ.get("CAIRN_CACHE")
    users = os.environ.get("XDG_CACHE_HOME", str(pathlib.Path.home() / ".cache"))
    return pathlib.Path(own) if own else pathlib.Path(users) / "cairn"


def application(build: str) -> pathlib.Path:
    """The application with this store in it, once it is built."""
    return BENCH / "application" / "target" / f"{build}-application" / "quarkus-run.jar"
