package dev.cairn.fluent;

import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * Calls a function by its name: one that the workflow defines, or a bean method with {@code @WorkflowFunction}:
 * {@link Flows#callFunction(String, String)}. Immutable.
 */
public final class FunctionCallTask extends FlowTask<FunctionCallTask> {

    FunctionCallTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    FunctionCallTask with(FlowPart changed) {
        return new FunctionCallTask(name(), place(), changed);
    }

    @Override
    TaskKind kind() {
        return TaskKind.CALL;
    }

    /**
     * A value for each parameter of the method, or the input of a function of the workflow; without it, that is the task's input.
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
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        String function = json.path("call").textValue();
        if (function == null) {
            return null;
        }
        Template arguments = ModelFactory.value(json, properties.location(), "with");
        return assembly.reusables().hasFunction(function) ? assembly.reusables().call(properties, function, arguments)
                : new Task.Call(properties,
                        new CallTarget.Function(function, arguments, properties.location().child("call")));
    }
}
