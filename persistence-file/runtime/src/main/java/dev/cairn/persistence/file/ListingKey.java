package dev.cairn.persistence.file;

import dev.cairn.spi.InstanceRow;

/**
 * Key of the map that instances are found by: those of one workflow and status lie together, in the order of their creation.
 */
record ListingKey(String workflow, int status, long createdAtMillis, String id) implements Comparable<ListingKey> {

    static ListingKey of(InstanceRow row) {
        return new ListingKey(row.workflow(), row.status().code(), row.createdAtMillis(), row.id());
    }

    /** Before all instances of a workflow and status. */
    static ListingKey before(String workflow, int status) {
        return new ListingKey(workflow, status, Long.MIN_VALUE, "");
    }

    /** By creation, newest first, over all workflows and statuses. */
    static int newestFirst(ListingKey one, ListingKey other) {
        int byTime = Long.compare(other.createdAtMillis, one.createdAtMillis);
        return byTime != 0 ? byTime : other.id.compareTo(one.id);
    }

    @Override
    public int compareTo(ListingKey other) {
        int order = workflow.compareTo(other.workflow);
        if (order == 0) {
            order = Integer.compare(status, other.status);
        }
        if (order == 0) {
            order = Long.compare(createdAtMillis, other.createdAtMillis);
        }
        return order != 0 ? order : id.compareTo(other.id);
    }
}
