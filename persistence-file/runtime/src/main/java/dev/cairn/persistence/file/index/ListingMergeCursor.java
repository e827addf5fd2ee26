package dev.cairn.persistence.file.index;

import java.util.List;
import java.util.PriorityQueue;

import org.h2.mvstore.MVMap;

/** Merges groups of the listing into one sequence of instances, newest first. For one search and one thread. */
final class ListingMergeCursor {

    private final MVMap<ListingKey, Boolean> map;
    /** Of each group the newest member that was not passed yet. */
    private final PriorityQueue<Head> heads = new PriorityQueue<>();
    private int seeks;

    /**
     * @param groups {@link ListingKey#before} each
     * @param end keys that are not older than this one are skipped
     */
    ListingMergeCursor(MVMap<ListingKey, Boolean> map, List<ListingKey> groups, ListingKey end) {
        this.map = map;
        groups.forEach(group -> add(group, map.lowerKey(group.at(end))));
    }

    private void add(ListingKey group, ListingKey newest) {
        seeks++;
        if (newest != null && newest.compareTo(group) > 0) {
            heads.add(new Head(newest, group));
        }
    }

    /** The newest that is not passed, or null. */
    ListingKey newest() {
        return heads.isEmpty() ? null : heads.peek().key;
    }

    /** Passes all that are newer than a key; those in between are not looked at one by one. */
    void passDownTo(ListingKey key) {
        while (!heads.isEmpty() && ListingKey.newestFirst(heads.peek().key, key) < 0) {
            ListingKey group = heads.poll().group;
            add(group, map.floorKey(group.at(key)));
        }
    }

    /** Passes the newest. */
    void pass() {
        Head passed = heads.poll();
        add(passed.group, map.lowerKey(passed.key));
    }

    /** Number of seeks in the index. */
    int seeks() {
        return seeks;
    }

    private record Head(ListingKey key, ListingKey group) implements Comparable<Head> {

        @Override
        public int compareTo(Head other) {
            return ListingKey.newestFirst(key, other.key);
        }
    }
}
