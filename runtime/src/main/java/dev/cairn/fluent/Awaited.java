package dev.cairn.fluent;

import java.util.Arrays;

import dev.cairn.fluent.source.FlowPart;

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
        return matches == null || Arrays.asList(matches).contains(null) ? FlowPart.empty().absent(key, key)
                : FlowPart.empty().nested(FlowPart.list(Arrays.stream(matches).map(EventMatch::part).toList()), key);
    }
}
