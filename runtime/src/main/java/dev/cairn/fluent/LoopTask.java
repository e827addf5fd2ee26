package dev.cairn.fluent;

import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Does tasks once for each item of a list, one item after another: {@link Flows#forEach(String, String)}. Immutable.
 */
public final class LoopTask extends FlowTask<LoopTask> {

    private final List<FlowTask<?>> tasks;

    LoopTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    LoopTask with(DefinitionFragment changed) {
        return new LoopTask(name(), place(), changed, tasks);
    }

    /**
     * The items, evaluated once, before the first turn.
     *
     * <pre>{@code
     * forEach("shipAll", "parcel").in(".parcels").doing(call("ship", Carrier::ship).with("$parcel"))
     * }</pre>
     *
     * @param expression a jq expression that gives an array
     */
    public LoopTask in(String expression) {
        return with(part().text(expression, "for", "in"));
    }

    /** The items themselves; strings of the form {@code ${ … }} in them are jq expressions. */
    public LoopTask in(List<?> items) {
        return with(part().valueOrAbsent(items, "for", "in"));
    }

    /** Names the variable that holds the number of the turn, from 0; without this it is {@code $index}. */
    public LoopTask indexedBy(String variable) {
        return with(part().text(variable, "for", "at"));
    }

    /**
     * Ends the loop before the first turn for which a condition does not hold.
     *
     * <pre>{@code
     * forEach("fill", "box").in(".boxes").asLongAs(".remaining > 0").doing(…)
     * }</pre>
     *
     * @param condition a jq expression; it sees what the turn before gave, and the item
     */
    public LoopTask asLongAs(String condition) {
        return with(part().text(condition, "while"));
    }

    /** The tasks of each turn. A turn gets the output of the one before; the output of the last one is that of the loop. */
    public LoopTask doing(FlowTask<?>... turn) {
        return new LoopTask(name(), place(), turn == null ? part().missing("doing", "null") : part(),
                GroupTask.elements(turn));
    }

    @Override
    DefinitionFragment described() {
        return part().nested(GroupTask.list(tasks), "do");
    }
}
