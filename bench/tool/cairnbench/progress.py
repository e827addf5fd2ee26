"""Messages during a run."""

from __future__ import annotations

import sys
import time

_began = time.monotonic()


def say(text: str) -> None:
    """Says what happens now, and how long it took to come to that."""
    minutes, seconds = divmod(int(time.monotonic() - _began), 60)
    print(f"[bench {minutes:02d}:{seconds:02d}] {text}", file=sys.stderr, flush=True)
