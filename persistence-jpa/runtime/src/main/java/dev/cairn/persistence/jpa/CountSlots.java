package dev.cairn.persistence.jpa;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Which rows of the counts a transaction changes: those of a slot that no other transaction of this node has meanwhile, and no other node
 * ever. So none waits until another one is committed. Thread-safe.
 */
final class CountSlots {

    /** Numbers that are free; the one used last comes first, so that few are used. */
    private final Deque<Integer> free = new ConcurrentLinkedDeque<>();
    private final AtomicInteger last = new AtomicInteger();
    /** Empty until the first heartbeat. */
    private volatile String nodeId = "";

    /**
     * A slot.
     *
     * @param number from 1 on; 0 with an empty node has what nodes that are gone have left
     */
    record Slot(String nodeId, int number) {
        static final Slot BASE = new Slot("", 0);
    }

    /** The life of the node from now on. */
    void belongTo(String newNodeId) {
        nodeId = newNodeId;
    }

    /** Does something with a slot. If it fails, a server may still be at it: another transaction that takes the slot then waits for that. */
    <T> T with(Function<Slot, T> work) {
        Integer number = free.pollFirst();
        Slot slot = new Slot(nodeId, number == null ? last.incrementAndGet() : number);
        try {
            return work.apply(slot);
        } finally {
            free.addFirst(slot.number);
        }
    }
}
