package dev.cairn.engine.event.kept;

import java.util.HashSet;
import java.util.Set;

/**
 * The instances that an offer of an event has reached.
 *
 * @param instances number of instances that have taken the event, now or before
 * @param suspended ids of suspended and parked instances that may take the event when they go on
 */
public record EventReach(int instances, Set<String> suspended) {

    /** No instance. */
    public static final EventReach NONE = new EventReach(0, Set.of());

    public EventReach {
        suspended = Set.copyOf(suspended);
    }

    /** True if an instance has taken the event, or may take it. */
    public boolean isAny() {
        return instances > 0 || !suspended.isEmpty();
    }

    /** With the instances of another node. */
    public EventReach plus(EventReach other) {
        return other.isAny() ? new EventReach(instances + other.instances, union(other)) : this;
    }

    /** With those of another offer of the same event, which may have reached the same instances. */
    public EventReach or(EventReach other) {
        return other.isAny() ? new EventReach(Math.max(instances, other.instances), union(other)) : this;
    }

    private Set<String> union(EventReach other) {
        if (suspended.isEmpty()) {
            return other.suspended;
        }
        Set<String> all = new HashSet<>(suspended);
        all.addAll(other.suspended);
        return all;
    }
}
