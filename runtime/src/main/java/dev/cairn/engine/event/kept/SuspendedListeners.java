package dev.cairn.engine.event.kept;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/**
 * Finds the suspended and parked instances that listen for a type of events. With a store for one node it knows if there may be any,
 * and asks nothing otherwise. Questions about a type that come while one is under way share the next one. Thread-safe.
 */
final class SuspendedListeners {

    private final NodeContext context;
    private final KeptEventPorts ports;
    private final SubscriptionRows rows;
    private final SubscriptionWriter writer;
    /** Instances in memory that are subscribed, and are about to leave the memory. */
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    /** The callers that wait for the next question about a type; those of the present one are not here. Guarded by this. */
    private final Map<String, List<Promise<Set<String>>>> waiting = new HashMap<>();

    SuspendedListeners(KeptEventPorts ports, SubscriptionRows rows) {
        this.context = ports.context();
        this.ports = ports;
        this.rows = rows;
        this.writer = new SubscriptionWriter(context, ports.store().capabilities().shared());
    }

    /** Sees if the store has subscriptions. */
    void look() {
        writer.look(rows::isAny);
    }

    /** False if it is known that no suspended instance listens. */
    boolean mayBeAny() {
        return context.keepsState() && writer.mayBeAny();
    }

    /** The instances that are subscribed to a type now; fails as the store does. */
    Uni<Set<String>> find(String type) {
        if (!mayBeAny()) {
            return Uni.createFrom().item(Set.of());
        }
        return Uni.createFrom().deferred(() -> {
            Promise<Set<String>> answer = new Promise<>();
            boolean begins;
            synchronized (this) {
                List<Promise<Set<String>>> others = waiting.get(type);
                begins = others == null;
                (begins ? waiting.computeIfAbsent(type, any -> new ArrayList<>()) : others).add(answer);
            }
            if (begins) {
                ask(type);
            }
            return answer.uni();
        });
    }

    private void ask(String type) {
        List<Promise<Set<String>>> asking;
        synchronized (this) {
            asking = waiting.put(type, new ArrayList<>());
        }
        Promise.of(rows.find(type)).listen((found, failure) -> {
            boolean more;
            synchronized (this) {
                more = !waiting.get(type).isEmpty();
                if (!more) {
                    waiting.remove(type);
                }
            }
            if (more) {
                context.threads().worker(() -> ask(type));
            }
            asking.forEach(answer -> answer.settle(found, failure));
        });
    }

    /** Subscribes an instance in memory; tried until that is durable, or the application has stopped. */
    Promise<Void> subscribe(String instanceId, Collection<String> types) {
        subscribed.add(instanceId);
        return subscribeParked(instanceId, types);
    }

    /** Subscribes an instance that is parked; otherwise as {@link #subscribe}. */
    Promise<Void> subscribeParked(String instanceId, Collection<String> types) {
        List<String> distinct = types.stream().distinct().toList();
        return writer.add(instanceId, () -> rows.put(instanceId, distinct));
    }

    /** The instance listens again, or has left the memory. Called in its turns. */
    void goesOn(String instanceId) {
        subscribed.remove(instanceId);
    }

    /**
     * Removes the subscription of an instance that has ended, or was not suspended since it went on. A store for several nodes keeps that
     * of an instance outside of memory, which another node may be about to subscribe.
     */
    void unsubscribe(String instanceId) {
        writer.write(instanceId, () -> isNeeded(instanceId).chain(
                needed -> needed ? Uni.createFrom().voidItem() : rows.remove(instanceId)));
    }

    private Uni<Boolean> isNeeded(String instanceId) {
        if (ports.table().isLive(instanceId)) {
            return Uni.createFrom().item(subscribed.contains(instanceId));
        }
        return row(instanceId).map(row -> !isGone(row) && !isOnItsWay(row.get())
                && (ports.store().capabilities().shared() || !waitsOutside(row.get())));
    }

    /** True if this node has claimed an instance, and is about to have it in memory. */
    private boolean isOnItsWay(InstanceRow row) {
        return context.nodeId().equals(row.owner()) && !ports.table().isParked(row.id()) && !subscribed.contains(row.id());
    }

    /** True if an instance is outside of memory and neither suspended nor parked: what subscribes it is left over from a crash. */
    static boolean waitsOutside(InstanceRow row) {
        return row.status() == InstanceStatus.WAITING && row.owner() == null;
    }

    private Uni<Optional<InstanceRow>> row(String instanceId) {
        return Uni.createFrom().deferred(() -> ports.store().row(instanceId));
    }

    private static boolean isGone(Optional<InstanceRow> row) {
        return row.isEmpty() || row.get().status().ended();
    }

    /**
     * True if nothing is to be kept for an instance, for it has ended, or is gone; fails as the store does.
     *
     * @param found true if a subscription has found it, which may be left over
     */
    Uni<Boolean> wantsNothing(String instanceId, boolean found) {
        if (!context.keepsState() || ports.table().isLive(instanceId)) {
            return Uni.createFrom().item(false);
        }
        return row(instanceId).map(row -> isGone(row) || found && waitsOutside(row.get()));
    }
}
