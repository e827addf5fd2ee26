package dev.cairn.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.LinkedProgram;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.value.ValueException;

/**
 * A signature that gives events their keys. Immutable.
 *
 * @param signature the signature
 * @param from take the values out of an event, in the order of a key
 */
public record LinkedCorrelationSignature(CorrelationSignature signature, List<CompiledExpression> from) {

    public LinkedCorrelationSignature {
        from = List.copyOf(from);
    }

    /**
     * The key of an event of the type.
     *
     * @param budget work that the expressions may do
     * @return empty if no filter of this signature fits: an expression fails, or gives null
     * @throws LinkedEventTrigger.CostlyFilterException if the budget, or the memory of an evaluation, does not suffice to tell
     */
    public Optional<String> key(JsonNode event, int budget) {
        // The limit of an instance that looks at the event: otherwise an event could fit a filter and have no key.
        EventFilterScope scope = new EventFilterScope(budget, LinkedProgram.USUAL_OUTPUT_BYTES);
        List<JsonNode> values = new ArrayList<>(from.size());
        try {
            for (CompiledExpression expression : from) {
                JsonNode value = expression.evaluate(scope, event);
                if (value.isNull()) {
                    return Optional.empty();
                }
                values.add(value);
            }
        } catch (ValueException failed) {
            return Optional.empty();
        }
        return Optional.of(signature.key(values));
    }
}
