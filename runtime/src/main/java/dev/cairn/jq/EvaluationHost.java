package dev.cairn.jq;

import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.value.WorkMeter;

/**
 * The clock of an evaluation, and the meters of its work and memory. The caller provides them. An instance is used by
 * one evaluation at a time.
 *
 * <p>The caller's {@link VariableReader}s get the very instance that was given to
 * {@link CompiledExpression#evaluate}, so it may carry what they read.
 */
public interface EvaluationHost extends WorkMeter {

    /**
     * The time that {@code now} gives, in milliseconds since 1970-01-01T00:00Z. Asked only by expressions of which
     * {@link ExpressionVariableUse#usesNow()} says so.
     */
    long nowMillis();

    /**
     * Reports work: about one unit per turn, call, result or 16 characters. An exception that this throws ends the evaluation
     * and reaches the caller, unless it is an {@link ExpressionException}, which the expression could catch.
     *
     * @param units at least 1
     */
    @Override
    void charge(int units);

    /** The units that were reported to {@link #charge} so far, from any point on: differences count. */
    long charged();

    /** An evaluation begins: what was reported to {@link #hold} before does not count any more. */
    default void beginEvaluation() {}

    /**
     * Reports that results grow: parts of arrays and objects, or texts written with the result. Values that are dropped later
     * have counted as well. An exception is treated as with {@link #charge}; a {@link EvaluationLimitException}, which no expression
     * catches, reaches the caller as an {@link ExpressionException}.
     *
     * @param sizeBytes estimated, the same on every machine; negative for reported sizes that no longer count
     */
    void hold(long sizeBytes);

    /** The bytes that were reported to {@link #hold} so far, from any point on: differences count. */
    long held();
}
