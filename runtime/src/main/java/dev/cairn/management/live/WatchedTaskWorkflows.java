package dev.cairn.management.live;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The workflows whose tasks are watched, each with the sequence number of the ring from which on its tasks are there. Immutable.
 */
final class WatchedTaskWorkflows {

    /** Stands for all workflows. A qualified name has a colon, so it is never this. */
    static final String ALL = "*";
    static final WatchedTaskWorkflows NONE = new WatchedTaskWorkflows(Map.of());

    private final Map<String, Long> since;

    private WatchedTaskWorkflows(Map<String, Long> since) {
        this.since = since;
    }

    /** The workflows that these viewers want; those that were wanted before keep their number. */
    WatchedTaskWorkflows of(Collection<ChangeViewer> viewers, long next) {
        Map<String, Long> wanted = new HashMap<>();
        for (ChangeViewer viewer : viewers) {
            if (viewer.filter().tasks()) {
                String key = key(viewer.filter());
                wanted.put(key, since.getOrDefault(key, next));
            }
        }
        return wanted.equals(since) ? this : new WatchedTaskWorkflows(Map.copyOf(wanted));
    }

    /** The same and what one more viewer wants. */
    WatchedTaskWorkflows and(ChangeFilter filter, long next) {
        String key = key(filter);
        if (!filter.tasks() || since.containsKey(key)) {
            return this;
        }
        Map<String, Long> more = new HashMap<>(since);
        more.put(key, next);
        return new WatchedTaskWorkflows(Map.copyOf(more));
    }

    private static String key(ChangeFilter filter) {
        return filter.workflow() == null ? ALL : filter.workflow();
    }

    boolean include(String workflow) {
        return !since.isEmpty() && (since.containsKey(ALL) || since.containsKey(workflow));
    }

    /** True if all changes that a viewer wants were noted since a sequence number. */
    boolean cover(ChangeFilter filter, long sequence) {
        return !filter.tasks() || isSince(ALL, sequence) || filter.workflow() != null && isSince(filter.workflow(), sequence);
    }

    private boolean isSince(String key, long sequence) {
        return since.getOrDefault(key, Long.MAX_VALUE) <= sequence + 1;
    }

    /** Qualified names, or {@link #ALL}. */
    Set<String> workflows() {
        return since.keySet();
    }
}
