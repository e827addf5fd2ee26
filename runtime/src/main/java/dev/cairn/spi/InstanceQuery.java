package dev.cairn.spi;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;

/**
 * Which instances to find. Null means any.
 *
 * @param workflow qualified name of a definition, or null
 * @param status a phase, or null
 * @param createdFromMillis those that were created at this time or later
 * @param createdToMillis those that were created before this time
 * @param keys those with this business key (null: any) and with each of these attributes
 * @param cursor what the page before gave as {@link InstancePage#next()}, or null for the first page
 * @param limit rows a page, 1 to 1,000
 */
public record InstanceQuery(
        String workflow,
        InstanceStatus status,
        long createdFromMillis,
        long createdToMillis,
        SearchKeys keys,
        String cursor,
        int limit) {

    public InstanceQuery {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A page has 1 to 1,000 rows, not " + limit);
        }
    }

    /** All instances, so many a page. */
    public static InstanceQuery all(int limit) {
        return new InstanceQuery(null, null, Long.MIN_VALUE, Long.MAX_VALUE, SearchKeys.NONE, null, limit);
    }

    /** Those of a workflow; null for any. */
    public InstanceQuery withWorkflow(String newWorkflow) {
        return new InstanceQuery(newWorkflow, status, createdFromMillis, createdToMillis, keys, cursor, limit);
    }

    /** Those in a phase; null for any. */
    public InstanceQuery withStatus(InstanceStatus newStatus) {
        return new InstanceQuery(workflow, newStatus, createdFromMillis, createdToMillis, keys, cursor, limit);
    }

    /** Those that were created in a time, from inclusive, to exclusive. */
    public InstanceQuery withCreated(long fromMillis, long toMillis) {
        return new InstanceQuery(workflow, status, fromMillis, toMillis, keys, cursor, limit);
    }

    /** Those with these keys. */
    public InstanceQuery withKeys(SearchKeys newKeys) {
        return new InstanceQuery(workflow, status, createdFromMillis, createdToMillis, newKeys, cursor, limit);
    }

    /** The page behind a cursor; null for the first. */
    public InstanceQuery withCursor(String newCursor) {
        return new InstanceQuery(workflow, status, createdFromMillis, createdToMillis, keys, newCursor, limit);
    }

    /** True if a row is one of those looked for, on whatever page. */
    public boolean matches(InstanceRow row) {
        return (workflow == null || workflow.equals(row.workflow())) && (status == null || status == row.status())
                && row.createdAtMillis() >= createdFromMillis && row.createdAtMillis() < createdToMillis
                && row.keys().matches(keys);
    }
}
