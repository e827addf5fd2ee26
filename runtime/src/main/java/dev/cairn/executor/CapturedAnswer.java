package dev.cairn.executor;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;

/** An answer before its evaluation: the expression, and all values that it reads. Immutable; evaluated on any thread. */
public final class CapturedAnswer {

    /** Units of work between two calls of the yield action: some milliseconds. */
    private static final int UNITS_BETWEEN_YIELDS = 1 << 18;

    private final CompiledExpression expression;
    private final JsonNode input;
    private final JsonNode[] variables;
    private final long nowMillis;
    private final long maxBytes;

    CapturedAnswer(CompiledExpression expression, JsonNode input, JsonNode[] variables, long nowMillis, long maxBytes) {
        this.expression = expression;
        this.input = input;
        this.variables = variables;
        this.nowMillis = nowMillis;
        this.maxBytes = maxBytes;
    }

    /**
     * Evaluates the answer, if that is cheap.
     *
     * @param budget amount of work
     * @return null if the work exceeds the budget, or the answer is large
     * @throws AnswerFailureException if the expression fails
     */
    public JsonNode evaluateIfCheap(int budget) {
        try {
            JsonNode answer = evaluated(budget, () -> {});
            return answer == null || isLarger(answer, Math.min(InstanceState.MAX_BYTES_AT_ONCE, maxBytes)) ? null : answer;
        } catch (ExpressionException failed) {
            throw new AnswerFailureException(failed);
        }
    }

    /**
     * Evaluates the answer, on a worker.
     *
     * @param budget amount of work
     * @param yieldAction lets others have their turn
     * @return null if the work exceeds the budget
     * @throws AnswerFailureException if the expression fails, or the answer is too large
     */
    public JsonNode evaluate(int budget, Runnable yieldAction) {
        try {
            JsonNode answer = evaluated(budget, yieldAction);
            if (answer != null && isLarger(answer, maxBytes)) {
                throw new ExpressionException("The answer takes more than " + maxBytes
                        + " bytes (quarkus.cairn.work.max-output-size)");
            }
            return answer;
        } catch (ExpressionException failed) {
            throw new AnswerFailureException(failed);
        }
    }

    private JsonNode evaluated(int budget, Runnable yieldAction) {
        try {
            return expression.evaluate(new Scope(budget, yieldAction), input);
        } catch (BudgetExhaustedSignal exhausted) {
            return null;
        }
    }

    private static boolean isLarger(JsonNode answer, long bytes) {
        int most = (int) Math.min(bytes, Integer.MAX_VALUE);
        int size = JsonPayload.textBytes(answer, most, ValueDepthLimits.MAX_DEPTH);
        if (size < 0) {
            throw new ExpressionException("The answer is nested more than " + ValueDepthLimits.MAX_DEPTH + " levels deep");
        }
        return size >= most;
    }

    /** Meters one evaluation, and gives it the captured values. */
    final class Scope implements EvaluationHost {
        private final Runnable yieldAction;
        private int remaining;
        private int untilYield = UNITS_BETWEEN_YIELDS;
        private long heldBytes;

        Scope(int budget, Runnable yieldAction) {
            this.remaining = budget;
            this.yieldAction = yieldAction;
        }

        JsonNode variable(int index) {
            return variables[index];
        }

        @Override
        public long nowMillis() {
            return nowMillis;
        }

        @Override
        public void charge(int units) {
            remaining -= units;
            if (remaining < 0) {
                throw BudgetExhaustedSignal.INSTANCE;
            }
            untilYield -= units;
            if (untilYield < 0) {
                untilYield = UNITS_BETWEEN_YIELDS;
                yieldAction.run();
            }
        }

        @Override
        public long charged() {
            return -remaining;
        }

        @Override
        public void hold(long sizeBytes) {
            heldBytes += sizeBytes;
            if (heldBytes > maxBytes) {
                throw new EvaluationLimitException("The values of the expression take more than " + maxBytes
                        + " bytes (quarkus.cairn.work.max-output-size)");
            }
        }

        @Override
        public long held() {
            return heldBytes;
        }
    }
}
