package dev.cairn.task.listen;

import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.EventReadMode;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.InstanceState;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.program.EventStartPlan;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueException;

/**
 * A filter of events, linked. An expression that fails, by the end of its budget too, says that the event does not fit: what others
 * send must not fail a workflow.
 *
 * @param attributes all of them have to fit
 * @param correlations values that the event has in common with others
 */
public record LinkedEventFilter(List<Attribute> attributes, List<Correlation> correlations) {

    /**
     * The expected value of an attribute.
     *
     * @param literal the string itself, or null
     * @param value sees the attribute; gives true or false, or the expected value. Null if there is a literal
     */
    public record Attribute(String name, String literal, CompiledExpression value) {

        private boolean fits(EvaluationHost scope, JsonNode event) {
            JsonNode actual = name.equals(CloudEventJsonInspector.DATA) && event.has(CloudEventJsonInspector.BINARY)
                    ? CloudEventJsonInspector.data(event)
                    : event.path(name);
            if (actual.isMissingNode()) {
                return false;
            }
            if (literal != null) {
                return actual.isTextual() && actual.textValue().equals(literal);
            }
            JsonNode wanted = value.evaluate(scope, actual);
            return wanted.isBoolean() ? wanted.booleanValue() : JqValues.equal(wanted, actual, scope);
        }
    }

    /**
     * A value that events have in common.
     *
     * @param from takes it out of an event
     * @param expect the expected value, or null
     */
    public record Correlation(String name, CompiledExpression from, CompiledExpression expect) {}

    /** True if an event fits. */
    boolean fits(InstanceState state, JsonNode event, int index, ListenTaskState notes) {
        try {
            for (Attribute attribute : attributes) {
                if (!attribute.fits(state, event)) {
                    return false;
                }
            }
            for (Correlation correlation : correlations) {
                JsonNode expected = notes.expected(index, correlation.name);
                JsonNode actual = correlation.from.evaluate(state, event);
                if (actual.isNull() || !expected.isMissingNode() && !JqValues.equal(actual, expected, state)) {
                    return false;
                }
            }
            return true;
        } catch (ValueException failed) {
            return false;
        }
    }

    /**
     * True if an event fits that is to start an instance. The expected values are made of the event: nothing else exists yet.
     *
     * @param scope bounds the work; an exception that it throws reaches the caller unless it is a {@link ValueException}
     */
    public boolean fits(EvaluationHost scope, JsonNode event) {
        try {
            for (Attribute attribute : attributes) {
                if (!attribute.fits(scope, event)) {
                    return false;
                }
            }
            for (Correlation correlation : correlations) {
                JsonNode actual = correlation.from.evaluate(scope, event);
                if (actual.isNull() || correlation.expect != null
                        && !JqValues.equal(actual, correlation.expect.evaluate(scope, event), scope)) {
                    return false;
                }
            }
            return true;
        } catch (ValueException failed) {
            return false;
        }
    }

    /** True if an event fits of one type alone, which the filter names as a plain string. */
    public boolean namesType() {
        return attributes.stream().anyMatch(attribute -> attribute.name.equals("type") && attribute.literal != null);
    }

    /**
     * The values that a fitting event has to have in common with other events of a set, in the order of their names. Expected values are
     * not among them.
     *
     * @param scope as for {@link #fits(EvaluationHost, JsonNode)}
     */
    public List<JsonNode> shared(EvaluationHost scope, JsonNode event) {
        return correlations.stream().filter(correlation -> correlation.expect == null)
                .sorted(Comparator.comparing(Correlation::name)).map(correlation -> correlation.from.evaluate(scope, event))
                .toList();
    }

    /** The part of an event that is in the input of an instance that it starts. */
    public static JsonNode read(JsonNode event, EventStartPlan plan) {
        return read(event, plan.read());
    }

    static JsonNode read(JsonNode event, EventReadMode part) {
        return switch (part) {
            case DATA -> CloudEventJsonInspector.data(event);
            case ENVELOPE -> event;
            case RAW -> CloudEventJsonInspector.raw(event);
        };
    }

    /** Evaluates what the values have to be, by name. */
    ObjectNode expected(InstanceState state) {
        ObjectNode expected = JsonNodeFactory.instance.objectNode();
        for (Correlation correlation : correlations) {
            if (correlation.expect != null) {
                expected.set(correlation.name, correlation.expect.evaluate(state, state.value()));
            }
        }
        return expected;
    }

    /** The values of an event that nothing was expected of, by name. */
    ObjectNode toBind(InstanceState state, JsonNode event, int index, ListenTaskState notes) {
        ObjectNode found = JsonNodeFactory.instance.objectNode();
        for (Correlation correlation : correlations) {
            if (notes.expected(index, correlation.name).isMissingNode()) {
                found.set(correlation.name, correlation.from.evaluate(state, event));
            }
        }
        return found;
    }
}
