package dev.cairn.engine.observer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * Isolates the engine from failures of observers. Observers run code of the application, such as meter filters and span
 * processors. Thread-safe.
 */
public final class ObserverFailureGuard {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** Kinds that have failed before: an observer may fail with each step of each instance. */
    private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

    private ObserverFailureGuard() {}

    /** Tells an observer something; if it fails, the log says so and nothing else happens. */
    public static void tell(String what, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failure) {
            say(what, failure);
        }
    }

    /** Asks an observer for a value; if it fails, returns the given default. */
    static <T> T ask(String what, Supplier<T> asking, T otherwise) {
        try {
            return asking.get();
        } catch (RuntimeException | Error failure) {
            say(what, failure);
            return otherwise;
        }
    }

    private static void say(String what, Throwable failure) {
        LOG.logf(KNOWN.add(what) ? Logger.Level.ERROR : Logger.Level.DEBUG, failure,
                "CAIRN-0779: A metric or a span is incomplete [observed=%s]: %s. The instances go on; look for a meter filter, meter"
                        + " registry or span processor that throws. Said once for each kind until the next start.",
                what, ExceptionMessageFormatter.of(failure));
    }
}
