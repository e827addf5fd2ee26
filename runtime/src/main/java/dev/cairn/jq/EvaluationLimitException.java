package dev.cairn.jq;

/**
 * An evaluation makes more than it may. It becomes an {@link ExpressionException} where it leaves the evaluation, not before: a
 * {@code try} that caught it would only make more.
 */
public final class EvaluationLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message for users: what the limit is and how it is set */
    public EvaluationLimitException(String message) {
        super(message, null, false, false);
    }
}
