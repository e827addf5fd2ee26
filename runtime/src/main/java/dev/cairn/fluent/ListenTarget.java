package dev.cairn.fluent;

import java.util.Arrays;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * The events that a task waits for: {@link Flows#one}, {@link Flows#all} or {@link Flows#any}. Immutable.
 */
public sealed class ListenTarget permits AnyListenTarget {

    private final DefinitionFragment part;

    ListenTarget(DefinitionFragment part) {
        this.part = part;
    }

    final DefinitionFragment part() {
        return part;
    }

    /** A list of filters under a key. */
    static DefinitionFragment list(String key, EventMatch... matches) {
        return matches == null || Arrays.asList(matches).contains(null) ? DefinitionFragment.empty().absent(key, key)
                : DefinitionFragment.empty()
                        .nested(DefinitionFragment.list(Arrays.stream(matches).map(EventMatch::part).toList()), key);
    }
}
