package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.EvaluationCharges;

/** Calls of functions of values. With several results of several arguments, the first argument varies fastest. */
public final class ValueFunctionNodes {

    private ValueFunctionNodes() {}

    public static final class Apply0 extends PathlessNode {
        private final BuiltinTable.Function0 function;

        public Apply0(BuiltinTable.Function0 function) {
            super(ONE);
            this.function = function;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            EvaluationCharges.chargeLooks(scope, input);
            return function.apply(scope, input);
        }
    }

    static final class Apply1 extends PathlessNode {
        private final BuiltinTable.Function1 function;
        private final EvaluationNode first;

        Apply1(BuiltinTable.Function1 function, EvaluationNode first) {
            super(first.results);
            this.function = function;
            this.first = first;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            return a == null ? null : apply(scope, input, a);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return first.each(scope, locals, null, input, (p, a) -> sink.accept(null, apply(scope, input, a)));
        }

        private JsonNode apply(EvaluationHost scope, JsonNode input, JsonNode a) {
            EvaluationCharges.chargeLooks(scope, input);
            EvaluationCharges.chargeLooks(scope, a);
            return function.apply(scope, input, a);
        }
    }

    static final class Apply2 extends PathlessNode {
        private final BuiltinTable.Function2 function;
        private final EvaluationNode first;
        private final EvaluationNode second;

        Apply2(BuiltinTable.Function2 function, EvaluationNode first, EvaluationNode second) {
            super(most(first, second));
            this.function = function;
            this.first = first;
            this.second = second;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            JsonNode b = a == null ? null : second.eval(scope, locals, input);
            return b == null ? null : function.apply(scope, input, a, b);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return second.each(scope, locals, null, input, (p, b) -> first.each(scope, locals, null, input,
                    (q, a) -> sink.accept(null, function.apply(scope, input, a, b))));
        }
    }

    static final class Apply3 extends PathlessNode {
        private final BuiltinTable.Function3 function;
        private final EvaluationNode first;
        private final EvaluationNode second;
        private final EvaluationNode third;

        Apply3(BuiltinTable.Function3 function, EvaluationNode first, EvaluationNode second, EvaluationNode third) {
            super(most(first, second, third));
            this.function = function;
            this.first = first;
            this.second = second;
            this.third = third;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            JsonNode b = a == null ? null : second.eval(scope, locals, input);
            JsonNode c = b == null ? null : third.eval(scope, locals, input);
            return c == null ? null : function.apply(scope, input, a, b, c);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return third.each(scope, locals, null, input, (p, c) -> second.each(scope, locals, null, input,
                    (q, b) -> first.each(scope, locals, null, input,
                            (r, a) -> sink.accept(null, function.apply(scope, input, a, b, c)))));
        }
    }
}
