package dev.cairn.fluent;

import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Calls a bean method by the name that {@code @WorkflowFunction} gives it: {@link Flows#callFunction(String, String)}. Immutable.
 */
public final class FunctionCallTask extends FlowTask<FunctionCallTask> {

    FunctionCallTask(String name, Place place, Part part) {
        super(name, place, part);
    }

    @Override
    FunctionCallTask with(Part changed) {
        return new FunctionCallTask(name(), place(), changed);
    }

    /**
     * A value for each parameter of the method; without it, the task's input is the only argument.
     *
     * <pre>{@code
     * callFunction("ship", "shipOrder").with(Map.of("order", "${ .order }", "express", true))
     * }</pre>
     *
     * @param arguments by the names of the parameters; strings of the form {@code ${ … }} are jq expressions
     */
    public FunctionCallTask with(Map<String, ?> arguments) {
        return with(part().valueOrMissing(arguments, "with"));
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, Assembly assembly) {
        String function = json.path("call").textValue();
        return function == null ? null
                : new Task.Call(properties, new CallTarget.Function(function,
                        Models.value(json, properties.location(), "with"), properties.location().child("call")));
    }
}
