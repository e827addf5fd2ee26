package dev.cairn.expression;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.ValueLimits;
import dev.cairn.value.Values;

/** Code that evaluates its parts again and again. */
final class LoopCodes {

    private LoopCodes() {}

    /** {@code [content]}; where that is {@code [target[] | body]}, without pushing each element. */
    static Code collect(Code content) {
        return content instanceof FlowCodes.Pipe pipe && pipe.right.isDirect()
                && pipe.left instanceof AccessCodes.Iterate elements && elements.hasOneTarget()
                        ? new MapElements(elements.target, pipe.right)
                        : new ConstructionCodes.Collect(content);
    }

    /** {@code range(from; to; by)}. */
    static final class Range extends ValueCode {
        private final Code from;
        private final Code to;
        private final Code by;
        private final boolean isSimple;

        Range(Code from, Code to, Code by) {
            super(MANY);
            this.from = from;
            this.to = to;
            this.by = by;
            this.isSimple = from.isDirect() && to.isDirect() && by.results == ONE;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            if (isSimple) {
                JsonNode start = from.eval(scope, locals, input);
                JsonNode end = to.eval(scope, locals, input);
                return start == null || end == null || range(scope, start, end, by.eval(scope, locals, input), sink);
            }
            return from.each(scope, locals, null, input, (p, start) -> to.each(scope, locals, null, input,
                    (q, end) -> by.each(scope, locals, null, input, (r, step) -> range(scope, start, end, step, sink))));
        }

