package dev.cairn.fluent;

import java.util.List;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Does tasks one after another: {@link Flows#group(String, FlowTask...)}. Immutable.
 */
public final class GroupTask extends FlowTask<GroupTask> {

    private final List<FlowTask<?>> tasks;

    GroupTask(String name, SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    GroupTask with(DefinitionFragment changed) {
        return new GroupTask(name(), place(), changed, tasks);
    }

    @Override
    DefinitionFragment described() {
        return part().nested(TaskListFragmentBuilder.part(tasks), "do");
    }
}
