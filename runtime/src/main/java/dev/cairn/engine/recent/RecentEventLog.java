package dev.cairn.engine.recent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.InstanceObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.executor.InstanceState;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;

/**
 * Remembers the last events that came to the instances of this node, published on any node, and the instances that have taken
 * them. Keeps at most {@link #MAX_EVENTS} events, with {@link #MAX_KEPT_BYTES} together. Thread-safe.
 */
public final class RecentEventLog implements EngineObserver {

    /** Events that are remembered. */
    public static final int MAX_EVENTS = 200;
    /** Approximate maximum size of the text of all kept events, in bytes. */
    static final int MAX_KEPT_BYTES = 1 << 20;

    private final TimeSource time;
    /** By {@link RecentEventEntry#key}, the latest last. Guarded by this. */
    private final Map<String, RecentEventEntry> byKey = new LinkedHashMap<>();
    /** Guarded by this. */
    private int keptBytes;

    /** Nothing has come yet. */
    public RecentEventLog(TimeSource time) {
        this.time = time;
    }

    /** The remembered events, newest first. */
    public synchronized List<RecentEventView> all() {
        List<RecentEventView> views = new ArrayList<>(byKey.size());
        byKey.values().forEach(event -> views.add(event.view()));
        Collections.reverse(views);
        return views;
    }

    @Override
    public void eventOffered(JsonPayload event, boolean taken) {
        // The lifecycle of instances would leave room for nothing else.
        if (taken || !LifecycleEventTypes.isOne(event.tree().path("type").asText())) {
            keep(event);
        }
    }

    @Override
    public ProgramInstancesObserver program(Program program) {
        boolean listens = program.operations().stream().anyMatch(Operation.Listen.class::isInstance);
        return listens ? new TakenEvents(program.workflow()) : ProgramInstancesObserver.NONE;
    }

    private RecentEventEntry keep(JsonPayload event) {
        return keep(RecentEventEntry.key(event.tree()), event);
    }

    private synchronized RecentEventEntry keep(String key, JsonPayload event) {
        RecentEventEntry before = byKey.remove(key);
        // Else the takers of one event could read the data of another one.
        RecentEventEntry kept = before != null && before.shows(event.tree()) ? before : new RecentEventEntry(event);
        kept.cameAt(time.millis());
        byKey.put(key, kept);
        keptBytes += kept.keptBytes() - (before == null ? 0 : before.keptBytes());
        while (byKey.size() > MAX_EVENTS || keptBytes > MAX_KEPT_BYTES) {
            keptBytes -= byKey.remove(byKey.keySet().iterator().next()).keptBytes();
        }
        return kept;
    }

    private synchronized void taken(JsonPayload event, RecentEventRecipient taker) {
        keep(event).takenBy(taker);
    }

    /** Notes which events the instances of one program take. */
    private final class TakenEvents implements ProgramInstancesObserver {

        private final String workflow;

        TakenEvents(String workflow) {
            this.workflow = workflow;
        }

        @Override
        public InstanceObserver instance(String instanceId, boolean resumed, InstanceState state) {
            return new InstanceObserver() {
                @Override
                public void eventTaken(int operation, JsonPayload event) {
                    taken(event, new RecentEventRecipient(instanceId, workflow));
                }
            };
        }
    }
}
