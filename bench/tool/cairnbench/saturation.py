"""Looks for the highest arrival rate that an application holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PRECISION = 0.05
"""The search ends when the lowest rate that was too much is at most this much above the highest that was held."""


FAR_ABOVE = 1.5
"""If a lighter generator gets far more answers than k6 could hold, k6 was the limit."""


@dataclass(frozen=True)
class Held:
    """The highest rate that was held, 0 if none was; and the lowest that was too much, None if there was none."""

    rate: int
    too_much: int | None


Holds = Callable[[int], bool]
"""Tries a rate once."""


def search(start: int, most: int, holds: Holds, holds_for_long: Holds = lambda _: True, known: int = 0,
           precision: float = PRECISION) -> Held:
    """
    Doubles the rate until it is too much, then halves the distance until that is small. The result has to hold for
    long; if it does not, goes down from there, by larger and larger steps, until a rate does, and halves the distance
    again. known is a rate that has held before.

    In doubt two tries of three decide, since what disturbs the machine for a moment must not end the search. Until it is for long, a
    rate that holds at once is not in doubt.
    """
    def at_once(rate: int) -> bool:
        return holds(rate) or holds(rate) and holds(rate)

    def mostly(rate: int) -> bool:
        first, second = holds_for_long(rate), holds_for_long(rate)
        return first and second or (first or second) and holds_for_long(rate)

    held, too_much = _narrow(_rise(known, max(start, known), most, at_once), at_once, precision)
    step = precision
    while held and not mostly(held):
        lower = _rounded(max(0, int(held * (1 - step))))
        held, too_much = known if lower < known < held else lower, held
        step *= 2
    return Held(*_narrow((held, too_much), mostly, precision))


def _rise(held: int, rate: int, most: int, holds: Holds) -> tuple[int, int | None]:
    """The last rate that held, and the first that did not."""
    while holds(rate):
        if rate >= most:
            return rate, None
        held, rate = rate, min(rate * 2, most)
    return (held if held < rate else 0), rate


def _narrow(between: tuple[int, int | None], holds: Holds, precision: float) -> tuple[int, int | None]:
    """Halves the distance between a rate that held and the next that did not."""
    held, too_much = between
    while too_much is not None and too_much - held > max(1, held * precision):
        middle = _middle(held, too_much)
        if holds(middle):
            held = middle
        else:
            too_much = middle
    return held, too_much


def _middle(low: int, high: int) -> int:
    """A round number between two rates, so that tables can be read; rounding never makes it one of the two."""
    middle = (low + high) // 2
    rounded = _rounded(middle)
    return rounded if low < rounded < high else middle


def _rounded(rate: int) -> int:
    step = 10 ** max(0, len(str(rate)) - 2)
    return rate // step * step
