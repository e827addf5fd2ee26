"""A report as one HTML file that needs no other."""

from __future__ import annotations

import json
import pathlib
import zipfile
from html import escape
from typing import Any

from . import goals, place
from .children import Failed
from .document import Chart, Document, Section, Table

_HERE = pathlib.Path(__file__).parent
_LIBRARY = "/dist/chart.umd.min.js"


def chart_library(class_path: str) -> str:
    """The text of Chart.js, from its archive on the class path; Failed if there is none."""
    for entry in class_path.split(":"):
        if pathlib.Path(entry).name.startswith("chart.js-"):
            with zipfile.ZipFile(entry) as archive:
                name = next(name for name in archive.namelist() if name.endswith(_LIBRARY))
                text = archive.read(name).decode()
            # It would look for a map of its sources beside the report.
            return "\n".join(line for line in text.splitlines() if not line.startswith("//# sourceMappingURL"))
    raise Failed("The class path has no Chart.js; run bench/build.")


def render(content: Document, library: str | None = None) -> str:
    """The report; charts are drawn by Chart.js, which is in the file."""
    charts: list[Chart] = []
    sections = "\n".join(_section(section, charts) for section in content.sections)
    script = library if library is not None else chart_library(place.CLASS_PATH.read_text().strip())
    parts = {
        "title": escape(content.title), "subtitle": escape(content.subtitle), "sections": sections,
        "style": (_HERE / "report.css").read_text(), "library": _in_script(script),
        "charts": _in_script(json.dumps([_data(chart) for chart in charts])), "drawing": (_HERE / "report.js").read_text(),
    }
    template = (_HERE / "report.html").read_text()
    # In one pass, so that nothing in what was put in is taken for a place to put something in.
    pieces = template.split("@@")
    return "".join(piece if index % 2 == 0 else parts[piece] for index, piece in enumerate(pieces))


def _in_script(text: str) -> str:
    return text.replace("</script", "<\\/script")


def _data(chart: Chart) -> dict[str, Any]:
    return {"title": chart.title, "unit": chart.unit, "labels": chart.labels, "series": dict(chart.series),
            "pale": dict(chart.pale), "logarithmic": chart.logarithmic}


def _section(section: Section, charts: list[Chart]) -> str:
    parts = [f"<section><h2>{escape(section.title)}</h2>"]
    parts += [f'<p class="warning" role="note">{escape(text)}</p>' for text in section.warnings]
    parts += [f"<p>{escape(text)}</p>" for text in section.paragraphs]
    for chart in section.charts:
        label = escape(f"{chart.title}; the table has the figures")
        parts.append(f'<div class="chart"><canvas id="chart{len(charts)}" role="img" aria-label="{label}"></canvas></div>')
        charts.append(chart)
    parts += [_table(table) for table in section.tables]
    return "\n".join([*parts, "</section>"])


def _table(table: Table) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{style(column, cell, tag)}>{escape(cell)}</{tag}>" for column, cell in enumerate(cells)) + "</tr>"

    def style(column: int, cell: str, tag: str) -> str:
        if column in table.verdicts:
            verdict = next((name for name in goals.VERDICTS if cell.startswith(name)), "")
            return f' class="{verdict.replace(" ", "-")}"' if verdict and tag == "td" else ""
        return "" if column < table.text_columns else ' class="figure"'

    body = "\n".join(row(cells, "td") for cells in table.rows)
    return f'<div class="table"><table><thead>{row(table.head, "th")}</thead><tbody>\n{body}\n</tbody></table></div>'
