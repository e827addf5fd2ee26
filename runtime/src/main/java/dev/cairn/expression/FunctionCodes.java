package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Code that calls the functions an expression defines. */
final class FunctionCodes {

    /** Approximate size of the argument of a call and its binding, in bytes. */
    private static final int ARGUMENT_BYTES = 64;

    private FunctionCodes() {}

    /** The body of a function, linked for arguments with a maximum number of results. */
    static final class Function {
        /** Number of results of a call; assumed until the body is known, since the body may call itself. */
        int results;
        /** True if a call relies on the assumption. */
        boolean isAssumed;
        Code body;

        Function(int assumed) {
            this.results = assumed;
        }
    }

    /** {@code name(arguments)}. */
    static final class Call extends Code {
        private final Function function;
        /** The number of bindings between the call and the definition. */
        private final int distance;
        private final Code[] arguments;
        private boolean isTail;

        Call(Function function, int distance, Code[] arguments) {
            super(function.results);
            this.function = function;
            this.distance = distance;
            this.arguments = arguments;
        }

        @Override
        void inTailPosition() {
            isTail = true;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            Locals bindings = bindings(locals);
            Locals.Evaluation calls = locals.evaluation();
            if (isTail) {
                // An argument keeps what it sees, and with it the arguments of the calls before.
                scope.hold((long) ARGUMENT_BYTES * arguments.length);
                return calls.postpone(function.body, bindings, input);
            }
            calls.enter(scope);
            try {
                return calls.finish(scope, function.body.eval(scope, bindings, input));
            } finally {
                calls.leave();
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Locals bindings = bindings(locals);
            Locals.Evaluation calls = locals.evaluation();
            calls.enter(scope);
            try {
                if (path == null && isDirect()) {
                    JsonNode value = calls.finish(scope, function.body.eval(scope, bindings, input));
                    return value == null || sink.accept(null, value);
                }
                return function.body.each(scope, bindings, path, input, sink);
            } finally {
                calls.leave();
            }
        }

        private Locals bindings(Locals locals) {
            Locals bindings = locals.outer(distance);
            for (Code argument : arguments) {
                // A parameter that is handed on stays what it is, so that it does not get deeper with each call.
                bindings = bindings.bind(argument instanceof Parameter parameter ? locals.argument(parameter.index)
                        : new Locals.Argument(argument, locals));
            }
            return bindings;
        }
    }

    /** The use of a parameter: evaluates what the caller wrote, where the caller wrote it. */
    static final class Parameter extends Code {
        private final int index;

        Parameter(int index, int results) {
            super(results);
            this.index = index;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            Locals.Argument argument = locals.argument(index);
            Locals.Evaluation calls = locals.evaluation();
            calls.enter(scope);
            try {
                return argument.code().eval(scope, argument.locals(), input);
            } finally {
                calls.leave();
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Locals.Argument argument = locals.argument(index);
            Locals.Evaluation calls = locals.evaluation();
            calls.enter(scope);
            try {
                return argument.code().each(scope, argument.locals(), path, input, sink);
            } finally {
                calls.leave();
            }
        }
    }
}
