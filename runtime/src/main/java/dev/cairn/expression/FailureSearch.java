package dev.cairn.expression;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.ValueException;

/**
 * Finds the failing part of an expression: evaluates the expression once more and watches each part. The evaluation is slower
 * and nests calls more deeply, so it suits people who try expressions, not workflows. For one thread.
 */
public final class FailureSearch {

    private final Predicate<Expression> isWatched;
    private ValueException failure;
    private Expression part;

    private FailureSearch(Predicate<Expression> isWatched) {
        this.isWatched = isWatched;
    }

    /**
     * Evaluates a failed expression again.
     *
     * @param variables as for {@link ExpressionLinker#link}
     * @param message the message of the failure
     * @param isWatched selects the parts to watch
     * @return the innermost watched part that failed; empty if none did, or if the expression does not fail again with this
     *         message
     */
    public static Optional<Expression> failedPart(Expression expression, Function<String, VariableReader> variables,
            Scope scope, JsonNode input, String message, Predicate<Expression> isWatched) {
        FailureSearch search = new FailureSearch(isWatched);
        try {
            ExpressionLinker.link(expression, new CodeBuilder(variables, search::watched)).evaluate(scope, input);
            return Optional.empty();
        } catch (ExpressionException again) {
            boolean isSame = message.equals(again.getMessage()) && search.failure != null
                    && message.equals(search.failure.getMessage());
            return isSame ? Optional.of(search.part) : Optional.empty();
        }
    }

    private Code watched(Expression expression, Code code) {
        return isWatched.test(expression) ? new WatchedCode(expression, code) : code;
    }

    private final class WatchedCode extends Code {
        private final Expression expression;
        private final Code code;

        WatchedCode(Expression expression, Code code) {
            super(code.results);
            this.expression = expression;
            this.code = code;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            try {
                return code.eval(scope, locals, input);
            } catch (ValueException thrown) {
                note(thrown);
                throw thrown;
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Guard guard = new Guard(sink);
            try {
                return code.each(scope, locals, path, input, guard);
            } catch (ValueException thrown) {
                if (thrown != guard.failure) {
                    note(thrown);
                }
                throw thrown;
            }
        }

        /** Called for the innermost failing part first. */
        private void note(ValueException thrown) {
            if (thrown != failure) {
                failure = thrown;
                part = expression;
            }
        }
    }
}
