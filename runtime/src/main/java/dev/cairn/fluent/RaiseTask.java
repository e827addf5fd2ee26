package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Fails with an error: {@link Flows#raise(String, FlowError)}. Immutable.
 */
public final class RaiseTask extends FlowTask<RaiseTask> {

    RaiseTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    RaiseTask with(FlowPart changed) {
        return new RaiseTask(name(), place(), changed);
    }

    @Override
    TaskKind kind() {
        return TaskKind.RAISE;
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        FlowComponents.Component said = assembly.reusables().component("errors", json, properties.location(), "raise", "error");
        ErrorSpec error = ModelFactory.error(said.json(), said.location());
        return error == null ? null : new Task.Raise(properties, error);
    }
}
