package dev.cairn.persistence.jpa;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The pool of this node's slots for counts. A transaction takes a slot and changes only its rows of the counts. Concurrent
 * transactions of this node have different slots, and other nodes never use these. So no transaction waits for the commit of
 * another. Thread-safe.
 */
final class CountSlotPool {

    /** Free numbers. The last used number comes first, so that few are used. */
    private final Deque<Integer> freeSlots = new ConcurrentLinkedDeque<>();
    private final AtomicInteger last = new AtomicInteger();
    /** Empty until the first heartbeat. */
    private volatile String nodeId = "";

    /**
     * A slot.
     *
     * @param number from 1; 0 with an empty node id has the counts of nodes that are gone
     */
    record Slot(String nodeId, int number) {
        static final Slot BASE = new Slot("", 0);
    }

    /** Sets the life of the node, to which the slots belong from now on. */
    void belongTo(String newNodeId) {
        nodeId = newNodeId;
    }

    /** Works with a slot. If the work fails, the server may still execute it; the next transaction with the slot waits. */
    <T> T with(Function<Slot, T> work) {
        Integer number = freeSlots.pollFirst();
        Slot slot = new Slot(nodeId, number == null ? last.incrementAndGet() : number);
        try {
            return work.apply(slot);
        } finally {
            freeSlots.addFirst(slot.number);
        }
    }
}
