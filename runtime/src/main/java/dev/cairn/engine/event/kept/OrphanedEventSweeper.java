package dev.cairn.engine.event.kept;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Looks after the events that are kept for instances: an instance that goes on in another life, on another node or after it has waited
 * outside of memory does not know of them, and those of an ended instance are removed. A page at a time, once a minute.
 */
final class OrphanedEventSweeper {

    private static final long FIRST_MILLIS = 5_000;
    private static final long INTERVAL_MILLIS = 60_000;
    private static final int MAX_REFUSED = 10_000;

    private final NodeContext context;
    private final KeptEventPorts ports;
    private final EventKeeper keeper;
    /** When instances outside of memory were written that did not listen for an event, by id: until they are written again they do not. */
    private final Map<String, Long> refusedAtMillis = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_REFUSED;
        }
    };
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
        return Uni.createFrom().deferred(() -> ports.store().row(instanceId)).chain(row -> {
            if (row.isEmpty() || row.get().status().ended()) {
                events.forEach(keeper::discard);
                keeper.suspended().unsubscribe(instanceId);
            } else if (SuspendedListeners.waitsOutside(row.get())
                    && !Long.valueOf(row.get().updatedAtMillis()).equals(refusedAtMillis.get(instanceId))) {
                return bring(row.get(),
                        events.stream().min(Comparator.comparingLong(KeptEvent::arrivedAtMillis)).orElseThrow());
            }
            return Uni.createFrom().voidItem();
        }).onFailure().recoverWithNull();
    }

    /** Brings the first event to an instance outside of memory, which looks for the others in a later round. */
    private Uni<Void> bring(InstanceRow row, KeptEvent event) {
        return keeper.ifKept(event, content -> Promise.of(ports.sendAnywhere().apply(row.id(), content).uni()
                .chain(() -> keeper.takenByInstance(event, content).uni()))).onFailure(OrphanedEventSweeper::isNotWanted)
                .invoke(refusal -> refusedAtMillis.put(row.id(), row.updatedAtMillis()));
    }

    private static boolean isNotWanted(Throwable failure) {
        return failure instanceof CairnException refusal && refusal.reason() == Reason.NOT_LISTENING;
    }
}
