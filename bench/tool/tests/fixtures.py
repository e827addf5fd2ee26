"""Cells as bench/run would have found them."""

from __future__ import annotations

from typing import Any


def cell(workload: str = "order100", store: str = "none", rate: int = 150, avg_ms: float = 1.0, **more: Any) -> dict[str, Any]:
    """One cell that went well, but for what is said otherwise."""
    found = {
        "workload": workload, "params": {}, "store": store, "durability": "strict", "rate": rate, "seconds": 30, "repetition": 1,
        "requests": rate * 30, "dropped": 0, "failed": 0, "avg_ms": avg_ms, "med_ms": avg_ms, "p95_ms": avg_ms * 2, "p99_ms": avg_ms * 3,
        "max_ms": avg_ms * 9, "saturated_above_ms": 100.0, "rss_mb": 300.0, "writes_per_instance": 1.0, "commits_per_instance": 0.9, "cpu_application": 0.3,
        "cpu_server": 0.1, "cpu_k6": 0.1, "other_cpu_percent": 1.0, "saturated": False, "limited_by_k6": False,
        "disturbed": False, "cold": False, "search": False,
    }
    return {**found, **more}


def limit(workload: str, store: str, held: int, wrk: float | None = None) -> dict[str, Any]:
    """The result of the search for a highest rate."""
    return {"workload": workload, "params": {}, "store": store, "repetition": 1, "held_rate": held, "too_much": held * 2, "tries": 3, "failed_tries": 1,
            "limited_by_k6": False, "wrk": {"per_second": wrk, "med_ms": 5.0, "p95_ms": 9.0, "connections": 64} if wrk else None}


def results(*cells: dict[str, Any], saturation: list[dict[str, Any]] | None = None, quick: bool = False) -> dict[str, Any]:
    """A set of results."""
    return {"environment": {"date": "2026-01-01", "commit": "abc", "quick": quick, "machine": {"cores": 2},
                            "settings": {"disturbed_above_percent": 8.0}},
            "runs": [{"date": "2026-01-01", "commit": "abc", "settings": {}, "ended": "complete"}], "cells": [one for one in cells if not one.get("search")], "tries": [one for one in cells if one.get("search")], "saturation": saturation or []}
