package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.Values;

/** Values as streams of {@code [path, leaf]} and closing {@code [path]} events. */
final class StreamBuiltins {

    private StreamBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("tostream", 0, arguments -> new ToStream());
        table.add("fromstream", 1, arguments -> new FromStream(arguments[0]));
        table.add("truncate_stream", 1, arguments -> new Truncate(BasicCodes.Input.INSTANCE, arguments[0]));
    }

    private static final class ToStream extends ValueCode {
        private ToStream() {
            super(MANY);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return stream(scope, Path.ROOT, input, sink);
        }

        private static boolean stream(Scope scope, Path path, JsonNode value, Sink sink) {
            if (value.isEmpty()) {
                return sink.accept(null,
                        JsonNodeFactory.instance.arrayNode(2).add(Path.toValue(scope, path, value)).add(value));
            }
            Path[] last = new Path[1];
            return AccessCodes.Iterate.children(scope, path, value, (p, child) -> {
                last[0] = p;
                return stream(scope, p, child, sink);
            }) && sink.accept(null, JsonNodeFactory.instance.arrayNode(1).add(Path.toValue(scope, last[0], value)));
        }
    }

    private static final class FromStream extends ValueCode {
        private final Code events;

        private FromStream(Code events) {
            super(MANY);
            this.events = events;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            PathEditor[] editor = { new PathEditor(scope, NullNode.instance) };
            return events.each(scope, locals, null, input, (p, event) -> {
                JsonNode path = Access.index(scope, event, Numbers.of(0));
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

    private static final class Truncate extends ValueCode {
        private final Code depth;
        private final Code events;

        private Truncate(Code depth, Code events) {
            super(MANY);
            this.depth = depth;
            this.events = events;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return depth.each(scope, locals, null, input, (p, count) -> {
                if (!count.isNumber()) {
                    throw new ExpressionException(Values.describe(count) + " is not a depth");
                }
                return events.each(scope, locals, null, NullNode.instance, (q, event) -> {
                    JsonNode path = Access.index(scope, event, Numbers.of(0));
                    if (path.size() <= count.doubleValue()) {
                        return true;
                    }
                    Work.chargeSize(scope, event);
                    ArrayNode truncated = JsonNodeFactory.instance.arrayNode(event.size());
                    truncated.add(Access.slice(scope, path, count, NullNode.instance));
                    for (int i = 1; i < event.size(); i++) {
                        truncated.add(event.get(i));
                    }
                    return sink.accept(null, truncated);
                });
            });
        }
    }
}
