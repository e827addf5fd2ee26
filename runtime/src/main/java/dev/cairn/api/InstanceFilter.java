package dev.cairn.api;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which instances are meant. Immutable; each {@code with…} gives a changed copy. Null means any.
 *
 * @param workflow {@code name} if only one namespace has it, or {@code namespace:name}; or null
 * @param status a phase, or null
 * @param createdFrom those that were started at this time or later, or null
 * @param createdTo those that were started before this time, or null
 * @param keys those with this business key, if it is not null, and with each of these attributes
 */
public record InstanceFilter(String workflow, InstanceStatus status, Instant createdFrom, Instant createdTo, SearchKeys keys) {

    private static final InstanceFilter ALL = new InstanceFilter(null, null, null, null, SearchKeys.NONE);

    public InstanceFilter {
        Objects.requireNonNull(keys, "keys is required");
    }

    /** All instances. */
    public static InstanceFilter all() {
        return ALL;
    }

    /** Those of a workflow, in any version. */
    public static InstanceFilter ofWorkflow(String workflow) {
        return ALL.withWorkflow(workflow);
    }

    /** Those of a workflow; null for any. */
    public InstanceFilter withWorkflow(String newWorkflow) {
        return new InstanceFilter(newWorkflow, status, createdFrom, createdTo, keys);
    }

    /** Those in a phase; null for any. */
    public InstanceFilter withStatus(InstanceStatus newStatus) {
        return new InstanceFilter(workflow, newStatus, createdFrom, createdTo, keys);
    }

    /** Those that were started in a time; from inclusive, to exclusive; null for no bound. */
    public InstanceFilter withCreated(Instant from, Instant to) {
        return new InstanceFilter(workflow, status, from, to, keys);
    }

    /** Those with this business key; null for any. */
    public InstanceFilter withBusinessKey(String businessKey) {
        return new InstanceFilter(workflow, status, createdFrom, createdTo, new SearchKeys(businessKey, keys.attributes()));
    }

    /**
     * Those with this attribute as well.
     *
     * @throws IllegalArgumentException if name or value is null or has more than 255 characters, or it is the 17th attribute
     */
    public InstanceFilter withAttribute(String name, String value) {
        Map<String, String> attributes = new HashMap<>(keys.attributes());
        attributes.put(name, value);
        return new InstanceFilter(workflow, status, createdFrom, createdTo, new SearchKeys(keys.businessKey(), attributes));
    }
}
