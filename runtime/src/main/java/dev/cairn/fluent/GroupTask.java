package dev.cairn.fluent;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Does tasks one after another: {@link Flows#group(String, FlowTask...)}. Immutable.
 */
public final class GroupTask extends FlowTask<GroupTask> {

    private final List<FlowTask<?>> tasks;

    GroupTask(String name, SourceLine place, FlowPart part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    GroupTask with(FlowPart changed) {
        return new GroupTask(name(), place(), changed, tasks);
    }

    @Override
    TaskKind kind() {
        return TaskKind.COMPOSITE;
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        return new Task.Do(properties,
                assembly.tasks(tasks, properties.location().pointer() + "/do", json.putArray("do")));
    }
}
