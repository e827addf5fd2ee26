package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Fails with an error: {@link Flows#raise(String, FlowError)}. Immutable.
 */
public final class RaiseTask extends FlowTask<RaiseTask> {

    RaiseTask(String name, Place place, Part part) {
        super(name, place, part);
    }

    @Override
    RaiseTask with(Part changed) {
        return new RaiseTask(name(), place(), changed);
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, Assembly assembly) {
        ErrorSpec error = Models.error(json.path("raise").path("error"), properties.location().child("raise").child("error"));
        return error == null ? null : new Task.Raise(properties, error);
    }
}
