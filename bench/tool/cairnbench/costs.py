"""The cost model: what one more task, effect or KB adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import workloads
from .summary import Line, find

METHOD = (
    "Differences of medians, at 150 requests per second: of order100 and order20 for each of 80 tasks; of effects20 and the "
    "floor for each of 20 effects; of outputs of 1 MB and 0.1 MB, answered whole, for each KB.")
SMALL_OUTPUT_RATES = (150, 100, 50)


@dataclass(frozen=True)
class Costs:
    """Microseconds; None where a cell is missing or was saturated."""

    task_micros: float | None
    effect_micros: float | None
    kb_micros: float | None


def _median(line: Line | None) -> float | None:
    return line.spread("med_ms").median if line and not line.saturated else None


def _slope(more: float | None, less: float | None, count: float) -> float | None:
    return None if more is None or less is None else max(0.0, (more - less) / count * 1000)


def per_store(lines: Sequence[Line]) -> dict[str, Costs]:
    """The costs of each store for which at least one can be told."""
    rate = workloads.REFERENCE_RATE
    found = {}
    for store in {line.store for line in lines}:
        def at_rate(name: str, of: str = store) -> float | None:
            return _median(find(lines, name, of, rate))

        large = _first(lines, store, 1)
        small = _first(lines, store, 0.1)
        costs = Costs(_slope(at_rate("order100"), at_rate("order20"), 80), _slope(at_rate("effects20"), at_rate("floor"), 20),
                      _slope(large, small, 900))
        if costs != Costs(None, None, None):
            found[store] = costs
    return found


def _first(lines: Sequence[Line], store: str, size_mb: float) -> float | None:
    """At the rate that both sizes are nearest to being measured at; the latency of an output hardly depends on it."""
    measured = (_median(find(lines, "output", store, rate, {"size_mb": size_mb})) for rate in SMALL_OUTPUT_RATES)
    return next((median for median in measured if median is not None), None)
