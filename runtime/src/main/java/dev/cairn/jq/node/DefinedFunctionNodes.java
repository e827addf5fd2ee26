package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.ValuePath;

/** Code that calls the functions an expression defines; calls of builtins are in {@link ValueFunctionNodes}. */
public final class DefinedFunctionNodes {

    /** Approximate size of the argument of a call and its binding, in bytes. */
    private static final int ARGUMENT_BYTES = 64;

    private DefinedFunctionNodes() {}

    /** The body of a function, linked for arguments with a maximum number of results. */
    public static final class Function {
        /** Number of results of a call; assumed until the body is known, since the body may call itself. */
        public int results;
        /** True if a call relies on the assumption. */
        public boolean isAssumed;
        public EvaluationNode body;

        public Function(int assumed) {
            this.results = assumed;
        }
    }

    /** {@code name(arguments)}. */
    public static final class Call extends EvaluationNode {
        private final Function function;
        /** The number of bindings between the call and the definition. */
        private final int distance;
        private final EvaluationNode[] arguments;
        private boolean isTail;

        public Call(Function function, int distance, EvaluationNode[] arguments) {
            super(function.results);
            this.function = function;
            this.distance = distance;
            this.arguments = arguments;
        }

        @Override
        public void inTailPosition() {
            isTail = true;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            BindingEnvironment bindings = bindings(locals);
            BindingEnvironment.Evaluation calls = locals.evaluation();
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
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            BindingEnvironment bindings = bindings(locals);
            BindingEnvironment.Evaluation calls = locals.evaluation();
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

        private BindingEnvironment bindings(BindingEnvironment locals) {
            BindingEnvironment bindings = locals.outer(distance);
            for (EvaluationNode argument : arguments) {
                // A parameter that is handed on stays what it is, so that it does not get deeper with each call.
                bindings = bindings.bind(argument instanceof Parameter parameter ? locals.argument(parameter.index)
                        : new BindingEnvironment.Argument(argument, locals));
            }
            return bindings;
        }
    }

    /** The use of a parameter: evaluates what the caller wrote, where the caller wrote it. */
    public static final class Parameter extends EvaluationNode {
        private final int index;

        public Parameter(int index, int results) {
            super(results);
            this.index = index;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            BindingEnvironment.Argument argument = locals.argument(index);
            BindingEnvironment.Evaluation calls = locals.evaluation();
            calls.enter(scope);
            try {
                return argument.code().eval(scope, argument.locals(), input);
            } finally {
                calls.leave();
            }
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            BindingEnvironment.Argument argument = locals.argument(index);
            BindingEnvironment.Evaluation calls = locals.evaluation();
            calls.enter(scope);
            try {
                return argument.code().each(scope, argument.locals(), path, input, sink);
            } finally {
                calls.leave();
            }
        }
    }
}
