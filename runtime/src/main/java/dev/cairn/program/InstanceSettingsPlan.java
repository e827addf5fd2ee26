package dev.cairn.program;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.cairn.value.RetentionSpec;

/**
 * Settings of a program for its instances. Replay does not depend on them, so they have no part in the shape.
 *
 * @param businessKey gives the business key, of the input alone, or null
 * @param attributes give attributes by their names, of the input alone
 * @param retention retention of ended instances
 * @param concurrency maximum number of instances that are under way at a time, or 0 for no limit
 * @param keptEventMillis time for which events are kept that its tasks listen for, or 0 if they are not kept
 */
public record InstanceSettingsPlan(BoundExpression businessKey, Map<String, BoundExpression> attributes,
        RetentionSpec retention,
        int concurrency, long keptEventMillis) {

    /** Says nothing. */
    public static final InstanceSettingsPlan NONE = new InstanceSettingsPlan(null, Map.of(), RetentionSpec.NONE, 0, 0);

    public InstanceSettingsPlan {
        SortedMap<String, BoundExpression> sorted = new TreeMap<>(attributes);
        attributes = Collections.unmodifiableSortedMap(sorted);
    }
}
