package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes;
import dev.cairn.jq.node.LoopBuiltinNodes;
import dev.cairn.jq.node.PathlessNode;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.PathEditor;
import dev.cairn.jq.value.PathOperations;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;

/** Functions that find, read and change what stands at paths. */
final class PathBuiltins {

    private PathBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("path", 1, arguments -> new PathsOf(arguments[0]));
        table.add("paths", 0, arguments -> new InnerPaths(new LeafNodes.Constant(BooleanNode.TRUE)));
        table.add("paths", 1, arguments -> new InnerPaths(arguments[0]));
        table.add("leaf_paths", 0,
                arguments -> new InnerPaths(new ResultFilterNodes.OfKind(value -> !JqValues.isContainer(value))));
        table.add("getpath", 1, arguments -> new GetPath(arguments[0]));
        table.value("setpath", (scope, input, path, value) -> {
            PathEditor editor = new PathEditor(scope, input);
            editor.set(path, value);
            return editor.result();
        });
        table.value("delpaths", (scope, input, paths) -> PathOperations.delete(scope, input, paths));
        table.add("del", 1, arguments -> new Delete(arguments[0]));
        table.add("pick", 1, arguments -> new Pick(arguments[0]));
    }

    /** All paths that code follows from the input. */
    private static JsonNode pathsOf(EvaluationNode code, EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
        ArrayNode paths = JsonNodeFactory.instance.arrayNode();
        code.each(scope, locals, ValuePath.ROOT, input, (path, value) -> {
            EvaluationCharges.append(scope, paths, ValuePath.toValue(scope, path, value));
            return true;
        });
        return paths;
    }

    /** {@code path(content)}. */
    private static final class PathsOf extends PathlessNode {
        private final EvaluationNode content;

        private PathsOf(EvaluationNode content) {
            super(MANY);
            this.content = content;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return content.each(scope, locals, ValuePath.ROOT, input,
                    (path, value) -> sink.accept(null, ValuePath.toValue(scope, path, value)));
        }
    }

    /** {@code paths(condition)}: the paths of all that the input contains, itself not included, though it is asked. */
    private static final class InnerPaths extends PathlessNode {
        private final EvaluationNode all = new LoopBuiltinNodes.Descend();
        private final EvaluationNode condition;

        private InnerPaths(EvaluationNode condition) {
            super(MANY);
            this.condition = condition;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return all.each(scope, locals, ValuePath.ROOT, input,
                    (path, value) -> condition.each(scope, locals, null, value,
                            (p, chosen) -> path == ValuePath.ROOT || !JqValues.truthy(chosen)
                                    || sink.accept(null, ValuePath.toValue(scope, path, value))));
        }
    }

    /** {@code getpath(keys)}: itself a path expression. */
    private static final class GetPath extends EvaluationNode {
        private final EvaluationNode keys;

        private GetPath(EvaluationNode keys) {
            super(keys.results);
            this.keys = keys;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode path = keys.eval(scope, locals, input);
            return path == null ? null : PathOperations.get(scope, input, path);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return keys.each(scope, locals, null, input, (p, tail) -> {
                JsonNode value = PathOperations.get(scope, input, tail);
                return sink.accept(ValuePath.append(path, input, tail), value);
            });
        }
    }

    /** {@code del(target)}. */
    private static final class Delete extends PathlessNode {
        private final EvaluationNode target;

        private Delete(EvaluationNode target) {
            super(ONE);
            this.target = target;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return PathOperations.delete(scope, input, pathsOf(target, scope, locals, input));
        }
    }

    /** {@code pick(target)}: an otherwise empty value with what stands at the paths. */
    private static final class Pick extends PathlessNode {
        private final EvaluationNode target;

        private Pick(EvaluationNode target) {
            super(ONE);
            this.target = target;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            PathEditor editor = new PathEditor(scope, NullNode.instance);
            for (JsonNode path : pathsOf(target, scope, locals, input)) {
                editor.set(path, PathOperations.get(scope, input, path));
            }
            return editor.result();
        }
    }
}
