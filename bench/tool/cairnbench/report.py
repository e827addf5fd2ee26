"""Writes the reports for people."""

from __future__ import annotations

import pathlib

from . import html, markdown
from .document import document
from .results import Results


def write(directory: pathlib.Path, results: Results) -> None:
    """Writes report.html and report.md beside results.json."""
    content = document(results)
    (directory / "report.md").write_text(markdown.render(content))
    (directory / "report.html").write_text(html.render(content))
