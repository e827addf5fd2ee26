package dev.cairn.engine.event.kept;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The instances that an offer of an event has reached.
 *
 * @param instances number of instances that have taken the event, now or before
 * @param suspended ids of suspended and parked instances that may take the event when they go on
 * @param stored ids of instances that have taken the event in memory, and that a search of the store may find too; not necessarily all
 *        of them
 */
public record EventReach(int instances, Set<String> suspended, Set<String> stored) {

    /** No instance. */
    public static final EventReach NONE = new EventReach(0, Set.of());

    public EventReach {
        suspended = Set.copyOf(suspended);
        stored = Set.copyOf(stored);
    }

    /** Without instances that a search of the store may find. */
    public EventReach(int instances, Set<String> suspended) {
        this(instances, suspended, Set.of());
    }

    /** True if the event has reached an instance. */
    public boolean isAny() {
        return instances > 0 || !suspended.isEmpty() || !stored.isEmpty();
    }

    /** The sum for different instances. */
    public static EventReach sum(Collection<EventReach> reaches) {
        int instances = 0;
        Set<String> suspended = new HashSet<>();
        Set<String> stored = new HashSet<>();
        for (EventReach reach : reaches) {
            instances += reach.instances;
            suspended.addAll(reach.suspended);
            stored.addAll(reach.stored);
        }
        return new EventReach(instances, suspended, stored);
    }

    /** With the instances of another node. */
    public EventReach plus(EventReach other) {
        return other.isAny() ? with(instances + other.instances, other) : this;
    }

    /** With those of another offer of the same event, which may have reached the same instances. */
    public EventReach or(EventReach other) {
        return other.isAny() ? with(Math.max(instances, other.instances), other) : this;
    }

    private EventReach with(int sum, EventReach other) {
        return new EventReach(sum, union(suspended, other.suspended), union(stored, other.stored));
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return some.isEmpty() ? others : some;
        }
        Set<String> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }
}
