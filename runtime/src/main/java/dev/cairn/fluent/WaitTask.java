package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Lets time pass; costs nothing meanwhile and survives a restart: {@link Flows#waitFor(String, java.time.Duration)}. Immutable.
 */
public final class WaitTask extends FlowTask<WaitTask> {

    WaitTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    WaitTask with(FlowPart changed) {
        return new WaitTask(name(), place(), changed);
    }

    @Override
    TaskKind kind() {
        return TaskKind.WAIT;
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        DurationSpec duration = ModelFactory.duration(json, properties.location(), "wait");
        return duration == null ? null : new Task.Wait(properties, duration);
    }
}
