package dev.cairn.fluent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Gives values as its output: {@link Flows#set(String, java.util.Map)}. Immutable.
 */
public final class SetTask extends FlowTask<SetTask> {

    SetTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    SetTask with(DefinitionFragment changed) {
        return new SetTask(name(), place(), changed);
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
            return with(part().absent("key", "set"));
        }
        if (part().isText("set")) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "The output is given by an expression already",
                    "Write it as set(name).to(key, value).to(key, value)…"));
        }
        if (part().has("set", key)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "The key \"" + key + "\" is given twice",
                    "Remove one of the two."));
        }
        return with(part().value(value, "set", key));
    }

    @Override
    DefinitionFragment described() {
        return part().has("set") ? part() : part().implied(JsonNodeFactory.instance.objectNode(), "set");
    }
}
