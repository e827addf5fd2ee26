package dev.cairn.management.live;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.engine.observer.LiveChange;

/**
 * The latest changes, numbered without gaps. Bounded by number and bytes: the oldest make room. Thread-safe; nothing waits but for the
 * few instructions of another caller.
 */
final class ChangeRing {

    private static final char SEPARATOR = '-';

    private final String life;
    private final ChangeRingEntry[] entries;
    private final long maxBytes;
    private long bytes;
    /** Of the oldest entry that is there. */
    private long first = 1;
    private long next = 1;

    /**
     * @param life part of all ids: another ring has another one
     * @param maxEntries a power of two
     */
    ChangeRing(String life, int maxEntries, long maxBytes) {
        this.life = life;
        this.entries = new ChangeRingEntry[maxEntries];
        this.maxBytes = maxBytes;
    }

    static String id(String life, long sequence) {
        return life + SEPARATOR + sequence;
    }

    String life() {
        return life;
    }

    /** The id of the entry with a sequence number. */
    String id(long sequence) {
        return id(life, sequence);
    }

    /** Adds a change, or a reason to read everything again; the other is null. */
    synchronized void add(LiveChange change, StreamInterruptionReason reset) {
        ChangeRingEntry entry = new ChangeRingEntry(next, change, reset);
        bytes += entry.bytes();
        while (next - first == entries.length || bytes > maxBytes && first < next) {
            removeFirst();
        }
        entries[index(next)] = entry;
        next++;
    }

    private void removeFirst() {
        int index = index(first);
        bytes -= entries[index].bytes();
        entries[index] = null;
        first++;
    }

    private int index(long sequence) {
        return (int) sequence & entries.length - 1;
    }

    /** Forgets all entries, and skips a number: a client that has seen the last entry cannot go on from there, as changes will be missing. */
    synchronized void clear() {
        while (first < next) {
            removeFirst();
        }
        next++;
        first = next;
    }

    /** The sequence number of the next entry. */
    synchronized long next() {
        return next;
    }

    /**
     * The sequence number in an id, if this ring has everything that followed.
     *
     * @param id as {@link #id(long)}, or anything else
     * @return -1 if it does not
     */
    synchronized long sequence(String id) {
        int separator = id.lastIndexOf(SEPARATOR);
        if (separator < 0 || !id.substring(0, separator).equals(life)) {
            return -1;
        }
        try {
            long sequence = Long.parseLong(id.substring(separator + 1));
            return sequence >= first - 1 && sequence < next ? sequence : -1;
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    /**
     * The entries from a sequence number on.
     *
     * @return null if some of them are gone
     */
    synchronized List<ChangeRingEntry> read(long from, int limit) {
        if (from < first) {
            return null;
        }
        int count = (int) Math.min(limit, next - from);
        List<ChangeRingEntry> read = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            read.add(entries[index(from + i)]);
        }
        return read;
    }

    /** True unless the entry with a sequence number was removed. */
    synchronized boolean has(long sequence) {
        return sequence >= first;
    }

    /** Memory that the entries hold in bytes, an upper bound. */
    synchronized long bytes() {
        return bytes;
    }

    /** True if a reader who is at a sequence number lacks a share of the room, in eighths. */
    synchronized boolean isBehind(long from, int eighths) {
        return next - from > (long) entries.length / 8 * eighths;
    }
}
