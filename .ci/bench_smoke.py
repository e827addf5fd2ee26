"""Runs bench/run --quick over the whole matrix and bench/kestra --quick, and sees that every cell was measured, answered rightly and reported.

Nothing here looks at how fast anything was.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
STORES = {"none", "file", "redis", "valkey", "jpa"}
WORKLOADS = {"floor", "order20", "order50", "order100", "effects20", "history100", "json", "output", "external"}
KEYS = {
    "workload", "params", "store", "durability", "rate", "seconds", "requests", "dropped", "failed", "avg_ms", "med_ms", "p95_ms", "p99_ms",
    "max_ms", "rss_mb", "writes_per_instance",
}
# The servers' own reports of their settings.
DURABILITY = {"redis": "appendfsync always", "valkey": "appendfsync always", "jpa": "synchronous_commit on"}
# By scenario of bench/kestra: its workflows, and the least that an instance of each takes.
ARRIVALS = {
    "kafka-json": {"kafka-json": 0},
    "two-tasks": {"two-tasks": 0}, "sleep5": {"sleep5": 5_000}, "foreach3": {"foreach3": 0, "foreach3-history": 0, "foreach3-all": 0},
    "ten-thousand": {"two-tasks": 0},
}
ARRIVAL_STORES = {"file", "redis", "jpa"}


def expect(what, holds):
    if not holds:
        sys.exit(f"bench smoke: {what}")


def check_cells(results):
    cells = results["cells"]
    found = {(cell["workload"], cell["store"]) for cell in cells if "planted_ms" not in cell["params"]}
    missing = {(workload, store) for workload in WORKLOADS for store in STORES} | {("baseline", "none")}
    expect(f"not measured: {sorted(missing - found)}", missing <= found)
    for cell in cells + results["tries"]:
        expect(f"keys are missing: {sorted(KEYS - set(cell))}", KEYS <= set(cell))
        expect(f"wrong or no answers: {cell}", cell["requests"] > 0 and cell["failed"] == 0)
        expect(f"no memory was seen: {cell}", cell["rss_mb"] > 0)
    check_planted(cells)
    check_writes(cells)
    for store, setting in DURABILITY.items():
        told = results["environment"]["durability"][store]
        expect(f"{store} is not known to be strict: {told}", told.startswith("strict: ") and setting in told)
    check_least_writes(results["environment"]["least_write"])


def check_planted(cells):
    """A planted delay is a lower bound of the latency, on fast and slow machines."""
    planted = [cell for cell in cells if "planted_ms" in cell["params"]]
    expect("nothing was slow on purpose", planted)
    for cell in planted:
        expect(f"it is not as slow as it was made: {cell}", cell["med_ms"] >= cell["params"]["planted_ms"])


def check_least_writes(told):
    """The least write is measured for every server."""
    for store in DURABILITY:
        expect(f"the least write of {store} is not known: {told}", 0 < told.get(store, {}).get("med_ms", 0) <= told[store]["p95_ms"])


def check_writes(cells):
    """A hundred short tasks without effects cost one durable write, with a history of tasks or without; each of twenty effects costs one."""
    for cell in cells:
        if cell["store"] == "none" or "planted_ms" in cell["params"]:
            continue
        writes = cell["writes_per_instance"]
        if cell["workload"] in ("order100", "history100"):
            expect(f"{cell['workload']} wrote {writes} times an instance", 0.5 <= writes <= 2.5)
        if cell["workload"] == "effects20":
            expect(f"effects20 wrote {writes} times an instance", 19 <= writes <= 23)


def check_in_browser(page):
    """The charts are drawn, where there is a browser to draw them."""
    browser = shutil.which("chromium")
    if browser is None:
        print("[bench smoke] NOT RUN, there is no chromium: the report in a browser", flush=True)
        return
    with tempfile.TemporaryDirectory(prefix="cairn-browser-") as profile:
        seen = subprocess.run(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--no-first-run", f"--user-data-dir={profile}",
             "--virtual-time-budget=5000", "--dump-dom", page.as_uri()],
            check=False, capture_output=True, text=True, timeout=180)
    charts = page.read_text().count("<canvas")
    expect(f"the browser did not draw {charts} charts", charts > 0 and f'data-charts="{charts}"' in seen.stdout)


def check_arrivals(out):
    """Each scenario of bench/kestra was measured with each store, and every instance ended as it should."""
    cells = json.loads((out / "kestra.json").read_text())["cells"]
    found = {(cell["scenario"], cell["workflow"], cell["store"]) for cell in cells}
    wanted = {(scenario, workflow, store) for scenario, workflows in ARRIVALS.items() for workflow in workflows for store in ARRIVAL_STORES}
    expect(f"not measured by bench/kestra: {sorted(wanted ^ found)}", wanted == found)
    for cell in cells:
        expect(f"not every instance ended as it should: {cell}", 0 < cell["completed"] == cell["due"] and cell["failure"] is None)
        expect(f"it took less than its tasks do: {cell}", cell["med_ms"] > ARRIVALS[cell["scenario"]][cell["workflow"]])
        if cell["scenario"] == "foreach3":
            merging = cell["profile"]["mergeAllocations"]
            expect(f"outputs were merged, or a merge was not seen: {cell}", (merging > 0.5) == (cell["workflow"] == "foreach3-all"))
    report = (out / "kestra.md").read_text()
    expect("kestra.md has no published figures", "| 4,500 | – | – | – | – | 4,000 |" in report)
    page = subprocess.run([PROJECT / "bench" / "kestra", "--page", out], check=False, capture_output=True, text=True)
    expect("bench/kestra --page took the figures of a quick run", page.returncode == 1 and "figures say nothing" in page.stderr)
    return len(cells)


def kestra():
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as name:
        out = pathlib.Path(name)
        code = subprocess.run([PROJECT / "bench" / "kestra", "--quick", "--out", out], check=False).returncode
        expect(f"bench/kestra --quick ended with {code}", code == 0)
        return check_arrivals(out)


def main():
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as out:
        code = subprocess.run([PROJECT / "bench" / "run", "--quick", "--out", out], check=False).returncode
        expect(f"bench/run --quick ended with {code}", code == 0)
        directory = pathlib.Path(out)
        results = json.loads((directory / "results.json").read_text())
        check_cells(results)
        html = (directory / "report.html").read_text()
        expect("report.html has no charts", "<canvas" in html and "new Chart(" in html)
        check_in_browser(directory / "report.html")
        for name in ("report.html", "report.md"):
            expect(f"{name} does not tell of the planted slowdown", "late on purpose" in (directory / name).read_text())
        left = [path.name for path in directory.iterdir() if path.name.startswith("work-")]
        expect(f"left behind: {left}", not left)
        again = subprocess.run([PROJECT / "bench" / "compare", out, out], check=False, capture_output=True, text=True)
        expect(f"bench/compare failed: {again.stderr}", again.returncode == 0 and "1.00 (1.00–1.00)" in again.stdout)
    measured = len(results["cells"]) + kestra()
    print(f"[bench smoke] each cell was measured, answered rightly and reported: {measured} passed", flush=True)


if __name__ == "__main__":
    main()
