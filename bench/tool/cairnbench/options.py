"""The arguments of bench/run."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import programs, workloads
from .matrix import STORES

QUICK_SECONDS = 1
FULL_SECONDS = 30
QUICK_PLANTED_MS = 40
FULL_PLANTED_MS = 5


@dataclass(frozen=True)
class Options:
    """The arguments of bench/run; seconds are those of one measurement."""

    workloads: tuple[str, ...]
    stores: tuple[str, ...]
    rates: tuple[int, ...] | None
    seconds: int
    repeat: int
    out: pathlib.Path
    quick: bool
    search: bool
    """True to search for the highest rates held."""
    goals: bool
    """True to leave out cells without a goal."""
    add: bool
    build_only: bool
    planted_ms: int
    durability: str
    """The meaning of an answer: programs.STRICT or BATCHED."""
    application: tuple[str, ...]
    """Settings of the applications, as name=value."""
    redis_url: str | None
    valkey_url: str | None
    postgres_url: str | None


def names_of(allowed: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    def parse(text: str) -> tuple[str, ...]:
        names = tuple(name for name in text.replace(",", " ").split() if name)
        for name in names:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(allowed)}")
        if not names:
            raise argparse.ArgumentTypeError("at least one is needed")
        return tuple(dict.fromkeys(names))

    return parse


def positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _rates(text: str) -> tuple[int, ...]:
    rates = tuple(positive(rate) for rate in text.replace(",", " ").split())
    if not rates:
        raise argparse.ArgumentTypeError(f"'{text}' is no list of rates, such as 20,80,150")
    return tuple(dict.fromkeys(rates))


def _setting(text: str) -> str:
    name, is_one, _ = text.partition("=")
    if not name.strip() or not is_one or any(character.isspace() for character in name):
        raise argparse.ArgumentTypeError(f"'{text}' is no setting, such as quarkus.cairn.compression=none")
    if name in programs.OWN_SETTINGS:
        raise argparse.ArgumentTypeError(f"'{name}' is what bench/run sets itself; see its other options")
    return text


def _url(beginning: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not text.startswith(beginning):
            raise argparse.ArgumentTypeError(f"'{text}' does not begin with {beginning}")
        return text

    return parse


def parse(arguments: Sequence[str], out: pathlib.Path) -> Options:
    """Reads the command line; out is where results go unless it says otherwise. Ends the program if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bench/run", formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        description="Builds the applications, starts what they need on loopback, measures and reports.")
    all_workloads = tuple(workload.name for workload in workloads.ALL)
    parser.add_argument("--workloads", type=names_of(all_workloads), default=all_workloads, metavar="A,B",
                        help="of " + ", ".join(all_workloads))
    parser.add_argument("--stores", type=names_of(STORES), default=STORES, metavar="A,B", help="of " + ", ".join(STORES))
    parser.add_argument("--rates", type=_rates, metavar="20,80", help="requests per second, instead of each workload's own")
    parser.add_argument("--seconds", type=positive, help=f"of one measurement ({FULL_SECONDS}; quick: {QUICK_SECONDS})")
    parser.add_argument("--repeat", type=positive, help="repetitions, each with applications that were started for it (3; quick: 1)")
    parser.add_argument("--out", type=pathlib.Path, default=out, metavar="DIR", help="where results and reports go")
    parser.add_argument("--quick", action="store_true", help="a smoke of the whole matrix: it works, its figures say nothing")
    parser.add_argument("--no-search", dest="search", action="store_false", help="leave out the search for the highest rates held")
    parser.add_argument("--goals", action="store_true", help="only the cells that have goals")
    parser.add_argument("--add", action="store_true", help="add to the results that DIR has, measured on this machine with these settings")
    parser.add_argument("--build-only", action="store_true", help="get and build what is needed, and measure nothing")
    parser.add_argument("--planted-ms", type=positive, metavar="MS",
                        help=f"how late answers are in the cell that is slow on purpose ({FULL_PLANTED_MS}; quick: {QUICK_PLANTED_MS})")
    parser.add_argument("--durability", choices=(programs.STRICT, programs.BATCHED), default=programs.STRICT,
                        help="what an answer means: it is on the disk, or the server has it (Redis and Valkey with appendfsync everysec, "
                             "PostgreSQL with synchronous_commit=off); file is strict in any case")
    parser.add_argument("--set", dest="application", type=_setting, action="append", default=[], metavar="NAME=VALUE",
                        help="a setting of the applications that differs from what is measured usually; may be given several times")
    parser.add_argument("--redis-url", type=_url("redis://"), metavar="URL", help="a running Redis, redis://host:port, instead of one of its own")
    parser.add_argument("--valkey-url", type=_url("redis://"), metavar="URL", help="a running Valkey, redis://host:port")
    parser.add_argument("--postgres-url", type=_url("jdbc:postgresql://"), metavar="URL", help="a running PostgreSQL, jdbc:postgresql://host:port/database?user=name")
    given = parser.parse_args(arguments)
    for store, option in (("redis", "--redis-url"), ("valkey", "--valkey-url"), ("jpa", "--postgres-url")):
        if getattr(given, option[2:].replace("-", "_")) and store not in given.stores:
            parser.error(f"{option} is given, and store {store} is not measured")
    return Options(
        given.workloads, given.stores, given.rates,
        given.seconds or (QUICK_SECONDS if given.quick else FULL_SECONDS),
        given.repeat or (1 if given.quick else 3),
        given.out.resolve(), given.quick, given.search, given.goals, given.add, given.build_only,
        given.planted_ms or (QUICK_PLANTED_MS if given.quick else FULL_PLANTED_MS), given.durability, tuple(given.application),
        given.redis_url, given.valkey_url, given.postgres_url)
