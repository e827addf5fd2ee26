package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * Emits an event: {@link Flows#emit(String, FlowEvent)}. Immutable.
 */
public final class EmitTask extends FlowTask<EmitTask> {

    EmitTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    EmitTask with(FlowPart changed) {
        return new EmitTask(name(), place(), changed);
    }

    @Override
    TaskKind kind() {
        return TaskKind.EMIT;
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        Template event = ModelFactory.value(json, properties.location(), "emit", "event", "with");
        return event == null ? null : new Task.Emit(properties, event);
    }
}
