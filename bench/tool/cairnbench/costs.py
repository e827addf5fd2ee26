"""The cost model: what one more task, effect or KB adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import workloads
from .summary import Line, Spread, measured

KB_RATE = 20
"""A rate of outputs of 1 MB at which they rarely wait for each other."""

KB_MORE = 967
"""Thousands of bytes that the text of the output of 1 MB has more than that of 0.1 MB."""

METHOD = (
    f"Differences of medians, at {workloads.REFERENCE_RATE} requests per second: of order100 and order20 for each of 80 tasks; of effects20 and "
    f"the floor for each of 20 effects. And at {KB_RATE}, of outputs of 1 MB and 0.1 MB, answered whole, for each KB. In brackets the differences of the "
    "least and the most: what has both signs in them is less than the noise.")


@dataclass(frozen=True)
class Costs:
    """Microseconds; None where a cell is missing or was saturated, or where the two were not measured in the same way."""

    task_micros: Spread | None
    effect_micros: Spread | None
    kb_micros: Spread | None


def _slope(more: Sequence[Line], less: Sequence[Line], count: int) -> Spread | None:
    """By the two that were measured in the same way; for the longest, and of several that are as long the last."""
    pairs = [(one, other) for one in more for other in less if (one.seconds, one.commit) == (other.seconds, other.commit)]
    if not pairs:
        return None
    one, other = sorted(pairs, key=lambda pair: pair[0].seconds)[-1]
    if one.saturated or other.saturated:
        return None
    high, low = one.spread("med_ms"), other.spread("med_ms")
    return Spread(*(difference / count * 1000 for difference in (
        high.median - low.median, high.least - low.most, high.most - low.least)))


def per_store(lines: Sequence[Line]) -> dict[str, Costs]:
    """The costs of each store for which at least one can be told."""
    found = {}
    for store in {line.store for line in lines}:
        def of(name: str, params: dict[str, Any] | None = None, rate: int = workloads.REFERENCE_RATE, store: str = store) -> list[Line]:
            return measured(lines, name, store, rate, params)

        costs = Costs(_slope(of("order100"), of("order20"), 80), _slope(of("effects20"), of("floor"), 20),
                      _slope(of("output", {"size_mb": 1}, KB_RATE), of("output", {"size_mb": 0.1}, KB_RATE), KB_MORE))
        if costs != Costs(None, None, None):
            found[store] = costs
    return found
