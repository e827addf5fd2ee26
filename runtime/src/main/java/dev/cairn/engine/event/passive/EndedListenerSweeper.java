package dev.cairn.engine.event.passive;

import dev.cairn.engine.node.NodeContext;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Removes the subscriptions of ended instances: a crash between the end of an instance and the removal leaves them, and no event may
 * ever find them. Reads a page of subscriptions at a time, with pauses, so that a million of them are no load.
 */
final class EndedListenerSweeper {

    static final long FIRST_MILLIS = 10_000;
    static final long PAGE_INTERVAL_MILLIS = 10_000;
    /** From the last page to the first one. Only a crash gives it something to do. */
    static final long ROUND_INTERVAL_MILLIS = 3_600_000;

    private final NodeContext context;
    private final PassiveListenerPorts ports;
    private final PassiveListeners subscriptions;
    /** Next page; null for the first one. */
    private String cursor;

    EndedListenerSweeper(PassiveListenerPorts ports, PassiveListeners subscriptions) {
        this.context = ports.context();
        this.ports = ports;
        this.subscriptions = subscriptions;
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
        if (!subscriptions.mayBeAny() || !context.lease().held()) {
            later(PAGE_INTERVAL_MILLIS);
            return;
        }
        subscriptions.all(cursor).chain(page -> look(page).replaceWith(page.next())).subscribe().with(next -> {
            cursor = next;
            later(next == null ? ROUND_INTERVAL_MILLIS : PAGE_INTERVAL_MILLIS);
        }, failure -> later(PAGE_INTERVAL_MILLIS));
    }

    private Uni<Void> look(PassiveListenerPage page) {
        return Multi.createFrom().iterable(page.listeners()).onItem().transformToUniAndConcatenate(this::look).collect().last()
                .replaceWithVoid();
    }

    private Uni<Void> look(PassiveListener listener) {
        String id = listener.instanceId();
        if (ports.instances().isLive(id)) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom().deferred(() -> ports.store().row(id)).invoke(row -> {
            if (row.isEmpty() || row.get().status().ended()) {
                subscriptions.instanceEnded(listener);
            }
        }).replaceWithVoid();
    }
}
