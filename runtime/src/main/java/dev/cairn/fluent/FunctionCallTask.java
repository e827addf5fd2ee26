package dev.cairn.fluent;

import java.util.Map;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls a function by its name: a function of the workflow, or a bean method with {@code @WorkflowFunction}:
 * {@link Flows#callFunction(String, String)}. Immutable.
 */
public final class FunctionCallTask extends FlowTask<FunctionCallTask> {

    FunctionCallTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    FunctionCallTask with(DefinitionFragment changed) {
        return new FunctionCallTask(name(), place(), changed);
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
        return with(part().valueOrAbsent(arguments, "with"));
    }
}
