package dev.cairn.fluent;

import java.io.Serializable;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;

/**
 * Calls a method of a bean, a static method or a lambda: {@link Flows#call(String, Calls.Function2)}. Immutable.
 */
public final class CallTask extends FlowTask<CallTask> {

    private final Serializable function;
    private final MethodReference reference;

    /** Exactly one of the last two is given: what the Java compiler made of a method reference, or the method. */
    CallTask(String name, SourceLine place, FlowPart part, Serializable function, MethodReference reference) {
        super(name, place, part);
        this.function = function;
        this.reference = reference;
    }

    @Override
    CallTask with(FlowPart changed) {
        return new CallTask(name(), place(), changed, function, reference);
    }

    @Override
    TaskKind kind() {
        return TaskKind.CALL;
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
        return with(part().valueOrMissing(argument, "with"));
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        if (function == null && reference == null) {
            assembly.error(FluentCodes.MISSING, properties.location(), "The method to call is null",
                    "Write it such as Bean::method.");
            return null;
        }
        MethodReference method = reference != null ? reference
                : MethodReferences.read(function, properties.location(), assembly.problems()).orElse(null);
        if (method == null) {
            return null;
        }
        json.put("call", method.owner() + "::" + method.name());
        return new Task.Call(properties,
                new CallTarget.Method(method, ModelFactory.expression(json, properties.location(), "with"),
                        properties.location().child("call")));
    }
}
