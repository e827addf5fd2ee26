"""A report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from .document import Document, Section, Table


def render(content: Document) -> str:
    """The tables and texts of a report; the charts are in the other one."""
    return "\n".join([f"# {content.title}", "", content.subtitle, "", *_sections(content)])


def _sections(content: Document) -> Iterator[str]:
    for section in content.sections:
        yield from (f"## {section.title}", "")
        yield from _texts(section)
        for table in section.tables:
            yield from _table(table)


def _texts(section: Section) -> Iterator[str]:
    for warning in section.warnings:
        yield from (f"> **{warning}**", "")
    for paragraph in section.paragraphs:
        yield from (paragraph, "")


def _cells(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(" ".join(cell.split("\n")).replace("|", "\\|") for cell in cells) + " |"


def _table(table: Table) -> Iterator[str]:
    yield _cells(table.head)
    yield "|" + "|".join("---" if column < table.text_columns else "--:" for column in range(len(table.head))) + "|"
    yield from (_cells(row) for row in table.rows)
    yield ""
