package dev.cairn.jq.link;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.VariableReader;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.FailureTrackingSink;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.ValueException;

/**
 * Finds the failing part of an expression: evaluates the expression once more and watches each part. The evaluation is slower
 * and nests calls more deeply, so it suits people who try expressions, not workflows. For one thread.
 */
public final class FailureLocator {

    private final Predicate<Expression> isWatched;
    private ValueException failure;
    private Expression part;

    private FailureLocator(Predicate<Expression> isWatched) {
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
            EvaluationHost scope, JsonNode input, String message, Predicate<Expression> isWatched) {
        FailureLocator search = new FailureLocator(isWatched);
        try {
            ExpressionLinker.link(expression, new NodeBuilder(variables, search::watched)).evaluate(scope, input);
            return Optional.empty();
        } catch (ExpressionException again) {
            boolean isSame = message.equals(again.getMessage()) && search.failure != null
                    && message.equals(search.failure.getMessage());
            return isSame ? Optional.of(search.part) : Optional.empty();
        }
    }

    private EvaluationNode watched(Expression expression, EvaluationNode code) {
        return isWatched.test(expression) ? new WatchedCode(expression, code) : code;
    }

    private final class WatchedCode extends EvaluationNode {
        private final Expression expression;
        private final EvaluationNode code;

        WatchedCode(Expression expression, EvaluationNode code) {
            super(code.results);
            this.expression = expression;
            this.code = code;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            try {
                return code.eval(scope, locals, input);
            } catch (ValueException thrown) {
                note(thrown);
                throw thrown;
            }
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            FailureTrackingSink guard = new FailureTrackingSink(sink);
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
