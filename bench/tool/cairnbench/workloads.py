"""The workloads: endpoints, bodies and the answers they must give, as in the published benchmark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Params = Mapping[str, Any]
Json = dict[str, Any]

ORDER_ID = "order-{id}"
"""A generator replaces {id}, so that every request is for another order."""

PUBLISHED_RATES = (20, 80, 150)
RATES = PUBLISHED_RATES + (500,)
REFERENCE_RATE = 150
"""The rate at which the costs of tasks and effects are told."""
HIGH_RATES = RATES + (1000, 2000)


@dataclass(frozen=True)
class Case:
    """One choice of a workload's parameters, and the arrival rates per second that it is measured at."""

    params: Params
    rates: tuple[int, ...]


@dataclass(frozen=True)
class Workload:
    """
    One column of the matrix.

    body and answer take the parameters; the answer's fields have to be exactly these. An answer of None is large, and
    is checked by its size and end alone once bench/run has read one in full.
    """

    name: str
    title: str
    path: Callable[[Params], str]
    body: Callable[[Params], Json]
    answer: Callable[[Params], Json | None]
    cases: tuple[Case, ...]
    saturate: bool = False
    """True to search for the highest rate in each repetition and in short runs as well; otherwise once, in a full run."""
    with_engine: bool = True
    """Without an engine it is the same for every store, and is measured once."""
    tasks: int = 0
    """Number of tasks of an instance, if the cost of one is of interest."""
    writes_often: bool = False
    """True if an instance has a durable write for each task."""


def _order(_: Params) -> Json:
    return {"orderId": ORDER_ID, "amount": 110.5, "customerId": "cust-1"}


def _ordered(status: str) -> Callable[[Params], Json]:
    return lambda params: {**_order(params), "status": status}


def _orders(name: str, title: str, tasks: int, rates: tuple[int, ...], saturate: bool = False,
            writes_often: bool = False) -> Workload:
    return Workload(
        name, title, lambda _: f"/bench/{name}", _order, _ordered(f"COMPLETED_{tasks}_STEPS"),
        (Case({}, rates),), saturate, tasks=tasks, writes_often=writes_often,
    )


def _processed(params: Params) -> Json:
    return {
        "itemsCount": params["items"],
        "iterations": params["iterations"],
        "mutationsPerItem": params["iterations"],
        "totalMutationEntries": params["items"] * params["iterations"],
        "status": "COMPLETED",
    }


def size_kb(params: Params) -> int:
    """The size of an output in the unit that the endpoint takes."""
    return int(round(params["size_mb"] * 1000))


def _output_path(params: Params) -> str:
    return "/bench/taskoutput-persistence" + ("?answer=status" if params.get("answer") == "status" else "")


def _output_answer(params: Params) -> Json | None:
    if params.get("answer") == "status":
        return {"taskOutputSizeKb": size_kb(params), "status": "COMPLETED"}
    return None


def _asked(params: Params) -> Json:
    return {**_order(params), "delayMs": params["delay_ms"]}


def _assessed(params: Params) -> Json:
    assessment = {"risk": "MEDIUM", "segment": "STANDARD", "source": "mock-service"}
    return {**_asked(params), **assessment, "status": "COMPLETED"}


def _outputs() -> tuple[Case, ...]:
    sizes = {
        0.1: RATES, 0.25: RATES, 0.5: PUBLISHED_RATES, 1: (20, 50, 100, REFERENCE_RATE, 200),
        2.5: (20, 40), 5: (10, 20, 30), 10: (5, 10), 20: (1, 2, 5),
    }
    whole = [Case({"size_mb": size}, rates) for size, rates in sizes.items()]
    return (*whole, Case({"size_mb": 1, "answer": "status"}, (50, 100, 200)),
            Case({"size_mb": 20, "answer": "status"}, (1, 2, 5)))


def _mutations() -> tuple[Case, ...]:
    sizes = {
        (1000, 10): RATES, (1000, 30): RATES, (1000, 100): PUBLISHED_RATES,
        (1000, 300): (5, 10, 20), (10000, 100): (1, 5, 10), (10000, 300): (1, 2, 5),
    }
    return tuple(Case({"items": items, "iterations": iterations}, rates) for (items, iterations), rates in sizes.items())


ALL: tuple[Workload, ...] = (
    Workload("baseline", "Hand-written endpoint, no engine: the ceiling", lambda _: "/bench/baseline", _order,
             _ordered("COMPLETED_100_STEPS"), (Case({}, HIGH_RATES),), saturate=True, with_engine=False),
    Workload("floor", "A workflow of one task: the floor", lambda _: "/bench/hello", lambda _: {},
             lambda _: {"message": "hello world!"}, (Case({}, HIGH_RATES),), saturate=True, tasks=1),
    _orders("order20", "Task orchestration: 20 set tasks", 20, RATES),
    _orders("order50", "Task orchestration: 50 set tasks", 50, RATES),
    _orders("order100", "Task orchestration: 100 set tasks", 100, HIGH_RATES, saturate=True),
    _orders("effects20", "Task orchestration: 20 calls of a bean, each an effect", 20, RATES, writes_often=True),
    _orders("history100", "Task orchestration: 100 set tasks, an entry for each", 100, RATES),
    Workload("json", "Output processing: jq makes and changes large values", lambda _: "/bench/json",
             lambda params: {"items": params["items"], "iterations": params["iterations"]}, _processed, _mutations()),
    Workload("output", "Output handling: a large value passes two tasks", _output_path,
             lambda params: {"prebuiltSizeKb": size_kb(params)}, _output_answer, _outputs()),
    Workload("external", "External call: another service answers after a delay", lambda _: "/bench/external", _asked,
             _assessed, tuple(Case({"delay_ms": delay}, RATES) for delay in (10, 50, 100, 1000))),
)

GOAL_CASES: Mapping[str, tuple[Case, ...]] = {
    "baseline": (Case({}, ()),),
    "order100": (Case({}, (150,)),),
    "effects20": (Case({}, (150,)),),
    "json": (Case({"items": 1000, "iterations": 100}, (150,)),),
    "output": (Case({"size_mb": 20}, (5,)),),
    "external": (Case({"delay_ms": 1000}, (150, 500)),),
}
"""Cells with goals; of the baseline only the highest rate held."""

def named(name: str) -> Workload:
    """The workload of this name; KeyError if there is none."""
    return next(workload for workload in ALL if workload.name == name)


def label(params: Params) -> str:
    """Parameters for people; empty if there are none."""
    parts = {
        "size_mb": "{} MB", "delay_ms": "{} ms", "items": "{} items", "iterations": "× {}", "answer": "answer: {}",
        "planted_ms": "planted {} ms",
    }
    return " ".join(parts.get(key, key + " {}").format(value) for key, value in params.items())
