package dev.cairn.api;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Criteria that instances are searched by. Immutable; each {@code with…} gives a changed copy. A criterion that is null matches
 * any instance.
 *
 * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}; or null
 * @param version version of the definition, or null
 * @param statuses phases, one of which an instance must be in; empty for any. In the order of {@link InstanceStatus}, not to be
 *        changed
 * @param parked true to match only instances that are suspended because they cannot go on
 * @param createdFrom earliest time of the start, inclusive, or null
 * @param createdTo latest time of the start, exclusive, or null
 * @param endedFrom earliest time of the end, inclusive, or null
 * @param endedTo latest time of the end, exclusive, or null
 * @param errorType type of the error that ended the instance, or null
 * @param parentId id of the instance that started the instance, at most 255 characters, or null
 * @param rootsOnly true to match only instances that no other instance started
 * @param keys the business key, if it is not null, and attributes; an instance must have all of them
 */
public record InstanceFilter(
        String workflow,
        String version,
        Set<InstanceStatus> statuses,
        boolean parked,
        Instant createdFrom,
        Instant createdTo,
        Instant endedFrom,
        Instant endedTo,
        String errorType,
        String parentId,
        boolean rootsOnly,
        SearchKeys keys) {

    private static final InstanceFilter ALL = new InstanceFilter(null, null, Set.of(), false, null, null, null, null, null,
            null, false, SearchKeys.NONE);

    public InstanceFilter {
        Objects.requireNonNull(keys, "keys is required");
        // EnumSet.copyOf takes no empty collection.
        EnumSet<InstanceStatus> sorted = EnumSet.noneOf(InstanceStatus.class);
        sorted.addAll(statuses);
        statuses = Collections.unmodifiableSet(sorted);
        if (parentId != null && (parentId.length() > SearchKeys.MAX_CHARACTERS || parentId.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("The id of a parent has at most " + SearchKeys.MAX_CHARACTERS
                    + " characters, none of them U+0000; this one has " + parentId.length());
        }
    }

    /** All instances. */
    public static InstanceFilter all() {
        return ALL;
    }

    /** Instances of a workflow, in any version. */
    public static InstanceFilter ofWorkflow(String workflow) {
        return ALL.withWorkflow(workflow);
    }

    /** With another workflow; null for any. */
    public InstanceFilter withWorkflow(String newWorkflow) {
        return new InstanceFilter(newWorkflow, version, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, rootsOnly, keys);
    }

    /** With a version of the workflow; null for any. */
    public InstanceFilter withVersion(String newVersion) {
        return new InstanceFilter(workflow, newVersion, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, rootsOnly, keys);
    }

    /** With a phase; null for any. Parked instances are suspended. */
    public InstanceFilter withStatus(InstanceStatus newStatus) {
        return withStatuses(newStatus == null ? Set.of() : Set.of(newStatus));
    }

    /**
     * With one of several phases; empty for any. A search over several pages finds an instance that changes from one of these
     * phases to another meanwhile, perhaps twice.
     */
    public InstanceFilter withStatuses(Set<InstanceStatus> newStatuses) {
        return new InstanceFilter(workflow, version, newStatuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, rootsOnly, keys);
    }

    /** Only parked instances: suspended because they cannot go on. */
    public InstanceFilter withParked() {
        return new InstanceFilter(workflow, version, statuses, true, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, rootsOnly, keys);
    }

    /** With a range of start times; from inclusive, to exclusive; null for no bound. */
    public InstanceFilter withCreated(Instant from, Instant to) {
        return new InstanceFilter(workflow, version, statuses, parked, from, to, endedFrom, endedTo, errorType, parentId,
                rootsOnly, keys);
    }

    /**
     * With a range of end times; from inclusive, to exclusive; null for no bound. If both are null, instances that have not
     * ended match as well.
     */
    public InstanceFilter withEnded(Instant from, Instant to) {
        return new InstanceFilter(workflow, version, statuses, parked, createdFrom, createdTo, from, to, errorType, parentId,
                rootsOnly, keys);
    }

    /**
     * With the type of the error that ended the instance; null for any. Rows of ended instances that an earlier version of
     * Cairn wrote have none.
     */
    public InstanceFilter withErrorType(String newErrorType) {
        return new InstanceFilter(workflow, version, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, newErrorType,
                parentId, rootsOnly, keys);
    }

    /**
     * With the instance that started them by running their workflow; null for any.
     *
     * @throws IllegalArgumentException if the id has more than 255 characters or has U+0000
     */
    public InstanceFilter withParent(String newParentId) {
        return new InstanceFilter(workflow, version, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                newParentId, rootsOnly, keys);
    }

    /** Only instances that no other instance started. */
    public InstanceFilter withoutParent() {
        return new InstanceFilter(workflow, version, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, true, keys);
    }

    /** With a business key; null for any. */
    public InstanceFilter withBusinessKey(String businessKey) {
        return withKeys(new SearchKeys(businessKey, keys.attributes()));
    }

    /**
     * With one more attribute.
     *
     * @throws IllegalArgumentException if name or value is null or has more than 255 characters, or it is the 17th attribute
     */
    public InstanceFilter withAttribute(String name, String value) {
        Map<String, String> attributes = new HashMap<>(keys.attributes());
        attributes.put(name, value);
        return withKeys(new SearchKeys(keys.businessKey(), attributes));
    }

    private InstanceFilter withKeys(SearchKeys newKeys) {
        return new InstanceFilter(workflow, version, statuses, parked, createdFrom, createdTo, endedFrom, endedTo, errorType,
                parentId, rootsOnly, newKeys);
    }
}
