package dev.cairn.engine.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

import org.jboss.logging.Logger;

import dev.cairn.spi.ExceptionMessageFormatter;

/**
 * Runs an action as often as it is asked for, but never concurrently and never recursively: an immediate answer must not grow
 * the stack. Requests during a run share the next one. Thread-safe.
 */
public final class CoalescingRunner {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Runnable action;
    private final AtomicInteger requests = new AtomicInteger();

    /** Something that should not throw: it is logged, and the next round is done all the same. */
    public CoalescingRunner(Runnable action) {
        this.action = action;
    }

    /** Sees to it that a round begins after this was called. */
    public void ask() {
        if (requests.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            try {
                action.run();
            } catch (RuntimeException | Error mistake) {
                LOG.errorf(mistake,
                        "CAIRN-0439: A recurring activity of this node failed: %s. It continues with the"
                                + " next item. This is a mistake of Cairn: please report it.",
                        ExceptionMessageFormatter.of(mistake));
            }
            seen = requests.addAndGet(-seen);
        } while (seen > 0);
    }
}
