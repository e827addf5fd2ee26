package dev.cairn.spi;

import java.util.EnumSet;
import java.util.Set;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;

/**
 * Criteria of a search for instances. Null matches any instance.
 *
 * @param workflows qualified names of definitions, of which an instance runs one; at least one, or null
 * @param version version of a definition, or null
 * @param statuses {@link InstanceRow#phase() phases}; empty for any
 * @param parked true for only parked instances
 * @param created when they were created
 * @param ended when they ended; {@link MillisRange#ALWAYS} for any, also those that have not
 * @param errorType the type of the error they ended with, or null
 * @param rootsOnly true for only the instances that no other instance started
 * @param keys business key of the instances (null: any), and attributes that they have
 * @param cursor the {@link InstancePage#next()} of the previous page, or null for the first page
 * @param limit rows a page, 1 to 1,000
 */
public record InstanceQuery(
        Set<String> workflows,
        String version,
        Set<InstanceStatus> statuses,
        boolean parked,
        MillisRange created,
        MillisRange ended,
        String errorType,
        boolean rootsOnly,
        SearchKeys keys,
        String cursor,
        int limit) {

    private static final Set<InstanceStatus> ENDED = EnumSet.of(InstanceStatus.CANCELLED, InstanceStatus.FAULTED,
            InstanceStatus.COMPLETED);
    private static final Set<InstanceStatus> FAILED = EnumSet.of(InstanceStatus.CANCELLED, InstanceStatus.FAULTED);

    public InstanceQuery {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A page has 1 to 1,000 rows, not " + limit);
        }
        if (workflows != null && workflows.isEmpty()) {
            throw new IllegalArgumentException("A search is among one workflow at least; null stands for all");
        }
        workflows = workflows == null ? null : Set.copyOf(workflows);
        statuses = Set.copyOf(statuses);
        errorType = InstanceRow.boundedErrorType(errorType);
    }

    /** All instances, with a number of rows per page. */
    public static InstanceQuery all(int limit) {
        return new InstanceQuery(null, null, Set.of(), false, MillisRange.ALWAYS, MillisRange.ALWAYS, null, false,
                SearchKeys.NONE, null, limit);
    }

    /** With a workflow; null for any. */
    public InstanceQuery withWorkflow(String newWorkflow) {
        return withWorkflows(newWorkflow == null ? null : Set.of(newWorkflow));
    }

    /** With one of some workflows; null for any. */
    public InstanceQuery withWorkflows(Set<String> newWorkflows) {
        return new InstanceQuery(newWorkflows, version, statuses, parked, created, ended, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** With a version; null for any. */
    public InstanceQuery withVersion(String newVersion) {
        return new InstanceQuery(workflows, newVersion, statuses, parked, created, ended, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** With a phase; null for any. */
    public InstanceQuery withStatus(InstanceStatus newStatus) {
        return withStatuses(newStatus == null ? Set.of() : Set.of(newStatus));
    }

    /**
     * With some phases; empty for any. An instance that changes from one of them to another between pages is found, perhaps
     * twice.
     */
    public InstanceQuery withStatuses(Set<InstanceStatus> newStatuses) {
        return new InstanceQuery(workflows, version, newStatuses, parked, created, ended, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** Only parked instances, or any. */
    public InstanceQuery withParked(boolean newParked) {
        return new InstanceQuery(workflows, version, statuses, newParked, created, ended, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** With a range of creation times, from inclusive, to exclusive. */
    public InstanceQuery withCreated(long fromMillis, long toMillis) {
        return withCreated(new MillisRange(fromMillis, toMillis));
    }

    /** With a range of creation times. */
    public InstanceQuery withCreated(MillisRange newCreated) {
        return new InstanceQuery(workflows, version, statuses, parked, newCreated, ended, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** With a range of end times. */
    public InstanceQuery withEnded(MillisRange newEnded) {
        return new InstanceQuery(workflows, version, statuses, parked, created, newEnded, errorType, rootsOnly, keys, cursor,
                limit);
    }

    /** With the type of the error that ended the instance; null for any. */
    public InstanceQuery withErrorType(String newErrorType) {
        return new InstanceQuery(workflows, version, statuses, parked, created, ended, newErrorType, rootsOnly, keys, cursor,
                limit);
    }

    /** Only instances that no other instance started, or any. */
    public InstanceQuery withRootsOnly(boolean newRootsOnly) {
        return new InstanceQuery(workflows, version, statuses, parked, created, ended, errorType, newRootsOnly, keys, cursor,
                limit);
    }

    /** With search keys. */
    public InstanceQuery withKeys(SearchKeys newKeys) {
        return new InstanceQuery(workflows, version, statuses, parked, created, ended, errorType, rootsOnly, newKeys, cursor,
                limit);
    }

    /** The page behind a cursor; null for the first. */
    public InstanceQuery withCursor(String newCursor) {
        return new InstanceQuery(workflows, version, statuses, parked, created, ended, errorType, rootsOnly, keys, newCursor,
                limit);
    }

    /** True if a row matches the criteria, on any page. */
    public boolean matches(InstanceRow row) {
        return (workflows == null || workflows.contains(row.workflow())) && (version == null || version.equals(row.version()))
                && (statuses.isEmpty() || statuses.contains(row.phase())) && (!parked || row.isParked())
                && created.contains(row.createdAtMillis())
                && (ended.isAlways() || row.status().ended() && ended.contains(row.endedAtMillis()))
                && (errorType == null || errorType.equals(row.errorType())) && (!rootsOnly || row.parentId() == null)
                && row.keys().matches(keys);
    }

    /**
     * The {@link InstanceRow#status() stored statuses} that matching instances can have. Indexes are built on these;
     * {@link #matches} filters the rows that they give.
     *
     * @return all statuses if any matches
     */
    public Set<InstanceStatus> storedStatuses() {
        EnumSet<InstanceStatus> stored = statuses.isEmpty() ? EnumSet.allOf(InstanceStatus.class) : EnumSet.copyOf(statuses);
        if (statuses.contains(InstanceStatus.PENDING)) {
            stored.add(InstanceStatus.SUSPENDED);
        }
        if (statuses.contains(InstanceStatus.WAITING) || statuses.contains(InstanceStatus.SUSPENDED)) {
            stored.add(InstanceStatus.RUNNING);
        }
        if (parked) {
            stored.retainAll(EnumSet.of(InstanceStatus.RUNNING));
        }
        if (!ended.isAlways()) {
            stored.retainAll(ENDED);
        }
        if (errorType != null) {
            stored.retainAll(FAILED);
        }
        return stored;
    }
}
