package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * Gives values as its output: {@link Flows#set(String, java.util.Map)}. Immutable.
 */
public final class SetTask extends FlowTask<SetTask> {

    SetTask(String name, SourceLine place, FlowPart part) {
        super(name, place, part);
    }

    @Override
    SetTask with(FlowPart changed) {
        return new SetTask(name(), place(), changed);
    }

    @Override
    TaskKind kind() {
        return TaskKind.SET;
    }

    /**
     * Adds a value to the output.
     *
     * <pre>{@code
     * set("total")
     *         .to("amount", "${ .price * .quantity }")
     *         .to("currency", "EUR")
     * }</pre>
     *
     * @param key its key
     * @param value a string, number, boolean, list, map or null; strings of the form {@code ${ … }} are jq expressions
     */
    public SetTask to(String key, Object value) {
        if (key == null) {
            return with(part().missing("key", "null"));
        }
        if (part().has("set") && !part().json().get("set").isObject()) {
            return with(part().mistake(FluentCodes.GIVEN_TWICE, "The output is given by an expression already",
                    "Write it as set(name).to(key, value).to(key, value)…"));
        }
        if (part().has("set", key)) {
            return with(part().mistake(FluentCodes.GIVEN_TWICE, "The key \"" + key + "\" is given twice",
                    "Remove one of the two."));
        }
        return with(part().value(value, "set", key));
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        Template value = ModelFactory.expression(json, properties.location(), "set");
        if (value == null && part().mistakes().isEmpty()) {
            assembly.error(FluentCodes.MISSING, properties.location(), "The task sets nothing", "Add .to(key, value).");
        }
        return value == null ? null : new Task.Set(properties, value);
    }
}
