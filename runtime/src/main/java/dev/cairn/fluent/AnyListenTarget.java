package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * An event that fits one of several filters, or any number of them until something happens: {@link Flows#any}. Immutable.
 */
public final class AnyListenTarget extends ListenTarget {

    AnyListenTarget(DefinitionFragment part) {
        super(part);
    }

    /**
     * Takes events until a condition holds.
     *
     * <pre>{@code
     * any(events("room.heat")).until("length == 3")
     * }</pre>
     *
     * @param condition a jq expression that sees the array of what was taken so far
     */
    public AnyListenTarget until(String condition) {
        return new AnyListenTarget(part().text(condition, "until"));
    }

    /**
     * Takes events until others come, which are not in the output.
     *
     * <pre>{@code
     * any(events("room.heat")).until(one(events("room.closed")))
     * }</pre>
     */
    public AnyListenTarget until(ListenTarget events) {
        return new AnyListenTarget(events == null ? part().absent("until", "until") : part().nested(events.part(), "until"));
    }
}
