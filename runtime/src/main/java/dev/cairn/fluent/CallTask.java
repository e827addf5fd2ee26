package dev.cairn.fluent;

import java.util.Map;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls a method of a bean, a static method or a lambda: {@link Flows#call(String, MethodShapes.Function2)}. Immutable.
 */
public final class CallTask extends FlowTask<CallTask> {

    private final DefinitionFragment method;

    /** @param method as {@link DefinitionFragment#method} gives it, or the fault */
    CallTask(String name, SourceLine place, DefinitionFragment part, DefinitionFragment method) {
        super(name, place, part);
        this.method = method;
    }

    @Override
    CallTask with(DefinitionFragment changed) {
        return new CallTask(name(), place(), changed, method);
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
    public CallTask with(String expression) {
        return with(part().text(expression, "with"));
    }

    /** As {@link #with(String)}, with an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public CallTask with(Map<String, ?> argument) {
        return with(part().valueOrAbsent(argument, "with"));
    }

    @Override
    DefinitionFragment described() {
        return part().nested(method, "call");
    }
}
