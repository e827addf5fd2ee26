package dev.cairn.engine.schedule;

import java.time.Instant;

import org.jboss.logging.Logger;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.OccurrenceLossReason;
import dev.cairn.program.Program;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.KeyedRateLimiter;
import dev.cairn.time.LogRateLimiter;

/** Tells metrics and the log of occurrences. Thread-safe. */
final class OccurrenceReporter {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long REMIND_MILLIS = 60_000;
    /** Maximum number of unreadable schedules that are named in that time. */
    private static final int MAX_UNREADABLE = 100;

    private final EngineObserver observer;
    private final LogRateLimiter postponed;
    private final KeyedRateLimiter unreadable;

    OccurrenceReporter(NodeContext context) {
        this.observer = context.observers().engine();
        this.postponed = new LogRateLimiter(context.time(), REMIND_MILLIS);
        this.unreadable = new KeyedRateLimiter(context.time(), REMIND_MILLIS, MAX_UNREADABLE);
    }

    /** An occurrence has started an instance, durably. */
    void started(String workflow, long lateMillis) {
        observer.occurrenceStarted(workflow, Math.max(0, lateMillis));
    }

    /** Occurrences were dropped by an outcome that is kept. Refused occurrences were {@linkplain #refused reported} before. */
    void dropped(String workflow, ScheduleSpec spec, ScheduleOutcome outcome) {
        long skipped = outcome.lost().skipped();
        long missed = outcome.lost().missed();
        if (skipped > 0) {
            observer.occurrencesDropped(workflow, OccurrenceLossReason.SKIPPED, skipped);
            LOG.debugf("Skipped %d occurrences [workflow=%s, schedule=%s]: an instance has not ended", skipped, workflow,
                    spec.name());
        }
        if (missed > 0) {
            observer.occurrencesDropped(workflow, OccurrenceLossReason.MISSED, missed);
            LOG.infof(
                    "CAIRN-0801: Dropped %s missed occurrences [workflow=%s, schedule=%s, missed=%s, started=%d]: nothing could"
                            + " start them in time.",
                    missed < OccurrencePlanner.MAX_COUNTED ? "" + missed : OccurrencePlanner.MAX_COUNTED + " or more", workflow,
                    spec.name(), spec.missed().word(), outcome.started());
        }
    }

    /** The workflow refuses an occurrence for good. */
    void refused(String workflow, ScheduleSpec spec, long dueMillis, Throwable failure) {
        observer.occurrencesDropped(workflow, OccurrenceLossReason.REFUSED, 1);
        LOG.errorf(
                "CAIRN-0802: Cannot start an occurrence [workflow=%s, schedule=%s, due=%s]: %s. The schedule goes on without it.",
                workflow, spec.name(), Instant.ofEpochMilli(dueMillis), ExceptionMessageFormatter.of(failure));
    }

    /** An occurrence cannot be started now. A node that stops leaves it to the next one, which is no reason to warn. */
    void postponed(String workflow, ScheduleSpec spec, long dueMillis, Throwable failure) {
        boolean stops = failure instanceof CairnException refused && refused.reason() == Reason.STOPPING;
        if (!stops && postponed.isDue()) {
            LOG.warnf(
                    "CAIRN-0803: Occurrence postponed [workflow=%s, schedule=%s, due=%s]: %s. It is tried again; this is told once"
                            + " a minute.",
                    workflow, spec.name(), Instant.ofEpochMilli(dueMillis), ExceptionMessageFormatter.of(failure));
        }
    }

    /** The stored form of a schedule cannot be read. */
    void unreadable(String id, String workflow, Throwable failure) {
        if (unreadable.isDue(id)) {
            LOG.errorf(
                    "CAIRN-0804: Cannot read a schedule [workflow=%s, id=%s]: %s. It starts nothing until it can be read; it is"
                            + " tried once a minute.",
                    workflow, id, ExceptionMessageFormatter.of(failure));
        }
    }

    /** A node with a newer version of the workflow has stated the schedule. */
    void newer(Program program, String schedule, String version) {
        observer.scheduleHeld(program.workflow());
        LOG.warnf(
                "CAIRN-0811: Version %s of the workflow has stated a schedule, so %s does not run it [schedule=%s]. If no node has"
                        + " that version any more, give the definition a higher version.",
                version, program.id(), schedule);
    }
}
