"""Requests that are not measured."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any


def post(url: str, body: Any, timeout_seconds: float = 60) -> bytes:
    """The body of a successful answer; raises OSError with the answer's text otherwise."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=timeout_seconds) as answer:
            content: bytes = answer.read()
            return content
    except urllib.error.HTTPError as refused:
        raise OSError(f"{url} answered {refused.code}: {refused.read()[:300].decode(errors='replace')}") from refused


def get_json(url: str, timeout_seconds: float = 5) -> Any:
    """The JSON that a URL has."""
    with urllib.request.urlopen(url, timeout=timeout_seconds) as answer:
        return json.loads(answer.read())
