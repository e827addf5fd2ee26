"""Looks for the highest arrival rate that an application holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PRECISION = 0.05
"""The search ends when the lowest rate that was too much is at most this much above the highest that was held."""


@dataclass(frozen=True)
class Held:
    """The highest rate that was held, 0 if none was; and the lowest that was too much, None if there was none."""

    rate: int
    too_much: int | None


def search(start: int, most: int, holds: Callable[[int], bool], precision: float = PRECISION) -> Held:
    """
    Doubles the rate until it is too much, then halves the distance until that is small. A rate is given one more chance,
    since what disturbs the machine for a moment must not end the search.
    """
    def tried(rate: int) -> bool:
        return holds(rate) or holds(rate)

    held, rate = 0, start
    while tried(rate):
        held = rate
        if rate >= most:
            return Held(held, None)
        rate = min(rate * 2, most)
    too_much = rate
    while too_much - held > max(1, held * precision):
        middle = _middle(held, too_much)
        if tried(middle):
            held = middle
        else:
            too_much = middle
        if too_much <= start // 16:
            break
    return Held(held, too_much)


def _middle(low: int, high: int) -> int:
    """A round number between two rates, so that tables can be read; rounding never makes it one of the two."""
    middle = (low + high) // 2
    step = 10 ** max(0, len(str(middle)) - 2)
    rounded = middle // step * step
    return rounded if low < rounded < high else middle
