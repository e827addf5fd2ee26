package dev.cairn.integrations.messaging.mapping;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.value.JqValues;

/** Gives the key of a message that an event becomes. Thread-safe. */
public final class KeyExpression {

    private final CompiledExpression expression;

    /** Links an expression in the text form of {@link EventMappingPlan#encode}. */
    public KeyExpression(String encoded) {
        this.expression = ExpressionLinker.link(
                new EventMappingPlan(Map.of(EventMappingPlan.KEY, encoded)).decoded().get(EventMappingPlan.KEY), variable -> {
                    throw new IllegalArgumentException("A key is made of the event alone, not of $" + variable);
                });
    }

    /**
     * The key of an event; null for none.
     *
     * @throws RuntimeException if the expression fails, or gives an array or object
     */
    public String evaluate(JsonNode event) {
        JsonNode value = expression.evaluate(new MappingBudget(null), event);
        if (value.isContainerNode()) {
            throw new UnreadableMessageException("the expression for the key gives an " + JqValues.typeName(value));
        }
        return value.isNull() ? null : JqValues.scalarText(value);
    }
}
