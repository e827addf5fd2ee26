"""The cost model: what one more task, effect or KB adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import workloads
from .summary import Line, Spread, find

METHOD = (
    f"Differences of medians, at {workloads.REFERENCE_RATE} requests per second: of order100 and order20 for each of 80 tasks; of effects20 and "
    "the floor for each of 20 effects; of outputs of 1 MB and 0.1 MB, answered whole, for each KB. In brackets the differences of the "
    "least and the most: what has both signs in them is less than the noise.")


@dataclass(frozen=True)
class Costs:
    """Microseconds; None where a cell is missing or was saturated, or where the two were not measured in the same way."""

    task_micros: Spread | None
    effect_micros: Spread | None
    kb_micros: Spread | None


def _slope(more: Line | None, less: Line | None, count: int) -> Spread | None:
    if more is None or less is None or more.saturated or less.saturated or (more.seconds, more.commit) != (less.seconds, less.commit):
        return None
    high, low = more.spread("med_ms"), less.spread("med_ms")
    return Spread(*(difference / count * 1000 for difference in (
        high.median - low.median, high.least - low.most, high.most - low.least)))


def per_store(lines: Sequence[Line]) -> dict[str, Costs]:
    """The costs of each store for which at least one can be told."""
    found = {}
    for store in {line.store for line in lines}:
        def line(name: str, params: dict[str, Any] | None = None, of: str = store) -> Line | None:
            return find(lines, name, of, workloads.REFERENCE_RATE, params)

        costs = Costs(_slope(line("order100"), line("order20"), 80), _slope(line("effects20"), line("floor"), 20),
                      _slope(line("output", {"size_mb": 1}), line("output", {"size_mb": 0.1}), 900))
        if costs != Costs(None, None, None):
            found[store] = costs
    return found
