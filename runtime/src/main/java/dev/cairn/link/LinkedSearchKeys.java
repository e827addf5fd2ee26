package dev.cairn.link;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.InstanceSettingsPlan;
import dev.cairn.value.JqValues;

/** Computes the search keys of an instance from its input. Immutable. */
public final class LinkedSearchKeys {

    /** Approximate maximum size of the values that are gathered while all keys of an instance are made. */
    private static final long MAX_BYTES = 16L << 20;

    private final CompiledExpression businessKey;
    private final Map<String, CompiledExpression> attributes = new TreeMap<>();

    /** Links what a program says of its instances. */
    public LinkedSearchKeys(InstanceSettingsPlan plan) {
        this.businessKey = link(plan.businessKey());
        plan.attributes().forEach((name, expression) -> attributes.put(name, link(expression)));
    }

    private static CompiledExpression link(BoundExpression bound) {
        return bound == null ? null : ExpressionLinker.link(bound.expression(), name -> {
            throw new IllegalArgumentException("A search key is made of the input alone, not of $" + name);
        });
    }

    /**
     * The keys of an instance.
     *
     * @param input raw input
     * @param givenKey the business key that the start gives itself, or null; it comes before that of the definition
     * @param givenAttributes the attributes that the start gives itself
     * @param budget work that the expressions may do
     * @throws IllegalArgumentException if an expression fails or gives no scalar
     */
    public Keys of(JsonNode input, String givenKey, Map<String, String> givenAttributes, int budget) {
        if (businessKey == null && attributes.isEmpty()) {
            return new Keys(givenKey, givenAttributes);
        }
        Budget scope = new Budget(budget);
        String key = givenKey != null || businessKey == null ? givenKey
                : text("The business key", businessKey, scope, input);
        Map<String, String> all = new HashMap<>(givenAttributes);
        attributes.forEach((name, expression) -> {
            String value = all.containsKey(name) ? null : text("The attribute " + name, expression, scope, input);
            if (value != null) {
                all.put(name, value);
            }
        });
        return new Keys(key, all);
    }

    private static String text(String what, CompiledExpression expression, Budget scope, JsonNode input) {
        JsonNode value;
        try {
            value = expression.evaluate(scope, input);
        } catch (ExpressionException failed) {
            throw new IllegalArgumentException(what + " cannot be made of the input: " + failed.getMessage(), failed);
        }
        if (value.isContainerNode()) {
            throw new IllegalArgumentException(what + " is an " + JqValues.typeName(value)
                    + ", and has to be a string, number or boolean, or null for none");
        }
        return value.isNull() ? null : JqValues.scalarText(value);
    }

    /**
     * The search keys of an instance.
     *
     * @param businessKey or null
     * @param attributes values by name
     */
    public record Keys(String businessKey, Map<String, String> attributes) {}

    private static final class Budget implements EvaluationHost {
        private int left;
        private long heldBytes;

        Budget(int units) {
            this.left = units;
        }

        @Override
        public long nowMillis() {
            throw new IllegalStateException("The compiler lets no search key read the clock");
        }

        @Override
        public void charge(int units) {
            left -= units;
            if (left < 0) {
                throw new IllegalArgumentException("A search key takes too much work to be made of the input");
            }
        }

        @Override
        public long charged() {
            return -left;
        }

        @Override
        public void hold(long sizeBytes) {
            heldBytes += sizeBytes;
            if (heldBytes > MAX_BYTES) {
                throw new IllegalArgumentException("A search key takes too much memory to be made of the input");
            }
        }

        @Override
        public long held() {
            return heldBytes;
        }
    }
}
