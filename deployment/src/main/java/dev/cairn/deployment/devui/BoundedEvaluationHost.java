package dev.cairn.deployment.devui;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.VariableReader;
import dev.cairn.time.TimeSource;

/** Bounds an evaluation in work, memory and time. For one thread. */
final class BoundedEvaluationHost implements EvaluationHost {

    private static final long MAX_HELD_BYTES = 64L << 20;
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<String, JsonNode> variables = new HashMap<>();
    private final long budget;
    private final TimeSource time = TimeSource.system();
    private final long startNanos = time.elapsedNanos();
    private long chargedUnits;
    private long heldBytes;
    private boolean spent;

    BoundedEvaluationHost(long budget) {
        this.budget = budget;
    }

    /** @param values by the names of their variables, or null */
    void bind(ObjectNode values) {
        if (values != null) {
            values.properties().forEach(field -> variables.put(field.getKey(), field.getValue()));
        }
    }

    /** The reader of a variable, or null if no variable has this name. */
    VariableReader reader(String name) {
        JsonNode value = variables.get(name);
        return value == null ? null : scope -> value;
    }

    /** A scope that repeats the evaluation with the same variables and bounds. */
    BoundedEvaluationHost again() {
        BoundedEvaluationHost scope = new BoundedEvaluationHost(budget);
        scope.variables.putAll(variables);
        return scope;
    }

    /** True if a bound ended the evaluation. Then the part that reached the bound is not necessarily at fault. */
    boolean isSpent() {
        return spent;
    }

    private EvaluationLimitException limit(String message) {
        spent = true;
        return new EvaluationLimitException(message);
    }

    @Override
    public long nowMillis() {
        return time.millis();
    }

    @Override
    public void charge(int units) {
        chargedUnits += units;
        if (chargedUnits > budget) {
            throw limit(
                    "The expression takes more than the " + budget + " units of quarkus.cairn.work.worker-budget");
        }
        if (time.elapsedNanos() - startNanos > MAX_NANOS) {
            throw limit("The expression takes longer than 10 seconds");
        }
    }

    @Override
    public long charged() {
        return chargedUnits;
    }

    @Override
    public void hold(long sizeBytes) {
        heldBytes += sizeBytes;
        if (heldBytes > MAX_HELD_BYTES) {
            throw limit("The results of the expression grow beyond 64 MiB");
        }
    }

    @Override
    public long held() {
        return heldBytes;
    }
}
