"""bench/figures: a set of results as a part of the page "Performance"."""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Iterator, Sequence

from . import results
from .children import Failed
from .document import Document, Table, document
from .results import Results

SHOWN = ("avg ms", "p95", "p99", "requests", "dropped", "failed", "RSS so far, MB", "CPU application", "server", "k6", "writes/instance")
"""The columns of a workload's cells that a page has room for; the report has all."""


def _escaped(text: str) -> str:
    """As it is, in one line, and no markup: {…} would be an attribute, | another cell, ~ and ^ small print."""
    text = " ".join(text.split("\n"))
    return f"+++{text}+++".replace("|", "\\|") if any(mark in text for mark in "{}|~^*_`#<>") else text


def _table(table: Table) -> Iterator[str]:
    columns = list(range(len(table.head)))
    if "requests" in table.head:
        columns = [*range(table.text_columns), *(table.head.index(name) for name in SHOWN)]
    widths = ",".join("<3" if column < table.text_columns else ">2" for column in columns)
    yield from (f'[cols="{widths}",options="header"]', "|===")
    for row in (table.head, *table.rows):
        yield " ".join("|" + _escaped(row[column]) for column in columns)
    yield from ("|===", "")


def _sections(content: Document) -> Iterator[str]:
    for section in content.sections:
        yield from (f"=== {section.title}", "")
        for warning in section.warnings:
            yield from (f"WARNING: {_escaped(warning)}", "")
        for paragraph in section.paragraphs:
            yield from (_escaped(paragraph), "")
        for table in section.tables:
            yield from _table(table)


def render(found: Results) -> str:
    """Sections of AsciiDoc; Failed if the figures say nothing."""
    if found["environment"].get("quick"):
        raise Failed("These are the results of a quick run, whose figures say nothing.")
    return asciidoc(document(found))


def asciidoc(content: Document) -> str:
    """A report as sections of a page."""
    return "\n".join([f"{_escaped(content.subtitle)}.", "", *_sections(content)])


def main(arguments: Sequence[str]) -> int:
    """Prints AsciiDoc; the exit code is that of the program."""
    parser = argparse.ArgumentParser(prog="bench/figures", description='Results as tables for the page "Performance".')
    parser.add_argument("results", type=pathlib.Path, help="results.json, or a directory with one")
    try:
        print(render(results.read(parser.parse_args(arguments).results)), end="")
    except Failed as failure:
        print(f"bench/figures: {failure}", file=sys.stderr)
        return 1
    return 0
