package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Code that gives what is there already: the input, constants and variables. */
final class BasicCodes {

    private BasicCodes() {}

    /** {@code .}. */
    static final class Input extends Code {
        static final Input INSTANCE = new Input();

        private Input() {
            super(ONE);
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return input;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return sink.accept(path, input);
        }
    }

    static final class Constant extends ValueCode {
        final JsonNode value;

        Constant(JsonNode value) {
            super(ONE);
            this.value = value;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return value;
        }
    }

    static final class OuterVariable extends ValueCode {
        private final VariableReader reader;

        OuterVariable(VariableReader reader) {
            super(ONE);
            this.reader = reader;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return reader.read(scope);
        }
    }

    static final class LocalVariable extends ValueCode {
        private final int index;

        LocalVariable(int index) {
            super(ONE);
            this.index = index;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return locals.value(index);
        }
    }
}
