package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * One of the ways a {@link ChooseTask} can go: {@link Flows#when(String)} or {@link Flows#otherwise()}. Immutable.
 */
public final class Choice {

    private final String name;
    private final SourceLine place;
    private final DefinitionFragment part;

    Choice(String name, SourceLine place, DefinitionFragment part) {
        this.name = name;
        this.place = place;
        this.part = part;
    }

    /**
     * Goes on with a task of the list that the choosing task is in.
     *
     * <pre>{@code
     * when(".total > 1000").then("review")
     * }</pre>
     *
     * @param task its name
     */
    public Choice then(String task) {
        return new Choice(name, place, part.text(task, "then"));
    }

    /** Goes on as the directive says. */
    public Choice then(Directive directive) {
        return new Choice(name, place, part.text(Directive.word(directive), "then"));
    }

    /** Gives the choice a name for messages; without it, it is called {@code case1}, {@code case2}… or {@code otherwise}. */
    public Choice named(String newName) {
        return newName == null || newName.isBlank() ? new Choice(name, place, part.missing("name", "null or empty"))
                : new Choice(newName, place, part);
    }

    /**
     * The choice as the DSL has it.
     *
     * @param number its number in the list, from 1
     */
    DefinitionFragment entry(int number) {
        return DefinitionFragment.empty().nested(part.element().placed(place), name != null ? name : "case" + number);
    }
}
