package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.value.Values;

/** Functions that find, read and change what stands at paths. */
final class PathBuiltins {

    private PathBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("path", 1, arguments -> new PathsOf(arguments[0]));
        table.add("paths", 0, arguments -> new InnerPaths(new BasicCodes.Constant(BooleanNode.TRUE)));
        table.add("paths", 1, arguments -> new InnerPaths(arguments[0]));
        table.add("leaf_paths", 0, arguments -> new InnerPaths(new FilterCodes.OfKind(value -> !Values.isContainer(value))));
        table.add("getpath", 1, arguments -> new GetPath(arguments[0]));
        table.value("setpath", (scope, input, path, value) -> {
            PathEditor editor = new PathEditor(scope, input);
            editor.set(path, value);
            return editor.result();
        });
        table.value("delpaths", (scope, input, paths) -> Paths.delete(scope, input, paths));
        table.add("del", 1, arguments -> new Delete(arguments[0]));
        table.add("pick", 1, arguments -> new Pick(arguments[0]));
    }

    /** All paths that code follows from the input. */
    private static JsonNode pathsOf(Code code, Scope scope, Locals locals, JsonNode input) {
        ArrayNode paths = JsonNodeFactory.instance.arrayNode();
        code.each(scope, locals, Path.ROOT, input, (path, value) -> {
            Work.append(scope, paths, Path.toValue(scope, path, value));
            return true;
        });
        return paths;
    }

    /** {@code path(content)}. */
    private static final class PathsOf extends ValueCode {
        private final Code content;

        private PathsOf(Code content) {
            super(MANY);
            this.content = content;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return content.each(scope, locals, Path.ROOT, input,
                    (path, value) -> sink.accept(null, Path.toValue(scope, path, value)));
        }
    }

    /** {@code paths(condition)}: the paths of all that the input contains, itself not included, though it is asked. */
    private static final class InnerPaths extends ValueCode {
        private final Code all = new LoopCodes.Descend();
        private final Code condition;

        private InnerPaths(Code condition) {
            super(MANY);
            this.condition = condition;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return all.each(scope, locals, Path.ROOT, input,
                    (path, value) -> condition.each(scope, locals, null, value,
                            (p, chosen) -> path == Path.ROOT || !Values.truthy(chosen)
                                    || sink.accept(null, Path.toValue(scope, path, value))));
        }
    }

    /** {@code getpath(keys)}: itself a path expression. */
    private static final class GetPath extends Code {
        private final Code keys;

        private GetPath(Code keys) {
            super(keys.results);
            this.keys = keys;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode path = keys.eval(scope, locals, input);
            return path == null ? null : Paths.get(scope, input, path);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return keys.each(scope, locals, null, input, (p, tail) -> {
                JsonNode value = Paths.get(scope, input, tail);
                return sink.accept(Path.append(path, input, tail), value);
            });
        }
    }

    /** {@code del(target)}. */
    private static final class Delete extends ValueCode {
        private final Code target;

        private Delete(Code target) {
            super(ONE);
            this.target = target;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return Paths.delete(scope, input, pathsOf(target, scope, locals, input));
        }
    }

    /** {@code pick(target)}: an otherwise empty value with what stands at the paths. */
    private static final class Pick extends ValueCode {
        private final Code target;

        private Pick(Code target) {
            super(ONE);
            this.target = target;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            PathEditor editor = new PathEditor(scope, NullNode.instance);
            for (JsonNode path : pathsOf(target, scope, locals, input)) {
                editor.set(path, Paths.get(scope, input, path));
            }
            return editor.result();
        }
    }
}
