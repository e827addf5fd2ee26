package dev.cairn.engine.node;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jboss.logging.Logger;

import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.TimeSource;

/**
 * Records if the store answers. Logs a failure once, and again each minute, regardless of the number of attempts and of short
 * successes meanwhile.
 * Thread-safe.
 */
public final class StoreHealth {

    /** The kinds of work that the store does, by the code that reports on it. */
    public enum Work {
        /** No start is accepted while the application is not ready. */
        COMMITS(true),
        HEARTBEATS(false),
        CLAIMS(false),
        SEARCHES(false),
        LOADS(false),
        TIMERS(false),
        RETENTION(false),
        /** The caller may have stopped waiting, or the instance may be here by now. */
        OUTCOMES(true),
        EVENTS(false);

        /** True if it may never be tried again after a failure, so that nothing would say that the store is well. */
        private final boolean onDemand;

        Work(boolean onDemand) {
            this.onDemand = onDemand;
        }
    }

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long REMIND_MILLIS = 60_000;
    /**
     * A failure that follows another one sooner is the same trouble, even if the store answered in between: it may answer about all
     * instances but one. Twice the longest delay before work is tried again.
     */
    private static final long SETTLED_MILLIS = 20_000;
    /** Time for which a failure of work on demand is believed. */
    private static final long BELIEVED_MILLIS = 10_000;

    private final TimeSource time;
    private final boolean shared;
    private final AtomicReferenceArray<Trouble> troubles = new AtomicReferenceArray<>(Work.values().length);

    /**
     * @param shared true if the store is a server, which may be mended while this application runs; one of this application alone that is
     *        beyond help stays so until the next start
     */
    public StoreHealth(TimeSource time, boolean shared) {
        this.time = time;
        this.shared = shared;
    }

    /** The store has done some work. */
    public void good(Work work) {
        Trouble trouble = troubles.get(work.ordinal());
        if (trouble != null && !trouble.over) {
            troubles.set(work.ordinal(), new Trouble(trouble.lasts, trouble.lastMillis, trouble.saidMillis, true));
        }
    }

    /** The store has failed to do some work. */
    public void failed(Work work, String message, Throwable failure) {
        long now = time.elapsedMillis();
        Trouble before = troubles.get(work.ordinal());
        boolean silent = before != null && now - before.saidMillis < REMIND_MILLIS
                && !(before.over && now - before.lastMillis >= SETTLED_MILLIS);
        troubles.set(work.ordinal(),
                new Trouble(!shared && EngineFailureTranslator.isPermanent(failure), now, silent ? before.saidMillis : now,
                        false));
        if (!silent) {
            LOG.errorf("%s: %s. %s", message, ExceptionMessageFormatter.of(failure), EngineFailureTranslator.next(failure));
        }
    }

    /** The kind of work that the store fails at, or empty if it answers. */
    public Optional<Work> trouble() {
        for (Work work : Work.values()) {
            Trouble trouble = troubles.get(work.ordinal());
            if (trouble != null && !trouble.over && (!work.onDemand || trouble.lasts
                    || time.elapsedMillis() - trouble.lastMillis < BELIEVED_MILLIS)) {
                return Optional.of(work);
            }
        }
        return Optional.empty();
    }

    /** @param over true if the store has done such work since */
    private record Trouble(boolean lasts, long lastMillis, long saidMillis, boolean over) {}
}
