package dev.cairn.crashpoints;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An operator of the instance: cancels it, suspends and resumes it, lets it go on after it failed or before a timer is due,
 * forks it. Does not die with the application, and repeats requests that were not acknowledged. Not thread-safe.
 */
final class SimulatedOperator {

    /** After the effect that has it suspended: in the middle of the wait that follows. */
    static final long SUSPENDS_AFTER_MILLIS = 500;
    /** After that effect, and after the end of the wait. */
    static final long RESUMES_AFTER_MILLIS = 3_000;
    /** After the effect that has a timer fire: long before it is due. */
    static final long FIRES_AFTER_MILLIS = 500;

    /** Each is done once in a run. */
    enum Errand {
        CANCEL,
        SUSPEND,
        RESUME,
        RETRY,
        FORK,
        FIRE
    }

    /**
     * A request that must be executed.
     *
     * @param instance id of the instance
     * @param fromMillis not before this time
     */
    record Wish(String instance, long fromMillis) {}

    private final Map<Errand, Wish> wishes = new EnumMap<>(Errand.class);
    private final Set<Errand> done = EnumSet.noneOf(Errand.class);

    /** Wants something done. Returns false if that has been so before. */
    boolean wants(Errand errand, String instance, long fromMillis) {
        return wishes.putIfAbsent(errand, new Wish(instance, fromMillis)) == null;
    }

    /** The requested change. */
    Wish wish(Errand errand) {
        return wishes.get(errand);
    }

    /** The requests without an acknowledgement, in their order. */
    List<Errand> open() {
        return wishes.keySet().stream().filter(errand -> !isDone(errand)).toList();
    }

    /** True if it was said that it is done. */
    boolean isDone(Errand errand) {
        return done.contains(errand);
    }

    /** Was told that it is done. */
    void isTold(Errand errand) {
        done.add(errand);
    }
}
