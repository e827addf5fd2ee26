package dev.cairn.driver;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jboss.logging.Logger;

import dev.cairn.spi.CauseText;
import dev.cairn.time.TimeSource;

/**
 * Whether the store answers. Says that it does not once, and again each minute, however often it is tried meanwhile. Safe for any
 * thread.
 */
final class StoreHealth {

    /** What the store is asked to do, by what tells about it. */
    enum Work {
        COMMITS,
        HEARTBEATS,
        CLAIMS,
        SEARCHES,
        LOADS,
        TIMERS,
        RETENTION,
        OUTCOMES,
        EVENTS
    }

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long REMIND_MILLIS = 60_000;
    /** Nobody may start anything where the application is not ready, so a failed commit cannot be believed for ever. */
    private static final long COMMIT_TROUBLE_MILLIS = 10_000;

    private final TimeSource time;
    private final AtomicReferenceArray<Trouble> troubles = new AtomicReferenceArray<>(Work.values().length);

    StoreHealth(TimeSource time) {
        this.time = time;
    }

    /** The store has done some work. */
    void good(Work work) {
        if (troubles.get(work.ordinal()) != null) {
            troubles.set(work.ordinal(), null);
        }
    }

    /** The store has failed to do some work. */
    void failed(Work work, String message, Throwable failure) {
        long now = time.elapsedMillis();
        Trouble before = troubles.get(work.ordinal());
        boolean silent = before != null && now - before.saidMillis < REMIND_MILLIS;
        troubles.set(work.ordinal(), new Trouble(failure, now, silent ? before.saidMillis : now));
        if (!silent) {
            LOG.errorf("%s: %s. %s", message, CauseText.of(failure), Failures.next(failure));
        }
    }

    /** What the store fails at, or empty if it answers. */
    Optional<Work> trouble() {
        for (Work work : Work.values()) {
            Trouble trouble = troubles.get(work.ordinal());
            if (trouble != null && (work != Work.COMMITS || Failures.isPermanent(trouble.failure)
                    || time.elapsedMillis() - trouble.lastMillis < COMMIT_TROUBLE_MILLIS)) {
                return Optional.of(work);
            }
        }
        return Optional.empty();
    }

    private record Trouble(Throwable failure, long lastMillis, long saidMillis) {}
}
