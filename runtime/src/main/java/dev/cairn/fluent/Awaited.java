package dev.cairn.fluent;

import java.util.Arrays;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * The events that a task waits for: {@link Flows#one}, {@link Flows#all} or {@link Flows#any}. Immutable.
 */
public sealed class Awaited permits AwaitedAny {

    private final FlowPart part;

    Awaited(FlowPart part) {
        this.part = part;
    }

    final FlowPart part() {
        return part;
    }

    /** A list of filters under a key. */
    static FlowPart list(String key, EventMatch... matches) {
        FlowPart list = FlowPart.empty().with(JsonNodeFactory.instance.arrayNode(), key);
        if (matches == null || Arrays.asList(matches).contains(null)) {
            return list.missing(key, "null");
        }
        for (EventMatch match : matches) {
            list = list.added(key, match.part());
        }
        return list;
    }
}
