package dev.cairn.engine.audit;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import org.jboss.logging.Logger;

import dev.cairn.time.TimerService;

/** Records a failure that ends something that all instances need. Only another start of the application helps. Thread-safe. */
public final class FatalFailureSignal {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final AtomicReference<String> failed = new AtomicReference<>();

    /**
     * Notes the first failure and logs it. Never throws: memory may be too short for the message.
     *
     * @param part the failed part; a constant
     */
    public void failed(String part, Throwable cause) {
        if (!failed.compareAndSet(null, part)) {
            return;
        }
        try {
            LOG.errorf(cause, "CAIRN-0485: A part of the engine that all instances need has failed [part=%s]: %s. The liveness"
                    + " check is down. Start the application again; if the memory did not suffice, give the JVM more heap.",
                    part, cause);
        } catch (RuntimeException | Error noMemory) {
            // The health check says it all the same.
        }
    }

    /** Timers of a part that ends when one cannot be set. */
    public TimerService watching(String part, TimerService timers) {
        return (delayMillis, action) -> {
            try {
                return timers.after(delayMillis, action);
            } catch (RejectedExecutionException stopping) {
                throw stopping;
            } catch (RuntimeException | Error e) {
                failed(part, e);
                throw e;
            }
        };
    }

    /** The first failed part, or empty. */
    public Optional<String> failure() {
        return Optional.ofNullable(failed.get());
    }
}
