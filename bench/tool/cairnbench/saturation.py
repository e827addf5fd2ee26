"""Looks for the highest arrival rate that an application holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PRECISION = 0.05
"""The search ends when the lowest rate that was too much is at most this much above the highest that was held."""


FAR_ABOVE = 1.5
"""Where a lighter generator gets so much more answered than k6 could hold, k6 was the limit."""


@dataclass(frozen=True)
class Held:
    """The highest rate that was held, 0 if none was; and the lowest that was too much, None if there was none."""

    rate: int
    too_much: int | None


def search(start: int, most: int, holds: Callable[[int], bool], holds_for_long: Callable[[int], bool] = lambda _: True,
           precision: float = PRECISION) -> Held:
    """
    Doubles the rate until it is too much, then halves the distance until that is small; and goes down again from there
    until a rate holds for long. A rate is given one more chance, since what disturbs the machine for a moment must not end
    the search.
    """
    def tried(rate: int, how: Callable[[int], bool] = holds) -> bool:
        return how(rate) or how(rate)

    held, too_much = _rise(start, most, tried)
    while too_much is not None and too_much - held > max(1, held * precision):
        middle = _middle(held, too_much)
        if tried(middle):
            held = middle
        else:
            too_much = middle
        if too_much <= start // 16:
            break
    while held and not tried(held, holds_for_long):
        held, too_much = _rounded(int(held * (1 - precision))), held
    return Held(held, too_much)


def _rise(start: int, most: int, holds: Callable[[int], bool]) -> tuple[int, int | None]:
    """The last rate that held, and the first that did not."""
    held, rate = 0, start
    while holds(rate):
        if rate >= most:
            return rate, None
        held, rate = rate, min(rate * 2, most)
    return held, rate


def _middle(low: int, high: int) -> int:
    """A round number between two rates, so that tables can be read; rounding never makes it one of the two."""
    middle = (low + high) // 2
    rounded = _rounded(middle)
    return rounded if low < rounded < high else middle


def _rounded(rate: int) -> int:
    step = 10 ** max(0, len(str(rate)) - 2)
    return rate // step * step
