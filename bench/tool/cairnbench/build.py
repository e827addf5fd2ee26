"""Builds the variants of the application, which differ in nothing but their store."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from . import place
from .children import Children, Failed
from .progress import say

BUILDS = {"none": "none", "file": "file", "redis": "redis", "valkey": "redis", "jpa": "jpa"}
"""Which build a store needs: Valkey is spoken to as Redis is."""

_COMMON = ("pom.xml", "runtime", "deployment")
_TOOLS = (*_COMMON, "bench", "integration-tests/servers", "persistence-none", "persistence-file", "persistence-redis", "persistence-jpa")


def newest_change(roots: Iterable[pathlib.Path]) -> float:
    """When the newest source was changed, in seconds since 1970; what builds and tests write does not count."""
    newest = 0.0
    for root in roots:
        if root.is_file():
            newest = max(newest, root.stat().st_mtime)
        for path in root.rglob("*"):
            parts = path.relative_to(root).parts
            if "target" not in parts and "test" not in parts and (path.name == "pom.xml" or "src" in parts):
                newest = max(newest, path.stat().st_mtime)
    return newest


def _up_to_date(product: pathlib.Path, stamp: pathlib.Path, sources: Iterable[str]) -> bool:
    if not product.is_file() or not stamp.is_file():
        return False
    return newest_change(place.PROJECT / source for source in sources) < stamp.stat().st_mtime


def _build(children: Children, name: str, command: list[str], product: pathlib.Path, sources: Iterable[str],
           log: pathlib.Path) -> None:
    stamp = product.with_name(product.name + ".built")
    if _up_to_date(product, stamp, sources):
        return
    say(f"building {name}")
    # Touched before the build: a source that changes meanwhile is newer.
    before = place.PROJECT / "bench" / "target" / ".building"
    before.parent.mkdir(parents=True, exist_ok=True)
    before.touch()
    if children.run(command, log, cwd=place.PROJECT) != 0:
        lines = log.read_text(errors="replace").splitlines()
        raise Failed(f"{name} could not be built:\n" + "\n".join(lines[-20:]))
    before.replace(stamp)


def tools(children: Children, log: pathlib.Path) -> None:
    """Builds what runs beside the application: stub, starter of servers, class path."""
    _build(children, "the tools", ["bench/build"], place.CLASS_PATH, _TOOLS, log)


def application(children: Children, build: str, log: pathlib.Path) -> None:
    """Builds the application with a store. In `<store>-kafka`, records of Kafka start the workflows."""
    store, _, kafka = build.partition("-")
    messaging = ("integrations/messaging",) if kafka else ()
    modules = ("bench/stub", "bench/application", f"persistence-{store}/deployment", *(f"{module}/deployment" for module in messaging))
    command = ["./mvnw", "-q", "-Dquick", "-Dapplications.skip=false", f"-Dbench.store={store}", *(("-Dbench.kafka",) if kafka else ()),
               "-pl", ",".join(modules), "-am", "package"]
    sources = (*_COMMON, "bench/application", f"persistence-{store}", *messaging)
    _build(children, f"the application with store {build}", command, place.application(build), sources, log)
