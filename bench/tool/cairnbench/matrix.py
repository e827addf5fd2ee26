"""Which cells are measured, in which order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from . import workloads
from .workloads import Case, Params, Workload

STORES = ("none", "file", "redis", "valkey", "jpa")


@dataclass(frozen=True)
class Cell:
    """The measurements of one run of a generator."""

    workload: Workload
    params: Params
    store: str
    rate: int


@dataclass(frozen=True)
class Row:
    """Cells that differ in their store and rate alone: they are warmed up together, and take turns."""

    workload: Workload
    params: Params
    stores: tuple[str, ...]
    rates: tuple[int, ...]
    search: bool
    """True to search for the highest rate that each store holds."""

    def turns(self, rate: int, repetition: int) -> list[Cell]:
        """
        The cells of one rate, once. Their order is one of chance, so that none is always first or behind the same other one, and the
        same whenever it is asked for.
        """
        order = random.Random(f"{self.workload.name} {sorted(self.params.items())} {rate} {repetition}")
        return [Cell(self.workload, self.params, store, rate) for store in order.sample(self.stores, len(self.stores))]


def rows(names: Sequence[str], stores: Sequence[str], rates: Sequence[int] | None, quick: bool,
         goals: bool = False) -> list[Row]:
    """
    The rows of the matrix.

    rates, if given, take the place of each workload's own. A quick run has one small case of each workload at one rate.
    goals leaves out every cell that has none.
    """
    found = []
    for name in names:
        workload = workloads.named(name)
        cases = workloads.GOAL_CASES.get(name, ()) if goals else workload.cases
        for case in cases[:1] if quick else cases:
            search = workload.saturate or not (quick or goals)
            found.append(Row(workload, case.params, _stores(workload, stores), _rates(case, rates, quick), search))
    return found


def _stores(workload: Workload, stores: Sequence[str]) -> tuple[str, ...]:
    return tuple(stores) if workload.with_engine else tuple(stores[:1])


def _rates(case: Case, rates: Sequence[int] | None, quick: bool) -> tuple[int, ...]:
    if rates:
        return tuple(rates)
    return case.rates[:1] if quick else case.rates
