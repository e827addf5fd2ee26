"""Requests that are not measured."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any


_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""All requests stay on this machine, even with a proxy for others."""


def post(url: str, body: Any, timeout_seconds: float = 60) -> bytes:
    """The body of a successful answer; raises OSError with the answer's text otherwise."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        return _read(request, timeout_seconds)
    except urllib.error.HTTPError as refused:
        raise OSError(f"{url} answered {refused.code}: {refused.read()[:300].decode(errors='replace')}") from refused


def json_of(content: bytes) -> Any:
    """The JSON of an answer; raises OSError if it is none."""
    try:
        return json.loads(content)
    except ValueError as unreadable:
        raise OSError(f"The answer is no JSON: {content[:300].decode(errors='replace')}") from unreadable


def get_json(url: str, timeout_seconds: float = 5) -> Any:
    """The JSON that a URL has; raises OSError if there is none."""
    return json.loads(_read(urllib.request.Request(url), timeout_seconds))


def _read(request: urllib.request.Request, timeout_seconds: float) -> bytes:
    try:
        with _DIRECT.open(request, timeout=timeout_seconds) as answer:
            content: bytes = answer.read()
            return content
    except http.client.HTTPException as broken:
        raise OSError(f"{request.full_url} did not answer to the end: {broken!r}") from broken
