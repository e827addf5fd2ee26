package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueException;

/** Code that decides what is evaluated, and on what. */
public final class ControlFlowNodes {

    private ControlFlowNodes() {}

    /** {@code left | right}, where a side that only passes on its input is left out. */
    public static EvaluationNode pipe(EvaluationNode left, EvaluationNode right) {
        if (left == LeafNodes.Input.INSTANCE) {
            return right;
        }
        return right == LeafNodes.Input.INSTANCE ? left : new Pipe(left, right);
    }

    /** {@code left | right}. */
    public static final class Pipe extends EvaluationNode {
        final EvaluationNode left;
        final EvaluationNode right;

        public Pipe(EvaluationNode left, EvaluationNode right) {
            super(most(left, right));
            this.left = left;
            this.right = right;
        }

        @Override
        public void inTailPosition() {
            right.inTailPosition();
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = left.eval(scope, locals, input);
            return value == null ? null : right.eval(scope, locals, value);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            if (path == null && left.isDirect()) {
                JsonNode value = left.eval(scope, locals, input);
                return value == null || right.each(scope, locals, null, value, sink);
            }
            if (path == null && right.isDirect()) {
                return left.each(scope, locals, null, input, (p, value) -> {
                    JsonNode result = right.eval(scope, locals, value);
                    return result == null || sink.accept(null, result);
                });
            }
            return left.each(scope, locals, path, input, (p, value) -> right.each(scope, locals, p, value, sink));
        }
    }

    /** {@code left, right}. */
    public static final class Comma extends MultiResultNode {
        private final EvaluationNode left;
        private final EvaluationNode right;

        public Comma(EvaluationNode left, EvaluationNode right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return left.each(scope, locals, path, input, sink) && right.each(scope, locals, path, input, sink);
        }
    }

    /** {@code if condition then consequent else otherwise end}. */
    public static final class If extends EvaluationNode {
        private final EvaluationNode condition;
        private final EvaluationNode consequent;
        private final EvaluationNode otherwise;

        public If(EvaluationNode condition, EvaluationNode consequent, EvaluationNode otherwise) {
            super(most(condition, consequent, otherwise));
            this.condition = condition;
            this.consequent = consequent;
            this.otherwise = otherwise;
        }

        @Override
        public void inTailPosition() {
            consequent.inTailPosition();
            otherwise.inTailPosition();
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode decision = condition.eval(scope, locals, input);
            if (decision == null) {
                return null;
            }
            return (JqValues.truthy(decision) ? consequent : otherwise).eval(scope, locals, input);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return condition.each(scope, locals, null, input, (ignored, decision) -> (JqValues.truthy(decision)
                    ? consequent
                    : otherwise).each(scope, locals, path, input, sink));
        }
    }

    /** {@code try body catch handler}. */
    public static final class Try extends EvaluationNode {
        private final EvaluationNode body;
        /** Null for {@code body?}, which gives nothing for an error. */
        private final EvaluationNode handler;

        public Try(EvaluationNode body, EvaluationNode handler) {
            super(handler == null ? Math.max(AT_MOST_ONE, body.results) : most(body, handler));
            this.body = body;
            this.handler = handler;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            try {
                return body.eval(scope, locals, input);
            } catch (ValueException e) {
                return handler == null ? null : handler.eval(scope, locals, ExpressionException.valueOf(e));
            }
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            FailureTrackingSink guard = new FailureTrackingSink(sink);
            ValueException failure;
            try {
                return body.each(scope, locals, path, input, guard);
            } catch (ValueException e) {
                if (e == guard.failure) {
                    throw e;
                }
                failure = e;
            }
            return handler == null || handler.each(scope, locals, ValuePath.ofComputed(path),
                    ExpressionException.valueOf(failure), sink);
        }
    }

    /** {@code label $name | body}. */
    public static final class Label extends EvaluationNode {
        private final EvaluationNode body;

        public Label(EvaluationNode body) {
            super(Math.max(AT_MOST_ONE, body.results));
            this.body = body;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            BreakSignal signal = new BreakSignal();
            try {
                return body.eval(scope, locals.bind(signal), input);
            } catch (BreakSignal thrown) {
                return left(thrown, signal);
            }
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            BreakSignal signal = new BreakSignal();
            try {
                return body.each(scope, locals.bind(signal), path, input, sink);
            } catch (BreakSignal thrown) {
                return left(thrown, signal) == null;
            }
        }

        private static JsonNode left(BreakSignal thrown, BreakSignal own) {
            if (thrown != own) {
                throw thrown;
            }
            return null;
        }
    }

    /** {@code break $name}. */
    public static final class Break extends PathlessNode {
        private final int index;

        public Break(int index) {
            super(AT_MOST_ONE);
            this.index = index;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            throw locals.signal(index);
        }
    }
}
