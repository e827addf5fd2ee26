package dev.cairn.persistence.file.index;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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

    /** True if nothing but search keys leads to the instances; other criteria are checked on each. */
    public static boolean isByKeysAlone(InstanceQuery query) {
        return !ListingKey.groupsOf(query.keys()).isEmpty() && isByKeysAlone(query, query.storedStatuses());
    }

    private static boolean isByKeysAlone(InstanceQuery query, Set<InstanceStatus> statuses) {
        return query.workflows() == null && statuses.size() == STATUSES;
    }

    /**
     * Finds instances by search keys alone, in the index and in states that are not in it yet.
     *
     * @param query see {@link #isByKeysAlone(InstanceQuery)}
     * @param waiting the keys of those states
     * @param states gives the present state of an instance, or null
     */
    InstancePage findByKeys(InstanceQuery query, List<ListingSource> waiting, Function<String, IndexedInstance> states) {
        List<ListingSource> sources = new ArrayList<>(waiting);
        sources.add(ListingSource.of(keyed));
        return find(query, keyCriteria(query, sources), query::matches, states);
    }

    private InstancePage find(InstanceQuery query, Set<InstanceStatus> statuses, Predicate<InstanceRow> filter) {
        return find(query, criteria(query, statuses), filter, instances::get);
    }

    private static InstancePage find(InstanceQuery query, List<ListingMergeCursor> criteria, Predicate<InstanceRow> filter,
            Function<String, IndexedInstance> states) {
        IntersectionCursor inAll = new IntersectionCursor(criteria, query.created().fromMillis(), MAX_SEEKS);
        List<InstanceRow> rows = new ArrayList<>();
        ListingKey last = null;
        ListingKey found = inAll.newest();
        while (found != null && rows.size() < query.limit()) {
            IndexedInstance state = states.apply(found.id());
            last = found;
            if (state != null && isOf(found, state) && filter.test(state.row())) {
                rows.add(state.row());
            } else if (inAll.isSpent()) {
                break;
            }
            inAll.pass();
            found = inAll.newest();
        }
        ListingKey end = found == null ? inAll.givenUpAt() : last;
        return new InstancePage(rows, end == null ? null : cursorOf(end));
    }

    /** False for the key of an instance that was removed and created again: the new one has another key. */
    private static boolean isOf(ListingKey key, IndexedInstance state) {
        return key.createdAtMillis() == state.row().createdAtMillis();
    }

    /** The groups that an instance must be in. */
    private List<ListingMergeCursor> criteria(InstanceQuery query, Set<InstanceStatus> statuses) {
        List<ListingMergeCursor> criteria = keyCriteria(query, List.of(ListingSource.of(keyed)));
        if (criteria.isEmpty() || !isByKeysAlone(query, statuses)) {
            criteria.add(new ListingMergeCursor(List.of(ListingSource.of(listing)), groups(query.workflows(), statuses),
                    end(query)));
        }
        return criteria;
    }

    private static List<ListingMergeCursor> keyCriteria(InstanceQuery query, List<ListingSource> sources) {
        ListingKey end = end(query);
        List<ListingMergeCursor> criteria = new ArrayList<>();
        for (String group : ListingKey.groupsOf(query.keys())) {
            criteria.add(new ListingMergeCursor(sources, List.of(ListingKey.before(group, 0)), end));
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

    private List<ListingKey> groups(Set<String> workflows, Set<InstanceStatus> statuses) {
        List<ListingKey> groups = new ArrayList<>();
        if (workflows != null) {
            workflows.forEach(workflow -> addGroups(workflow, statuses, groups));
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
