package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.fluent.source.FlowPart;
import dev.cairn.fluent.source.FluentCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Decides where the workflow goes on: {@link Flows#choose(String, Choice...)}. Immutable.
 */
public final class ChooseTask extends FlowTask<ChooseTask> {

    private static final FlowPart NOTHING = FlowPart
            .faulty(null, FluentCodes.MISSING, "A choice is null", "Remove it.").element();

    private final List<Choice> choices;

    ChooseTask(String name, SourceLine place, FlowPart part, List<Choice> choices) {
        super(name, place, part);
        this.choices = choices;
    }

    @Override
    ChooseTask with(FlowPart changed) {
        return new ChooseTask(name(), place(), changed, choices);
    }

    @Override
    FlowPart described() {
        List<FlowPart> entries = new ArrayList<>();
        for (Choice choice : choices) {
            entries.add(choice == null ? NOTHING : choice.entry(entries.size() + 1));
        }
        return part().nested(FlowPart.list(entries), "switch");
    }
}
