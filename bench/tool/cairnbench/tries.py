"""The tries of one search for a highest rate."""

from __future__ import annotations

from collections.abc import Callable

from .measuring import Result


class Tries:
    """
    Tries rates, for a short or a long time, and remembers each try.

    Known results are not measured again, by rate; nor is a short try that took as long as a long one.
    """

    def __init__(self, measure: Callable[[int, int], Result], known: dict[int, Result], short: int, long: int) -> None:
        self._measure = measure
        self._known = dict(known)
        self._short = short
        self._long = long
        self._all: list[Result] = []
        self._not_yet_for_long: list[Result] = []

    def holds(self, rate: int) -> bool:
        """True if a short try got through."""
        result = self._try(rate, self._short)
        if result["seconds"] >= self._long:
            self._not_yet_for_long.append(result)
        return not result["saturated"]

    def holds_for_long(self, rate: int) -> bool:
        """True if a long try got through."""
        for result in self._not_yet_for_long:
            if result["rate"] == rate:
                self._not_yet_for_long.remove(result)
                return not result["saturated"]
        return not self._try(rate, self._long)["saturated"]

    def of(self, rate: int | None) -> list[Result]:
        """All tries of a rate."""
        return [result for result in self._all if result["rate"] == rate]

    def _try(self, rate: int, seconds: int) -> Result:
        result = self._known.pop(rate, None) or self._measure(rate, seconds)
        self._all.append(result)
        return result
