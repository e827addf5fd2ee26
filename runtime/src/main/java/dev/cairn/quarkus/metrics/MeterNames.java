package dev.cairn.quarkus.metrics;

import java.time.Duration;
import java.util.Locale;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;

/** Names and tags of the meters. Tags come from definitions and from enumerations, so their number is bounded. */
final class MeterNames {

    static final String STARTED = "cairn.instances.started";
    static final String DURATION = "cairn.instances.duration";
    static final String PARKED = "cairn.instances.parked";
    static final String CURRENT = "cairn.instances.current";
    static final String STORED = "cairn.instances.stored";
    static final String CALLS = "cairn.calls.duration";
    static final String REFUSED_CALLS = "cairn.calls.refused";
    static final String RETRIES = "cairn.retries";
    static final String COMPENSATIONS = "cairn.compensations";
    static final String TIMERS = "cairn.timers.lag";
    static final String EVENTS_TAKEN = "cairn.events.taken";
    static final String EVENTS_OFFERED = "cairn.events.offered";
    static final String EVENT_STARTS = "cairn.events.starts";
    static final String EVENTS_PUBLISHED = "cairn.events.published";
    static final String EVENTS_UNSEARCHED = "cairn.events.unsearched";
    static final String OCCURRENCES = "cairn.schedules.lag";
    static final String OCCURRENCES_DROPPED = "cairn.schedules.dropped";
    static final String SCHEDULES_HELD = "cairn.schedules.held";
    static final String LONG_WORK = "cairn.work.long";
    static final String EXCESSIVE_WORK = "cairn.work.exceeded";
    static final String WAITING_WORK = "cairn.work.waiting";
    static final String REFUSED = "cairn.starts.refused";
    static final String COMMITS = "cairn.journal.commits";
    static final String GROUP_SIZE = "cairn.journal.group.size";
    static final String QUEUE = "cairn.journal.waiting";
    static final String STORE = "cairn.store.operations";
    static final String STORE_FAILING = "cairn.store.failing";
    static final String RECOVERED = "cairn.instances.recovered";
    static final String RECOVERING = "cairn.instances.recovering";
    static final String LOST = "cairn.instances.lost";
    static final String LEASE_HELD = "cairn.lease.held";
    static final String LEASE_REMAINING = "cairn.lease.remaining";
    static final String LEASE_TERMS = "cairn.lease.terms";
    static final String MEMORY_HELD = "cairn.memory.held";
    static final String MEMORY_BUDGET = "cairn.memory.budget";

    /** The tag of an error that names no task of its definition. */
    static final String NO_TASK = "none";

    static final Duration[] INSTANCE_BUCKETS = { Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1),
            Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6),
            Duration.ofDays(1), Duration.ofDays(7) };
    static final Duration[] CALL_BUCKETS = millis(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000);
    static final Duration[] LAG_BUCKETS = millis(10, 100, 1_000, 5_000, 30_000, 60_000, 300_000);
    static final Duration[] STORE_BUCKETS = millis(1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000);
    static final double[] SIZE_BUCKETS = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512 };

    private MeterNames() {}

    private static Duration[] millis(long... millis) {
        Duration[] durations = new Duration[millis.length];
        for (int i = 0; i < millis.length; i++) {
            durations[i] = Duration.ofMillis(millis[i]);
        }
        return durations;
    }

    static Tags ofProgram(String workflow, String version) {
        return Tags.of(Tag.of("workflow", workflow), Tag.of("version", version));
    }

    static Tag failed(boolean failed) {
        return Tag.of("outcome", failed ? "failed" : "completed");
    }

    /** The value of a tag: the constant in lower case. */
    static String value(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
