package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Decides where the workflow goes on: {@link Flows#choose(String, Choice...)}. Immutable.
 */
public final class ChooseTask extends FlowTask<ChooseTask> {

    private static final DefinitionFragment NOTHING = DefinitionFragment
            .faulty(null, FluentErrorCodes.MISSING, "A choice is null", "Remove it.").element();

    private final List<Choice> choices;

    ChooseTask(String name, SourceLine place, DefinitionFragment part, List<Choice> choices) {
        super(name, place, part);
        this.choices = choices;
    }

    @Override
    ChooseTask with(DefinitionFragment changed) {
        return new ChooseTask(name(), place(), changed, choices);
    }

    @Override
    DefinitionFragment described() {
        List<DefinitionFragment> entries = new ArrayList<>();
        for (Choice choice : choices) {
            entries.add(choice == null ? NOTHING : choice.entry(entries.size() + 1));
        }
        return part().nested(DefinitionFragment.list(entries), "switch");
    }
}
