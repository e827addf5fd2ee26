package dev.cairn.persistence.file;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

import org.h2.mvstore.MVMap;

import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;

/**
 * Finds pages of instances, newest first.
 *
 * <p>
 * The listing keeps the instances of one workflow and status together; a query over several of these groups merges them. What it
 * costs depends on the page and the number of groups, not on the number of instances.
 */
final class InstanceFinder {

    private static final String LAST_ID = "\uffff";
    private static final int STATUSES = InstanceStatus.values().length;

    private final MVMap<String, InstanceState> instances;
    private final MVMap<ListingKey, Boolean> listing;
    private final MVMap<ListingKey, Boolean> keyed;

    InstanceFinder(MVMap<String, InstanceState> instances, MVMap<ListingKey, Boolean> listing,
            MVMap<ListingKey, Boolean> keyed) {
        this.instances = instances;
        this.listing = listing;
        this.keyed = keyed;
    }

    /**
     * @throws IllegalArgumentException if the cursor is none of ours
     */
    InstancePage find(InstanceQuery query) {
        PriorityQueue<Group> groups = new PriorityQueue<>();
        List<String> keys = ListingKey.groupsOf(query.keys());
        if (keys.isEmpty()) {
            groups(query).forEach(group -> addTo(groups, newestFirst(listing, group, query)));
        } else {
            addTo(groups, newestFirst(keyed, ListingKey.before(keys.get(0), 0), query));
        }
        List<InstanceRow> rows = new ArrayList<>();
        String next = null;
        while (!groups.isEmpty()) {
            Group newest = groups.poll();
            if (newest.head().createdAtMillis() < query.createdFromMillis()) {
                continue;
            }
            InstanceRow row = instances.get(newest.head().id()).row();
            if (query.matches(row)) {
                if (rows.size() == query.limit()) {
                    next = cursorOf(rows.get(rows.size() - 1));
                    break;
                }
                rows.add(row);
            }
            addTo(groups, newest.rest());
        }
        return new InstancePage(rows, next);
    }

    private static void addTo(PriorityQueue<Group> groups, Iterator<ListingKey> keys) {
        if (keys.hasNext()) {
            groups.add(new Group(keys.next(), keys));
        }
    }

    /** The first instance behind a key, or of all, that is pending or running; null if there is none. */
    ListingKey runnableBehind(ListingKey key) {
        ListingKey next = key == null ? listing.firstKey() : listing.higherKey(key);
        while (next != null && next.status() > InstanceStatus.RUNNING.code()) {
            next = listing.higherKey(ListingKey.before(next.group(), STATUSES));
        }
        return next;
    }

    private List<ListingKey> groups(InstanceQuery query) {
        List<ListingKey> groups = new ArrayList<>();
        if (query.workflow() != null) {
            addGroups(query.workflow(), query.status(), groups);
            return groups;
        }
        // From workflow to workflow, without looking at their instances.
        ListingKey first = listing.firstKey();
        while (first != null) {
            addGroups(first.group(), query.status(), groups);
            first = listing.higherKey(ListingKey.before(first.group(), STATUSES));
        }
        return groups;
    }

    private static void addGroups(String workflow, InstanceStatus status, List<ListingKey> groups) {
        for (InstanceStatus candidate : InstanceStatus.values()) {
            if (status == null || status == candidate) {
                groups.add(ListingKey.before(workflow, candidate.code()));
            }
        }
    }

    private static Iterator<ListingKey> newestFirst(MVMap<ListingKey, Boolean> map, ListingKey group, InstanceQuery query) {
        ListingKey from = query.createdToMillis() == Long.MAX_VALUE
                ? new ListingKey(group.group(), group.status(), Long.MAX_VALUE, LAST_ID)
                : new ListingKey(group.group(), group.status(), query.createdToMillis(), "");
        if (query.cursor() != null) {
            ListingKey behind = keyOf(group, query.cursor());
            from = behind.compareTo(from) < 0 ? behind : from;
        }
        ListingKey below = map.lowerKey(from);
        return below == null || below.compareTo(group) < 0 ? List.<ListingKey>of().iterator() : map.cursor(below, group, true);
    }

    private static String cursorOf(InstanceRow row) {
        return Long.toString(row.createdAtMillis(), Character.MAX_RADIX) + "." + row.id();
    }

    private static ListingKey keyOf(ListingKey group, String cursor) {
        int dot = cursor.indexOf('.');
        try {
            long createdAtMillis = Long.parseLong(cursor.substring(0, Math.max(dot, 0)), Character.MAX_RADIX);
            return new ListingKey(group.group(), group.status(), createdAtMillis, cursor.substring(dot + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a cursor that this store gave: " + cursor, e);
        }
    }

    private record Group(ListingKey head, Iterator<ListingKey> rest) implements Comparable<Group> {

        @Override
        public int compareTo(Group other) {
            return ListingKey.newestFirst(head, other.head);
        }
    }
}
