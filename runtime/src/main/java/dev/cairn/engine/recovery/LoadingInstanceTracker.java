package dev.cairn.engine.recovery;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.cairn.time.InstanceIdGenerator;

/** Tracks the instances that are being loaded into memory. Thread-safe. */
final class LoadingInstanceTracker {

    private final AtomicLong added = new AtomicLong();
    private final Map<String, Place> loadingById = new ConcurrentHashMap<>();
    /** By the number of their places. */
    private final NavigableMap<Long, String> inOrder = new ConcurrentSkipListMap<>();
    private final Queue<Awaited> awaited = new ConcurrentLinkedQueue<>();

    /** False if the instance was on its way already. */
    boolean add(String instanceId) {
        return add(instanceId, null);
    }

    /** As {@link #add(String)}; if the instance was on its way already, {@link #remove} may give this claim of it. */
    boolean add(ClaimedInstance claimed) {
        return add(claimed.id(), claimed);
    }

    private boolean add(String instanceId, ClaimedInstance claimed) {
        long number = added.incrementAndGet();
        inOrder.put(number, instanceId);
        Place own = new Place(number, null);
        Place place = loadingById.merge(instanceId, own,
                (before, any) -> claimed == null ? before : new Place(before.number, claimed));
        if (place != own) {
            passed(number);
        }
        return place == own;
    }

    /** Number of instances; schedules are none. */
    int count() {
        return (int) loadingById.keySet().stream().filter(id -> !InstanceIdGenerator.isLookedAt(id)).count();
    }

    boolean contains(String instanceId) {
        return loadingById.containsKey(instanceId);
    }

    /**
     * An instance is in memory, or will not come.
     *
     * @param epoch of the claim that this is about; 0 if there is none
     * @return a later claim of the instance that came meanwhile: with that it stays on its way; else null
     */
    ClaimedInstance remove(String instanceId, long epoch) {
        for (Place place = loadingById.get(instanceId); place != null; place = loadingById.get(instanceId)) {
            if (place.later != null && place.later.epoch() > epoch) {
                if (loadingById.replace(instanceId, place, new Place(place.number, null))) {
                    return place.later;
                }
            } else if (loadingById.remove(instanceId, place)) {
                passed(place.number);
                // An entry of this instance that exists from now on was added later.
                return null;
            }
        }
        return null;
    }

    /** Runs something once each of the instances that are on their way now is removed; at once if there are none. */
    void whenArrived(Runnable then) {
        awaited.add(new Awaited(added.get(), then));
        settle();
    }

    private void passed(long number) {
        inOrder.remove(number);
        settle();
    }

    private void settle() {
        for (Awaited next = awaited.peek(); next != null && isPast(next.last); next = awaited.peek()) {
            // Of several threads that see it one runs it.
            if (awaited.remove(next)) {
                next.then.run();
            }
        }
    }

    private boolean isPast(long number) {
        Map.Entry<Long, String> first = inOrder.firstEntry();
        return first == null || first.getKey() > number;
    }

    /**
     * Position of an instance in the order.
     *
     * @param number grows with the time at which it set out
     * @param later a claim that came while it was on its way, or null
     */
    private record Place(long number, ClaimedInstance later) {}

    /** Waits for all up to a number. Equal to itself alone. */
    private static final class Awaited {
        private final long last;
        private final Runnable then;

        Awaited(long last, Runnable then) {
            this.last = last;
            this.then = then;
        }
    }
}
