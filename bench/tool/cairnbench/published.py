"""Figures that Kestra publishes, and the differences from what bench/kestra measures."""

from __future__ import annotations

from collections.abc import Mapping

PAGE = "https://kestra.io/docs/performance/benchmark"
BLOG = "https://kestra.io/blogs/2025-04-08-performance-improvements"

POSTGRES = "Kestra, PostgreSQL"
KAFKA = "Kestra, Kafka"

LATENCY_MS: Mapping[str, Mapping[str, Mapping[int, int]]] = {
    "two-tasks": {
        POSTGRES: {1_000: 230, 1_500: 330, 2_000: 14_000},
        KAFKA: {1_000: 270, 1_500: 280, 2_000: 300, 2_500: 350, 3_000: 390, 3_500: 900, 4_000: 640, 4_500: 4_000},
    },
}
"""Published latencies by scenario, backend and executions per minute."""

DIFFERS: Mapping[str, tuple[str, ...]] = {
    "kafka-json": (
        "Published for Kestra 0.22, at 10 to 200 records per second: 200 ms to 1.9 s with Kafka as backend, 150 ms to 25 s with JDBC.",
        "Here: a record starts an instance by schedule.on; two set tasks transform its JSON by jq and give the output. Latency is from the "
        "timestamp of the record, which is the time at which it was due, until the observer in the application has the event of the "
        "completed instance, which follows the durable end. The topic has four partitions. Broker and producer are one process on the same "
        "machine, with one replica. The lifecycle events that the observer needs are part of the cost. Above 1 s on average, or with "
        "failures, no higher rate is tried. Dropped are records that the broker did not acknowledge; an instance too many is a failure.",
    ),
    "two-tasks": (
        "Published: a webhook starts a flow of two tasks, which a worker process runs: one makes an output, the other logs it "
        f"({PAGE}). Another edition of that page, for 0.23.4, has 470 ms at 1,000 per minute on PostgreSQL.",
        "Here: a set task, and a call of a bean with its message, an effect that is journaled; two durable writes an instance. The start "
        "comes from within the application, not over HTTP. The bean's log record is below the log level, so none is written.",
    ),
    "sleep5": (
        "Published: 5.1 to 13 s from 500 to 2,000 executions per minute.",
        "Here: one wait task of five seconds, so 5,000 ms are the least.",
    ),
    "foreach3": (
        "Published: a flow with 2,100 task runs in three nested ForEach tasks. Of its processor time 11.8 % merged outputs, and 38 % of "
        f"its allocations (Kestra 0.22, {BLOG}); a total time is not published.",
        "Here: 2,100 set tasks in three nested for tasks, in one application without a worker. foreach3: each task sees the output of the "
        "task before it. foreach3-history: the same, and each output is an entry of the journal: Kestra stores each output as well. "
        "foreach3-all: an expression of the workflow appends each output to a list, so it does merge them.",
        "Merging is the share of + of jq on arrays, objects and texts. The engine itself has no operation that merges outputs.",
    ),
    "ten-thousand": (
        "Published: 100 ms for 10,000 executions in 5 minutes, which is 2,000 per minute.",
        "Here: the workflow of two-tasks, in 5 minutes and in 5 seconds. The fifths are the average latencies of the first 2,000 "
        "instances, the next 2,000 and so on: a latency that grows with the number of instances shows there.",
    ),
}
"""By scenario, for people."""

MACHINES = (
    "Kestra was measured on virtual machines with 4 processors and 16 GB (Google Cloud e2-standard-4): one for Kestra, another one for "
    "its database, or others for Kafka and Elasticsearch. Here application, load and server share the machine that the report names.")
