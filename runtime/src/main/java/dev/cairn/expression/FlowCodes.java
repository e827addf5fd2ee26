package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.ValueException;
import dev.cairn.value.Values;

/** Code that decides what is evaluated, and on what. */
final class FlowCodes {

    private FlowCodes() {}

    /** {@code left | right}, where a side that only passes on its input is left out. */
    static Code pipe(Code left, Code right) {
        if (left == BasicCodes.Input.INSTANCE) {
            return right;
        }
        return right == BasicCodes.Input.INSTANCE ? left : new Pipe(left, right);
    }

    /** {@code left | right}. */
    static final class Pipe extends Code {
        final Code left;
        final Code right;

        Pipe(Code left, Code right) {
            super(most(left, right));
            this.left = left;
            this.right = right;
        }

        @Override
        void inTailPosition() {
            right.inTailPosition();
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode value = left.eval(scope, locals, input);
            return value == null ? null : right.eval(scope, locals, value);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
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
    static final class Comma extends ManyCode {
        private final Code left;
        private final Code right;

        Comma(Code left, Code right) {
            this.left = left;
            this.right = right;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return left.each(scope, locals, path, input, sink) && right.each(scope, locals, path, input, sink);
        }
    }

    /** {@code if condition then consequent else otherwise end}. */
    static final class If extends Code {
        private final Code condition;
        private final Code consequent;
        private final Code otherwise;

        If(Code condition, Code consequent, Code otherwise) {
            super(most(condition, consequent, otherwise));
            this.condition = condition;
            this.consequent = consequent;
            this.otherwise = otherwise;
        }

        @Override
        void inTailPosition() {
            consequent.inTailPosition();
            otherwise.inTailPosition();
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode decision = condition.eval(scope, locals, input);
            if (decision == null) {
                return null;
            }
            return (Values.truthy(decision) ? consequent : otherwise).eval(scope, locals, input);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return condition.each(scope, locals, null, input, (ignored, decision) -> (Values.truthy(decision)
                    ? consequent
                    : otherwise).each(scope, locals, path, input, sink));
        }
    }

    /** {@code try body catch handler}. */
    static final class Try extends Code {
        private final Code body;
        /** Null for {@code body?}, which gives nothing for an error. */
        private final Code handler;

        Try(Code body, Code handler) {
            super(handler == null ? Math.max(AT_MOST_ONE, body.results) : most(body, handler));
            this.body = body;
            this.handler = handler;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            try {
                return body.eval(scope, locals, input);
            } catch (ValueException e) {
                return handler == null ? null : handler.eval(scope, locals, ExpressionException.valueOf(e));
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Guard guard = new Guard(sink);
            ValueException failure;
            try {
                return body.each(scope, locals, path, input, guard);
            } catch (ValueException e) {
                if (e == guard.failure) {
                    throw e;
                }
                failure = e;
            }
            return handler == null || handler.each(scope, locals, Path.ofComputed(path),
                    ExpressionException.valueOf(failure), sink);
        }
    }

    /** {@code label $name | body}. */
    static final class Label extends Code {
        private final Code body;

        Label(Code body) {
            super(Math.max(AT_MOST_ONE, body.results));
            this.body = body;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            BreakSignal signal = new BreakSignal();
            try {
                return body.eval(scope, locals.bind(signal), input);
            } catch (BreakSignal thrown) {
                return left(thrown, signal);
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
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
    static final class Break extends ValueCode {
        private final int index;

        Break(int index) {
            super(AT_MOST_ONE);
            this.index = index;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            throw locals.signal(index);
        }
    }
}
