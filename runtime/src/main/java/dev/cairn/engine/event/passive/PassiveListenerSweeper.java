package dev.cairn.engine.event.passive;

import java.util.Iterator;

import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;

/**
 * Asks instances to leave the memory that have only listened for as long as {@code quarkus.cairn.memory-wait} says. One timer for
 * all instances: listening itself costs none.
 */
final class PassiveListenerSweeper {

    private static final long MIN_INTERVAL_MILLIS = 50;
    private static final long MAX_INTERVAL_MILLIS = 5_000;
    /** Each costs the store two writes. */
    private static final int MAX_LEAVING = 256;

    private final NodeContext context;
    private final PassiveListenerPorts ports;
    private final long waitMillis;
    private final AsyncTaskLimiter departures;
    private Iterator<InstanceActorReference> remaining;

    PassiveListenerSweeper(PassiveListenerPorts ports) {
        this.context = ports.context();
        this.ports = ports;
        this.waitMillis = context.options().memory().waitMillis();
        this.departures = new AsyncTaskLimiter(MAX_LEAVING, context.threads()::worker);
    }

    void begin() {
        later();
    }

    private void later() {
        context.timers().after(Math.max(MIN_INTERVAL_MILLIS, Math.min(MAX_INTERVAL_MILLIS, waitMillis / 2)),
                () -> context.threads().worker(this::sweep));
    }

    private void sweep() {
        if (context.stopping()) {
            return;
        }
        if (ports.listeners().isEmpty() || !context.lease().held()) {
            later();
            return;
        }
        restart();
        for (int i = 0; i < MAX_LEAVING; i++) {
            departures.submit(this::next);
        }
        departures.submit(end -> {
            end.run();
            later();
        });
    }

    private synchronized void restart() {
        remaining = ports.instances().live().iterator();
    }

    /** Takes the instances one after another, so that no list of them grows. */
    private void next(Runnable end) {
        InstanceActorReference due = due();
        if (due == null) {
            end.run();
        } else {
            due.leaveIfListening().listen((nothing, failure) -> context.threads().worker(() -> next(end)));
        }
    }

    private synchronized InstanceActorReference due() {
        long now = context.time().millis();
        while (!context.stopping() && remaining.hasNext()) {
            InstanceActorReference instance = remaining.next();
            // No subtraction: who does not listen has the largest time.
            if (instance.idleSinceMillis() <= now - waitMillis) {
                return instance;
            }
        }
        return null;
    }
}
