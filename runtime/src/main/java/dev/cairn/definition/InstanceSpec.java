package dev.cairn.definition;

import java.util.Map;

import dev.cairn.value.RetentionSpec;

/**
 * What a definition says of its instances beside what they do: {@code document.metadata.cairn}.
 *
 * @param businessKey an expression on the input that gives what the application calls an instance, or null
 * @param attributes expressions on the input by the name of the attribute; never null
 * @param retention how long ended instances are kept; never null
 * @param concurrency the most instances that are under way at a time, or 0 for any number
 */
public record InstanceSpec(Template businessKey, Map<String, Template> attributes, RetentionSpec retention,
        int concurrency) {

    /** Says nothing. */
    public static final InstanceSpec NONE = new InstanceSpec(null, Map.of(), RetentionSpec.NONE, 0);
}
