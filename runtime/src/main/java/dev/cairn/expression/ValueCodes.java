package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Calls of functions of values. With several results of several arguments, the first argument varies fastest. */
final class ValueCodes {

    private ValueCodes() {}

    static final class Apply0 extends ValueCode {
        private final BuiltinTable.Function0 function;

        Apply0(BuiltinTable.Function0 function) {
            super(ONE);
            this.function = function;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            Work.chargeLooks(scope, input);
            return function.apply(scope, input);
        }
    }

    static final class Apply1 extends ValueCode {
        private final BuiltinTable.Function1 function;
        private final Code first;

        Apply1(BuiltinTable.Function1 function, Code first) {
            super(first.results);
            this.function = function;
            this.first = first;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            return a == null ? null : apply(scope, input, a);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return first.each(scope, locals, null, input, (p, a) -> sink.accept(null, apply(scope, input, a)));
        }

        private JsonNode apply(Scope scope, JsonNode input, JsonNode a) {
            Work.chargeLooks(scope, input);
            Work.chargeLooks(scope, a);
            return function.apply(scope, input, a);
        }
    }

    static final class Apply2 extends ValueCode {
        private final BuiltinTable.Function2 function;
        private final Code first;
        private final Code second;

        Apply2(BuiltinTable.Function2 function, Code first, Code second) {
            super(most(first, second));
            this.function = function;
            this.first = first;
            this.second = second;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            JsonNode b = a == null ? null : second.eval(scope, locals, input);
            return b == null ? null : function.apply(scope, input, a, b);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return second.each(scope, locals, null, input, (p, b) -> first.each(scope, locals, null, input,
                    (q, a) -> sink.accept(null, function.apply(scope, input, a, b))));
        }
    }

    static final class Apply3 extends ValueCode {
        private final BuiltinTable.Function3 function;
        private final Code first;
        private final Code second;
        private final Code third;

        Apply3(BuiltinTable.Function3 function, Code first, Code second, Code third) {
            super(most(first, second, third));
            this.function = function;
            this.first = first;
            this.second = second;
            this.third = third;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode a = first.eval(scope, locals, input);
            JsonNode b = a == null ? null : second.eval(scope, locals, input);
            JsonNode c = b == null ? null : third.eval(scope, locals, input);
            return c == null ? null : function.apply(scope, input, a, b, c);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return third.each(scope, locals, null, input, (p, c) -> second.each(scope, locals, null, input,
                    (q, b) -> first.each(scope, locals, null, input,
                            (r, a) -> sink.accept(null, function.apply(scope, input, a, b, c)))));
        }
    }
}
