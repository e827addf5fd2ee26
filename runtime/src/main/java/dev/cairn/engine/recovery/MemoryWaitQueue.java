package dev.cairn.engine.recovery;

import java.util.Comparator;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;

import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.time.InstanceIdGenerator;

/**
 * Queue of instances that left memory before their first call because it was full, and that wait for room. The most
 * deeply nested ones come back first: the others wait for them. Among those the first to leave is the first to come
 * back. Thread-safe.
 */
final class MemoryWaitQueue {

    /** The id of an instance and its holder. */
    private static final int BYTES = 200;

    private final NavigableMap<Integer, Queue<Postponed>> byDepth = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final MemoryBudget memory;

    MemoryWaitQueue(MemoryBudget memory) {
        this.memory = memory;
    }

    /** Adds an instance, unless it is there already: others may have brought it into memory meanwhile. */
    void add(Postponed postponed) {
        if (!ids.add(postponed.id)) {
            return;
        }
        memory.hold(BYTES);
        memory.idle(BYTES);
        byDepth.computeIfAbsent(InstanceIdGenerator.depth(postponed.id), depth -> new ConcurrentLinkedQueue<>()).add(postponed);
    }

    boolean contains(String instanceId) {
        return ids.contains(instanceId);
    }

    /** The next that there is room for, or null. */
    Postponed poll() {
        for (var entry : byDepth.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                return memory.mayCall(entry.getKey()) ? taken(entry.getValue().poll()) : null;
            }
        }
        return null;
    }

    private Postponed taken(Postponed next) {
        if (next != null) {
            ids.remove(next.id);
            memory.idle(-BYTES);
            memory.hold(-BYTES);
            next.timer.run();
        }
        return next;
    }

    /**
     * An instance that has left the memory.
     *
     * @param bytes number of bytes that it held
     * @param timer cancels the timer that brings it back
     */
    record Postponed(String id, long bytes, Runnable timer) {}
}
