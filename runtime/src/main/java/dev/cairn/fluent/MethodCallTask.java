package dev.cairn.fluent;

import java.util.Map;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls a method of a bean, a static method or a lambda: {@link Flows#call}. Immutable.
 */
public final class MethodCallTask extends FlowTask<MethodCallTask> {

    private final DefinitionFragment method;

    /** @param method as {@link DefinitionFragment#method} gives it, or the fault */
    MethodCallTask(String name, SourceLine place, DefinitionFragment part, DefinitionFragment method) {
        super(name, place, part);
        this.method = method;
    }

    @Override
    MethodCallTask with(DefinitionFragment changed) {
        return new MethodCallTask(name(), place(), changed, method);
    }

    /**
     * The argument of the method; by default the task's input.
     *
     * <pre>{@code
     * call("reserve", Inventory::reserve).with(".order.items")
     * }</pre>
     *
     * @param expression a jq expression; its result is converted to the type of the parameter
     */
    public MethodCallTask with(String expression) {
        return with(part().text(expression, "with"));
    }

    /** As {@link #with(String)}, with an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public MethodCallTask with(Map<String, ?> argument) {
        return with(part().valueOrAbsent(argument, "with"));
    }

    @Override
    DefinitionFragment described() {
        return part().nested(method, "call");
    }
}
