"""Checks that an application does what is measured, before anything is measured."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import http
from .children import Failed
from .workloads import ORDER_ID, Params, Workload, size_kb

END_LENGTH = 60
"""Number of characters at the end of a large answer that are compared in each."""

_ID = "behaviour"
_DESCRIPTION = "x" * 180


@dataclass(frozen=True)
class Expected:
    """The expected form of each answer: these fields, or if it is large this number of bytes with this end."""

    answer: dict[str, Any] | None
    size: int = 0
    end: str = ""

    @staticmethod
    def large(content: bytes) -> Expected:
        """Like this answer, which was looked at in full."""
        return Expected(None, len(content), content[-END_LENGTH:].decode())


def _with_id(value: Any) -> Any:
    return {key: _ID if text == ORDER_ID else text for key, text in value.items()}


def check(url: str, workload: Workload, params: Params) -> Expected:
    """Sends one request and looks at the whole answer; Failed if it is not what it has to be."""
    try:
        content = http.post(url + workload.path(params), _with_id(workload.body(params)))
        found = json.loads(content)
    except (OSError, ValueError) as failure:
        raise Failed(f"{workload.name} gave no answer: {failure}") from failure
    answer = workload.answer(params)
    if answer is not None:
        if found != _with_id(answer):
            raise Failed(f"{workload.name} answered {found}, and not {_with_id(answer)}")
        return Expected(answer)
    problem = _problem_of_output(found, size_kb(params))
    if problem:
        raise Failed(f"{workload.name} answered wrongly: {problem}")
    return Expected.large(content)


def _problem_of_output(found: Any, kb: int) -> str | None:
    """The fault of a large output; None if there is none."""
    fields = {"taskOutput", "taskOutputSizeKb", "status"}
    if set(found) != fields or found["status"] != "COMPLETED" or found["taskOutputSizeKb"] != kb:
        return f"fields {sorted(found)}, status {found.get('status')}, size {found.get('taskOutputSizeKb')}"
    output = found["taskOutput"]
    items = output["items"]
    if output["itemsCount"] != len(items) or output["targetSizeKb"] != kb or len(items) != kb * 4:
        return f"{len(items)} items, itemsCount {output['itemsCount']}, targetSizeKb {output['targetSizeKb']}"
    for number, item in enumerate(items):
        expected = {"id": number, "name": f"item-{number}", "category": "benchmark", "status": "ACTIVE",
                    "description": _DESCRIPTION}
        if item != expected:
            return f"item {number} is {item}"
    return None
