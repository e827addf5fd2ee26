package dev.cairn.definition;

import java.util.Map;

import dev.cairn.value.RetentionSpec;

/**
 * Settings of a definition for its instances, in {@code document.metadata.cairn}.
 *
 * @param businessKey an expression on the input that gives the business key of an instance, or null
 * @param attributes expressions on the input by the name of the attribute; never null
 * @param retention retention of ended instances; never null
 * @param concurrency maximum number of instances that are under way at a time, or 0 for no limit
 * @param keptEventMillis time for which events are kept that its tasks listen for, or 0 if they are not kept
 */
public record InstanceSpec(ValueTemplate businessKey, Map<String, ValueTemplate> attributes, RetentionSpec retention,
        int concurrency, long keptEventMillis) {

    /** Says nothing. */
    public static final InstanceSpec NONE = new InstanceSpec(null, Map.of(), RetentionSpec.NONE, 0, 0);
}
