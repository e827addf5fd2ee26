package dev.cairn.engine.event.kept;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Looks after the events that are kept for instances: an instance that goes on in another life or on another node does not know
 * of them, and that of an ended instance is removed. A page at a time, once a minute.
 */
final class OrphanedEventSweeper {

    private static final long FIRST_MILLIS = 5_000;
    private static final long INTERVAL_MILLIS = 60_000;

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
        keeper.store().findFor(null, cursor).chain(page -> look(page.events()).invoke(() -> cursor = page.next()))
                .onTermination().invoke(() -> later(INTERVAL_MILLIS)).subscribe()
                .with(done -> {}, failure -> cursor = null);
    }

    /** Looks at the instances of a page one after another. An unreadable instance waits for a later round. */
    private Uni<Void> look(List<KeptEvent> events) {
        Map<String, List<KeptEvent>> byInstance = events.stream().collect(Collectors.groupingBy(KeptEvent::instanceId));
        return Multi.createFrom().iterable(byInstance.entrySet()).onItem()
                .transformToUniAndConcatenate(each -> look(each.getKey(), each.getValue())).collect().last();
    }

    private Uni<Void> look(String instanceId, List<KeptEvent> events) {
        InstanceActorReference live = ports.table().live(instanceId);
        if (live != null) {
            keeper.finder().look(live, List.of(KeptEventFinder.OF_INSTANCE));
            return Uni.createFrom().voidItem();
        }
        return keeper.suspended().hasEnded(instanceId).invoke(ended -> {
            if (ended) {
                events.forEach(keeper::taken);
                keeper.suspended().unsubscribe(instanceId);
            }
        }).replaceWithVoid().onFailure().recoverWithNull();
    }
}