        private static boolean range(Scope scope, JsonNode start, JsonNode end, JsonNode step, Sink sink) {
            if (!start.isNumber() || !end.isNumber() || !step.isNumber()) {
                throw new ExpressionException("Range bounds must be numeric");
            }
            if (isLong(start) && isLong(step) && Math.abs(end.doubleValue()) < 0x1p63) {
                return longs(scope, start.longValue(), end, step.longValue(), sink);
            }
            if (Numbers.isWhole(start) && Numbers.isWhole(step) && !Numbers.isNan(end)) {
                return wholes(scope, start, end, step, sink);
            }
            double increment = step.doubleValue();
            double bound = end.doubleValue();
            for (double i = start.doubleValue(); increment > 0 ? i < bound : increment < 0 && i > bound; i += increment) {
                scope.charge(1);
                if (!sink.accept(null, Numbers.of(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean wholes(Scope scope, JsonNode start, JsonNode end, JsonNode step, Sink sink) {
            int direction = Numbers.isZero(step) ? 0 : Numbers.isNegative(step) ? -1 : 1;
            for (JsonNode i = start; direction * Values.compare(end, i, scope) > 0; i = Numbers.add(i, step)) {
                scope.charge(1);
                if (!sink.accept(null, i)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isLong(JsonNode number) {
            return number instanceof IntNode || number instanceof LongNode;
        }

        private static boolean longs(Scope scope, long start, JsonNode end, long step, Sink sink) {
            long bound = isLong(end) ? end.longValue()
                    : (long) (step > 0 ? Math.ceil(end.doubleValue()) : Math.floor(end.doubleValue()));
            long i = start;
            while (step > 0 ? i < bound : step < 0 && i > bound) {
                scope.charge(1);
                if (!sink.accept(null, Numbers.of(i))) {
                    return false;
                }
                long next = i + step;
                if (((i ^ next) & (step ^ next)) < 0) {
                    return true;
                }
                i = next;
            }
            return true;
        }
    }

    /** {@code [target[] | body]} where the body gives at most one result. */
    static final class MapElements extends ValueCode {
        private final Code target;
        private final Code body;

        MapElements(Code target, Code body) {
            super(target.results);
            this.target = target;
            this.body = body;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode container = target.eval(scope, locals, input);
            if (container == null) {
                return JsonNodeFactory.instance.arrayNode();
            }
            int size = container.size();
            Gathering results = new Gathering(scope, size);
            if (container.isArray()) {
                for (int i = 0; i < size; i++) {
                    add(scope, locals, container.get(i), results);
                }
            } else if (container instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    add(scope, locals, field.getValue(), results);
                }
            } else {
                throw Access.cannotIterate(container);
            }
            return results.array;
        }

        private void add(Scope scope, Locals locals, JsonNode element, Gathering results) {
            scope.charge(1);
            JsonNode value = body.eval(scope, locals, element);
            if (value != null) {
                results.add(scope, value);
            }
        }
    }

    /** {@code until(condition; update)}. */
    static final class Until extends Code {
        private final Code condition;
        private final Code update;

        Until(Code condition, Code update) {
            super(most(condition, update));
            this.condition = condition;
            this.update = update;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode value = input;
            Deepening deepening = new Deepening(scope);
            while (value != null) {
                scope.charge(1);
                deepening.turn(scope, value);
                JsonNode decision = condition.eval(scope, locals, value);
                if (decision == null) {
                    return null;
                }
                if (Values.truthy(decision)) {
                    return value;
                }
                value = update.eval(scope, locals, value);
            }
            return null;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            if (path == null && isDirect()) {
                JsonNode value = eval(scope, locals, input);
                return value == null || sink.accept(null, value);
            }
            locals.evaluation().enter(scope);
            try {
                return condition.each(scope, locals, null, input, (p, decision) -> {
                    if (Values.truthy(decision)) {
                        return sink.accept(path, input);
                    }
                    return update.each(scope, locals, path, input, (q, value) -> each(scope, locals, q, value, sink));
                });
            } finally {
                locals.evaluation().leave();
            }
        }
    }

    /** {@code repeat(content)}: the results of the same input again and again, until an error or until no more are wanted. */
    static final class Repeat extends ManyCode {
        private final Code content;

        Repeat(Code content) {
            this.content = content;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            boolean more = true;
            while (more) {
                scope.charge(1);
                more = content.each(scope, locals, path, input, sink);
            }
            return false;
        }
    }

    /** {@code while(condition; update)}, and with a condition that is always true {@code recurse}. */
    static final class While extends ManyCode {
        /** Null for always. */
        private final Code condition;
        private final Code update;
        private final boolean isLoop;

        While(Code condition, Code update) {
            this.condition = condition;
            this.update = update;
            this.isLoop = (condition == null || condition.isDirect()) && update.isDirect();
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            if (isLoop) {
                return loop(scope, locals, path, input, sink);
            }
            locals.evaluation().enter(scope);
            try {
                if (condition == null) {
                    return turn(scope, locals, path, input, sink);
                }
                return condition.each(scope, locals, null, input,
                        (p, decision) -> !Values.truthy(decision) || turn(scope, locals, path, input, sink));
            } finally {
                locals.evaluation().leave();
            }
        }

        private boolean turn(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return sink.accept(path, input)
                    && update.each(scope, locals, path, input, (p, value) -> each(scope, locals, p, value, sink));
        }

        private boolean loop(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            FilterCodes.Kept current = new FilterCodes.Kept(true);
            current.accept(path, input);
            Deepening deepening = new Deepening(scope);
            while (current.value != null) {
                scope.charge(1);
                JsonNode value = current.value;
                deepening.turn(scope, value);
                Path where = current.path;
                JsonNode decision = condition == null ? null : condition.eval(scope, locals, value);
                if (condition != null && (decision == null || !Values.truthy(decision))) {
                    return true;
                }
                if (!sink.accept(where, value)) {
                    return false;
                }
                current.value = null;
                update.each(scope, locals, where, value, current);
            }
            return true;
        }
    }

    /** {@code ..}: the input and all that it contains, each before its parts. */
    static final class Descend extends ManyCode {

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return descend(scope, path, input, sink, 0);
        }

        private static boolean descend(Scope scope, Path path, JsonNode value, Sink sink, int depth) {
            if (depth > ValueLimits.MAX_DEPTH) {
                throw new ExpressionException("Value is nested too deep");
            }
            if (!sink.accept(path, value)) {
                return false;
            }
            return !Values.isContainer(value) || AccessCodes.Iterate.children(scope, path, value,
                    (p, child) -> descend(scope, p, child, sink, depth + 1));
        }
    }
}
