package dev.cairn.engine.event.passive;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.engine.concurrent.Promise;
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

    /** Longest wait for the removals of a page. */
    static final long MAX_REMOVAL_MILLIS = 60_000;

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

    /** Completes when the removals of the page are durable, so that they do not grow with the pages. */
    private Uni<Void> look(PassiveListenerPage page) {
        List<Promise<Void>> removals = new ArrayList<>();
        return Multi.createFrom().iterable(page.listeners()).onItem()
                .transformToUniAndConcatenate(listener -> look(listener, removals)).collect().last()
                .chain(any -> removed(removals));
    }

    /** An instance whose row cannot be read waits for a later round. */
    private Uni<Void> look(PassiveListener listener, List<Promise<Void>> removals) {
        return Uni.createFrom().deferred(() -> {
            String id = listener.instanceId();
            return ports.instances().isLive(id) ? Uni.createFrom().voidItem() : ports.store().row(id).invoke(row -> {
                if (row.isEmpty() || row.get().status().ended()) {
                    removals.add(subscriptions.instanceEnded(listener));
                }
            }).replaceWithVoid();
        }).onFailure().recoverWithNull();
    }

    /** A removal that fails again and again does not keep the others waiting. */
    private Uni<Void> removed(List<Promise<Void>> removals) {
        return Uni.createFrom().emitter(emitter -> {
            emitter.onTermination(context.timers().after(MAX_REMOVAL_MILLIS, () -> emitter.complete(null)));
            Multi.createFrom().iterable(removals).onItem()
                    .transformToUniAndConcatenate(removal -> removal.uni().onFailure().recoverWithNull()).collect().last()
                    .subscribe().with(any -> emitter.complete(null));
        });
    }
}
