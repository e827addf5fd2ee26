package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.AccessNodes;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes;
import dev.cairn.jq.node.PathlessNode;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.PathEditor;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Values as streams of {@code [path, leaf]} and closing {@code [path]} events. */
final class StreamingFormBuiltins {

    private StreamingFormBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("tostream", 0, arguments -> new ToStream());
        table.add("fromstream", 1, arguments -> new FromStream(arguments[0]));
        table.add("truncate_stream", 1, arguments -> new Truncate(LeafNodes.Input.INSTANCE, arguments[0]));
    }

    private static final class ToStream extends PathlessNode {
        private ToStream() {
            super(MANY);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return stream(scope, ValuePath.ROOT, input, sink);
        }

        private static boolean stream(EvaluationHost scope, ValuePath path, JsonNode value, ResultSink sink) {
            if (value.isEmpty()) {
                return sink.accept(null,
                        JsonNodeFactory.instance.arrayNode(2).add(ValuePath.toValue(scope, path, value)).add(value));
            }
            ValuePath[] last = new ValuePath[1];
            return AccessNodes.Iterate.children(scope, path, value, (p, child) -> {
                last[0] = p;
                return stream(scope, p, child, sink);
            }) && sink.accept(null, JsonNodeFactory.instance.arrayNode(1).add(ValuePath.toValue(scope, last[0], value)));
        }
    }

    private static final class FromStream extends PathlessNode {
        private final EvaluationNode events;

        private FromStream(EvaluationNode events) {
            super(MANY);
            this.events = events;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            PathEditor[] editor = { new PathEditor(scope, NullNode.instance) };
            return events.each(scope, locals, null, input, (p, event) -> {
                JsonNode path = ValueAccess.index(scope, event, CanonicalArithmetic.of(0));
                boolean isLeaf = event.size() == 2;
                if (isLeaf) {
                    editor[0].set(path, event.get(1));
                }
                if (path.size() != (isLeaf ? 0 : 1)) {
                    return true;
                }
                JsonNode value = editor[0].result();
                editor[0] = new PathEditor(scope, NullNode.instance);
                return sink.accept(null, value);
            });
        }
    }

    private static final class Truncate extends PathlessNode {
        private final EvaluationNode depth;
        private final EvaluationNode events;

        private Truncate(EvaluationNode depth, EvaluationNode events) {
            super(MANY);
            this.depth = depth;
            this.events = events;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return depth.each(scope, locals, null, input, (p, count) -> {
                if (!count.isNumber()) {
                    throw new ExpressionException(JqValues.describe(count) + " is not a depth");
                }
                return events.each(scope, locals, null, NullNode.instance, (q, event) -> {
                    JsonNode path = ValueAccess.index(scope, event, CanonicalArithmetic.of(0));
                    if (path.size() <= count.doubleValue()) {
                        return true;
                    }
                    EvaluationCharges.chargeSize(scope, event);
                    ArrayNode truncated = JsonNodeFactory.instance.arrayNode(event.size());
                    truncated.add(ValueAccess.slice(scope, path, count, NullNode.instance));
                    for (int i = 1; i < event.size(); i++) {
                        truncated.add(event.get(i));
                    }
                    return sink.accept(null, truncated);
                });
            });
        }
    }
}
