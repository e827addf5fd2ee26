package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Code that calls the functions an expression defines. */
final class FunctionCodes {

    private FunctionCodes() {}

    /** The body of a function, linked for arguments that give at most so many results. */
    static final class Function {
        /** How many results calls give; assumed until the body is known, since the body may call itself. */
        int results;
        /** Whether a call relies on the assumption. */
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

        Call(Function function, int distance, Code[] arguments) {
            super(function.results);
            this.function = function;
            this.distance = distance;
            this.arguments = arguments;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            Locals.Calls calls = locals.calls();
            calls.enter(scope);
            try {
                return function.body.eval(scope, bindings(locals), input);
            } finally {
                calls.leave();
            }
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Locals.Calls calls = locals.calls();
            calls.enter(scope);
            try {
                return function.body.each(scope, bindings(locals), path, input, sink);
            } finally {
                calls.leave();
            }
        }

        private Locals bindings(Locals locals) {
            Locals bindings = locals.outer(distance);
            for (Code argument : arguments) {
                bindings = bindings.bind(new Locals.Argument(argument, locals));
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
            Locals.Calls calls = locals.calls();
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
            Locals.Calls calls = locals.calls();
            calls.enter(scope);
            try {
                return argument.code().each(scope, argument.locals(), path, input, sink);
            } finally {
                calls.leave();
            }
        }
    }
}
