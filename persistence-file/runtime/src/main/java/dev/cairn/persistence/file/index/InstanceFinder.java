package dev.cairn.persistence.file.index;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.h2.mvstore.MVMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Finds pages of instances, newest first.
 *
 * <p>
 * The listing keeps the instances of one workflow and status together; a query over several of these groups merges them. The
 * cost of a page depends on its size and the number of groups, and is bounded; it does not depend on the number of instances.
 * The groups are of stored statuses; criteria without a group are checked instance by instance, within the same bound.
 */
public final class InstanceFinder {

    /** Maximum number of seeks for a page, after which it ends with any number of rows. */
    static final int MAX_SEEKS = 4_000;

    private static final String LAST_ID = "\uffff";
    private static final Set<InstanceStatus> RUNNABLE = EnumSet.of(InstanceStatus.PENDING, InstanceStatus.RUNNING);
    private static final int STATUSES = InstanceStatus.values().length;

    private final MVMap<String, IndexedInstance> instances;
    private final MVMap<ListingKey, Boolean> listing;
    private final MVMap<ListingKey, Boolean> keyed;

    InstanceFinder(MVMap<String, IndexedInstance> instances, MVMap<ListingKey, Boolean> listing,
            MVMap<ListingKey, Boolean> keyed) {
        this.instances = instances;
        this.listing = listing;
        this.keyed = keyed;
    }

    /**
     * @throws IllegalArgumentException if the cursor is none of ours
     */
    public InstancePage find(InstanceQuery query) {
        return find(query, query.storedStatuses(), query::matches);
    }

    /** The instances of a node whose stored status is pending or running. */
    public InstancePage findOwned(String nodeId, String cursor, int limit) {
        return find(InstanceQuery.all(limit).withCursor(cursor), RUNNABLE, row -> nodeId.equals(row.owner()));
    }

    private InstancePage find(InstanceQuery query, Set<InstanceStatus> statuses, Predicate<InstanceRow> filter) {
        IntersectionCursor inAll = new IntersectionCursor(criteria(query, statuses), query.created().fromMillis(), MAX_SEEKS);
        List<InstanceRow> rows = new ArrayList<>();
        ListingKey last = null;
        ListingKey found = inAll.newest();
        while (found != null && rows.size() < query.limit()) {
            InstanceRow row = instances.get(found.id()).row();
            last = found;
            if (filter.test(row)) {
                rows.add(row);
            } else if (inAll.isSpent()) {
                break;
            }
            inAll.pass();
            found = inAll.newest();
        }
        ListingKey end = found == null ? inAll.givenUpAt() : last;
        return new InstancePage(rows, end == null ? null : cursorOf(end));
    }

    /** The groups that an instance must be in. */
    private List<ListingMergeCursor> criteria(InstanceQuery query, Set<InstanceStatus> statuses) {
        ListingKey end = end(query);
        List<ListingMergeCursor> criteria = new ArrayList<>();
        for (String group : ListingKey.groupsOf(query.keys())) {
            criteria.add(new ListingMergeCursor(keyed, List.of(ListingKey.before(group, 0)), end));
        }
        if (criteria.isEmpty() || query.workflow() != null || statuses.size() < STATUSES) {
            criteria.add(new ListingMergeCursor(listing, groups(query.workflow(), statuses), end));
        }
        return criteria;
    }

    /** The first instance behind a key, or of all, that is pending or running; null if there is none. */
    ListingKey runnableBehind(ListingKey key) {
        ListingKey next = key == null ? listing.firstKey() : listing.higherKey(key);
        while (next != null && next.status() > InstanceStatus.RUNNING.code()) {
            next = listing.higherKey(ListingKey.before(next.group(), STATUSES));
        }
        return next;
    }

    private List<ListingKey> groups(String workflow, Set<InstanceStatus> statuses) {
        List<ListingKey> groups = new ArrayList<>();
        if (workflow != null) {
            addGroups(workflow, statuses, groups);
            return groups;
        }
        // From workflow to workflow, without looking at their instances.
        ListingKey first = listing.firstKey();
        while (first != null) {
            addGroups(first.group(), statuses, groups);
            first = listing.higherKey(ListingKey.before(first.group(), STATUSES));
        }
        return groups;
    }

    private static void addGroups(String workflow, Set<InstanceStatus> statuses, List<ListingKey> groups) {
        statuses.forEach(status -> groups.add(ListingKey.before(workflow, status.code())));
    }

    /** The start of the page: keys older than this one. */
    private static ListingKey end(InstanceQuery query) {
        ListingKey end = query.created().toMillis() == Long.MAX_VALUE ? new ListingKey("", 0, Long.MAX_VALUE, LAST_ID)
                : new ListingKey("", 0, query.created().toMillis(), "");
        ListingKey cursor = query.cursor() == null ? end : keyOf(query.cursor());
        return ListingKey.newestFirst(cursor, end) > 0 ? cursor : end;
    }

    private static String cursorOf(ListingKey last) {
        return Long.toString(last.createdAtMillis(), Character.MAX_RADIX) + "." + last.id();
    }

    private static ListingKey keyOf(String cursor) {
        int dot = cursor.indexOf('.');
        try {
            long createdAtMillis = Long.parseLong(cursor.substring(0, Math.max(dot, 0)), Character.MAX_RADIX);
            return new ListingKey("", 0, createdAtMillis, cursor.substring(dot + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a cursor that this store gave: " + cursor, e);
        }
    }
}
