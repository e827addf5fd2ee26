package dev.cairn.engine.event.gather;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.EventStartOutcome;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.LogRateLimiter;

/** Tells metrics and the log of sets of events. Thread-safe. */
final class EventSetReports {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long REMIND_MILLIS = 60_000;

    private final EngineObserver observer;
    private final LogRateLimiter expirations;
    private final LogRateLimiter unreadable;
    private final Set<String> failingConditions = ConcurrentHashMap.newKeySet();

    EventSetReports(NodeContext context) {
        this.observer = context.observers().engine();
        this.expirations = new LogRateLimiter(context.time(), REMIND_MILLIS);
        this.unreadable = new LogRateLimiter(context.time(), REMIND_MILLIS);
    }

    void gathered(String workflow) {
        observer.startedByEvent(workflow, EventStartOutcome.GATHERED);
    }

    void known(String workflow) {
        observer.startedByEvent(workflow, EventStartOutcome.KNOWN);
    }

    void expired(EventSetState set) {
        observer.startedByEvent(set.workflow(), EventStartOutcome.EXPIRED);
        if (expirations.isDue()) {
            LOG.warnf("CAIRN-0836: Removed a set of events that started nothing [workflow=%s, set=%s, events=%d, first=%s]: %s"
                    + " within quarkus.cairn.events.set-open-time. This is told once a minute.",
                    set.workflow(), set.id(), set.items().size(), set.items().get(0).key(),
                    set.closed() ? "it is complete, and no node could start the workflow" : "the others did not come");
        }
    }

    /** The condition of a program fails, or costs too much. */
    void conditionFailed(String program, String set, RuntimeException failure) {
        if (failingConditions.add(program)) {
            LOG.warnf(
                    "CAIRN-0837: A set of events goes on, for its condition gives no answer [workflow=%s, set=%s]: %s. More sets"
                            + " may go on, without another message. Correct \"until\", or make it cheaper.",
                    program, set,
                    ExceptionMessageFormatter.of(failure));
        }
    }

    void unreadable(String set, Throwable failure) {
        if (unreadable.isDue()) {
            LOG.errorf(
                    "CAIRN-0838: Cannot read a set of events [set=%s]: %s. Events for it are refused until it can be read, or is"
                            + " removed. Do all nodes have the same keys and payload codecs? This is told once a minute.",
                    set,
                    ExceptionMessageFormatter.of(failure));
        }
    }
}
