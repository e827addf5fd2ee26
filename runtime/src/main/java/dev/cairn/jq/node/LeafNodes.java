package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.VariableReader;
import dev.cairn.jq.value.ValuePath;

/** Code without parts: the input, constants and variables. */
public final class LeafNodes {

    private LeafNodes() {}

    /** {@code .}. */
    public static final class Input extends EvaluationNode {
        public static final Input INSTANCE = new Input();

        private Input() {
            super(ONE);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return input;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return sink.accept(path, input);
        }
    }

    public static final class Constant extends PathlessNode {
        public final JsonNode value;

        public Constant(JsonNode value) {
            super(ONE);
            this.value = value;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return value;
        }
    }

    public static final class OuterVariable extends PathlessNode {
        private final VariableReader reader;

        public OuterVariable(VariableReader reader) {
            super(ONE);
            this.reader = reader;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return reader.read(scope);
        }
    }

    public static final class LocalVariable extends PathlessNode {
        private final int index;

        public LocalVariable(int index) {
            super(ONE);
            this.index = index;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return locals.value(index);
        }
    }
}
