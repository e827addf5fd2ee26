package dev.cairn.persistence.file.index;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceRow;

/**
 * Key of the maps that instances are found by: those of one group lie together, in the order of their creation.
 *
 * @param group the workflow, or the business key or attribute they have in common
 * @param status the status they have in common, or 0 for those that have a key in common
 * @param createdAtMillis when the instance was created
 * @param id the instance
 */
public record ListingKey(String group, int status, long createdAtMillis, String id) implements Comparable<ListingKey> {

    private static final String BUSINESS_KEY = "k";
    private static final String ATTRIBUTE = "a";

    static ListingKey of(InstanceRow row) {
        return new ListingKey(row.workflow(), row.status().code(), row.createdAtMillis(), row.id());
    }

    /** One key for the business key and for each attribute. */
    static List<ListingKey> ofKeys(InstanceRow row) {
        if (row.keys().equals(SearchKeys.NONE)) {
            return List.of();
        }
        List<ListingKey> found = new ArrayList<>();
        groupsOf(row.keys()).forEach(group -> found.add(new ListingKey(group, 0, row.createdAtMillis(), row.id())));
        return found;
    }

    /** The groups of those that have these keys; that of the business key first, since it has the fewest members. */
    static List<String> groupsOf(SearchKeys keys) {
        List<String> groups = new ArrayList<>();
        if (keys.businessKey() != null) {
            groups.add(BUSINESS_KEY + keys.businessKey());
        }
        keys.attributes().forEach((name, value) -> groups.add(ATTRIBUTE + name.length() + ":" + name + value));
        return groups;
    }

    /** Before all instances of a group and status. */
    static ListingKey before(String group, int status) {
        return new ListingKey(group, status, Long.MIN_VALUE, "");
    }

    /** The key of an instance in this group. */
    ListingKey at(ListingKey instance) {
        return new ListingKey(group, status, instance.createdAtMillis, instance.id);
    }

    /** By creation, newest first, over all workflows and statuses. */
    static int newestFirst(ListingKey one, ListingKey other) {
        int byTime = Long.compare(other.createdAtMillis, one.createdAtMillis);
        return byTime != 0 ? byTime : other.id.compareTo(one.id);
    }

    @Override
    public int compareTo(ListingKey other) {
        int order = group.compareTo(other.group);
        if (order == 0) {
            order = Integer.compare(status, other.status);
        }
        if (order == 0) {
            order = Long.compare(createdAtMillis, other.createdAtMillis);
        }
        return order != 0 ? order : id.compareTo(other.id);
    }
}
