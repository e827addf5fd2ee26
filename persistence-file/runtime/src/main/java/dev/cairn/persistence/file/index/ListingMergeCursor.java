package dev.cairn.persistence.file.index;

import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges groups of one or more listings into one sequence of instances, newest first, each once. For one search and one thread.
 */
final class ListingMergeCursor {

    /** Of each group in each source the newest member that was not passed yet. */
    private final PriorityQueue<Head> heads = new PriorityQueue<>();
    private int seeks;

    /**
     * @param groups {@link ListingKey#before} each
     * @param end keys that are not older than this one are skipped
     */
    ListingMergeCursor(List<ListingSource> sources, List<ListingKey> groups, ListingKey end) {
        for (ListingSource source : sources) {
            groups.forEach(group -> add(source, group, source.lower().apply(group.at(end))));
        }
    }

    private void add(ListingSource source, ListingKey group, ListingKey newest) {
        seeks++;
        if (newest != null && newest.compareTo(group) > 0) {
            heads.add(new Head(newest, group, source));
        }
    }

    /** The newest that is not passed, or null. */
    ListingKey newest() {
        return heads.isEmpty() ? null : heads.peek().key;
    }

    /** Passes all that are newer than a key; those in between are not looked at one by one. */
    void passDownTo(ListingKey key) {
        while (!heads.isEmpty() && ListingKey.newestFirst(heads.peek().key, key) < 0) {
            Head passed = heads.poll();
            add(passed.source, passed.group, passed.source.floor().apply(passed.group.at(key)));
        }
    }

    /** Passes the newest, in each source that has it. */
    void pass() {
        ListingKey newest = heads.peek().key;
        do {
            Head passed = heads.poll();
            add(passed.source, passed.group, passed.source.lower().apply(passed.key));
        } while (!heads.isEmpty() && ListingKey.newestFirst(heads.peek().key, newest) == 0);
    }

    /** Number of seeks in the sources. */
    int seeks() {
        return seeks;
    }

    private record Head(ListingKey key, ListingKey group, ListingSource source) implements Comparable<Head> {

        @Override
        public int compareTo(Head other) {
            return ListingKey.newestFirst(key, other.key);
        }
    }
}
