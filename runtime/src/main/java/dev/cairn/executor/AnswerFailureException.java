package dev.cairn.executor;

import dev.cairn.jq.ExpressionException;

/** The expression that answers a caller failed. The message says why. */
public final class AnswerFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AnswerFailureException(ExpressionException cause) {
        super(cause.getMessage(), cause);
    }
}
