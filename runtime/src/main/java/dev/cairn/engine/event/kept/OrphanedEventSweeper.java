package dev.cairn.engine.event.kept;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;

/**
 * Looks after the events that are kept for instances: an instance that goes on in another life or on another node does not know
 * of them, and that of an ended instance is removed. A page at a time, once a minute.
 */
final class OrphanedEventSweeper {

    private static final long FIRST_MILLIS = 5_000;
    private static final long INTERVAL_MILLIS = 60_000;
    /** Instances outside of memory that are looked at in one round. */
    private static final int MAX_CHECKS = 100;

    private final NodeContext context;
    private final KeptEventPorts ports;
    private final EventKeeper keeper;
    /** Next page; null for the first one. */
    private String cursor;

    OrphanedEventSweeper(KeptEventPorts ports, EventKeeper keeper) {
        this.context = ports.context();
        this.ports = ports;
        this.keeper = keeper;
    }

    void begin() {
        later(FIRST_MILLIS);
    }

    private void later(long millis) {
        context.timers().after(millis, this::sweep);
    }

    private void sweep() {
        if (context.stopping()) {
            return;
        }
        if (keeper.isEmpty() || !context.lease().held()) {
            later(INTERVAL_MILLIS);
            return;
        }
        keeper.store().findFor(null, cursor).subscribe().with(page -> {
            cursor = page.next();
            look(page.events());
            later(INTERVAL_MILLIS);
        }, failure -> {
            cursor = null;
            later(INTERVAL_MILLIS);
        });
    }

    private void look(List<KeptEvent> events) {
        Set<String> seen = new LinkedHashSet<>();
        int checks = 0;
        for (KeptEvent event : events) {
            InstanceActorReference live = ports.table().live(event.instanceId());
            if (live != null) {
                if (seen.add(event.instanceId())) {
                    keeper.finder().look(live, List.of(KeptEventFinder.OF_INSTANCE));
                }
            } else if (checks++ < MAX_CHECKS) {
                keeper.suspended().hasEnded(event.instanceId()).subscribe().with(ended -> {
                    if (ended) {
                        keeper.taken(event);
                        keeper.suspended().unsubscribe(event.instanceId());
                    }
                }, failure -> {
                    // The next round looks again.
                });
            }
        }
    }
}
