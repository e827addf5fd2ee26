package dev.cairn.jq.node;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.LoopValueGuard;
import dev.cairn.jq.value.ResultArray;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/**
 * Code of the builtins that evaluate their parts again and again; {@code reduce} and {@code foreach}, which bind variables,
 * are in {@code BindingNodes}.
 */
public final class LoopBuiltinNodes {

    private LoopBuiltinNodes() {}

    /** {@code [content]}; where that is {@code [target[] | body]}, without pushing each element. */
    public static EvaluationNode collect(EvaluationNode content) {
        return content instanceof ControlFlowNodes.Pipe pipe && pipe.right.isDirect()
                && pipe.left instanceof AccessNodes.Iterate elements && elements.hasOneTarget()
                        ? new MapElements(elements.target, pipe.right)
                        : new ConstructionNodes.Collect(content);
    }

    /** {@code range(from; to; by)}. */
    public static final class Range extends PathlessNode {
        private final EvaluationNode from;
        private final EvaluationNode to;
        private final EvaluationNode by;
        private final boolean isSimple;

        public Range(EvaluationNode from, EvaluationNode to, EvaluationNode by) {
            super(MANY);
            this.from = from;
            this.to = to;
            this.by = by;
            this.isSimple = from.isDirect() && to.isDirect() && by.results == ONE;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            if (isSimple) {
                JsonNode start = from.eval(scope, locals, input);
                JsonNode end = to.eval(scope, locals, input);
                return start == null || end == null || range(scope, start, end, by.eval(scope, locals, input), sink);
            }
            return from.each(scope, locals, null, input, (p, start) -> to.each(scope, locals, null, input,
                    (q, end) -> by.each(scope, locals, null, input, (r, step) -> range(scope, start, end, step, sink))));
        }

        private static boolean range(EvaluationHost scope, JsonNode start, JsonNode end, JsonNode step, ResultSink sink) {
            if (!start.isNumber() || !end.isNumber() || !step.isNumber()) {
                throw new ExpressionException("Range bounds must be numeric");
            }
            if (isLong(start) && isLong(step) && Math.abs(end.doubleValue()) < 0x1p63) {
                return longs(scope, start.longValue(), end, step.longValue(), sink);
            }
            if (CanonicalArithmetic.isWhole(start) && CanonicalArithmetic.isWhole(step) && !CanonicalArithmetic.isNan(end)) {
                return wholes(scope, start, end, step, sink);
            }
            double increment = step.doubleValue();
            double bound = end.doubleValue();
            for (double i = start.doubleValue(); increment > 0 ? i < bound : increment < 0 && i > bound; i += increment) {
                scope.charge(1);
                if (!sink.accept(null, CanonicalArithmetic.of(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean wholes(EvaluationHost scope, JsonNode start, JsonNode end, JsonNode step, ResultSink sink) {
            int direction = CanonicalArithmetic.isZero(step) ? 0 : CanonicalArithmetic.isNegative(step) ? -1 : 1;
            for (JsonNode i = start; direction * JqValues.compare(end, i, scope) > 0; i = CanonicalArithmetic.add(i,
                    step)) {
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

        private static boolean longs(EvaluationHost scope, long start, JsonNode end, long step, ResultSink sink) {
            long bound = isLong(end) ? end.longValue()
                    : (long) (step > 0 ? Math.ceil(end.doubleValue()) : Math.floor(end.doubleValue()));
            long i = start;
            while (step > 0 ? i < bound : step < 0 && i > bound) {
                scope.charge(1);
                if (!sink.accept(null, CanonicalArithmetic.of(i))) {
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
    public static final class MapElements extends PathlessNode {
        private final EvaluationNode target;
        private final EvaluationNode body;

        public MapElements(EvaluationNode target, EvaluationNode body) {
            super(target.results);
            this.target = target;
            this.body = body;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode container = target.eval(scope, locals, input);
            if (container == null) {
                return JsonNodeFactory.instance.arrayNode();
            }
            int size = container.size();
            ResultArray results = new ResultArray(scope, size);
            if (container.isArray()) {
                for (int i = 0; i < size; i++) {
                    add(scope, locals, container.get(i), results);
                }
            } else if (container instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    add(scope, locals, field.getValue(), results);
                }
            } else {
                throw ValueAccess.cannotIterate(container);
            }
            return results.array;
        }

        private void add(EvaluationHost scope, BindingEnvironment locals, JsonNode element, ResultArray results) {
            scope.charge(1);
            JsonNode value = body.eval(scope, locals, element);
            if (value != null) {
                results.add(scope, value);
            }
        }
    }

    /** {@code until(condition; update)}. */
    public static final class Until extends EvaluationNode {
        private final EvaluationNode condition;
        private final EvaluationNode update;

        public Until(EvaluationNode condition, EvaluationNode update) {
            super(most(condition, update));
            this.condition = condition;
            this.update = update;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = input;
            LoopValueGuard deepening = new LoopValueGuard(scope);
            while (value != null) {
                scope.charge(1);
                deepening.turn(scope, value);
                JsonNode decision = condition.eval(scope, locals, value);
                if (decision == null) {
                    return null;
                }
                if (JqValues.truthy(decision)) {
                    return value;
                }
                value = update.eval(scope, locals, value);
            }
            return null;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            if (path == null && isDirect()) {
                JsonNode value = eval(scope, locals, input);
                return value == null || sink.accept(null, value);
            }
            locals.evaluation().enter(scope);
            try {
                return condition.each(scope, locals, null, input, (p, decision) -> {
                    if (JqValues.truthy(decision)) {
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
    public static final class Repeat extends MultiResultNode {
        private final EvaluationNode content;

        public Repeat(EvaluationNode content) {
            this.content = content;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            boolean more = true;
            while (more) {
                scope.charge(1);
                more = content.each(scope, locals, path, input, sink);
            }
            return false;
        }
    }

    /** {@code while(condition; update)}, and with a condition that is always true {@code recurse}. */
    public static final class While extends MultiResultNode {
        /** Null for always. */
        private final EvaluationNode condition;
        private final EvaluationNode update;
        private final boolean isLoop;

        public While(EvaluationNode condition, EvaluationNode update) {
            this.condition = condition;
            this.update = update;
            this.isLoop = (condition == null || condition.isDirect()) && update.isDirect();
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            if (isLoop) {
                return loop(scope, locals, path, input, sink);
            }
            locals.evaluation().enter(scope);
            try {
                if (condition == null) {
                    return turn(scope, locals, path, input, sink);
                }
                return condition.each(scope, locals, null, input,
                        (p, decision) -> !JqValues.truthy(decision) || turn(scope, locals, path, input, sink));
            } finally {
                locals.evaluation().leave();
            }
        }

        private boolean turn(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return sink.accept(path, input)
                    && update.each(scope, locals, path, input, (p, value) -> each(scope, locals, p, value, sink));
        }

        private boolean loop(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            ResultFilterNodes.Kept current = new ResultFilterNodes.Kept(true);
            current.accept(path, input);
            LoopValueGuard deepening = new LoopValueGuard(scope);
            while (current.value != null) {
                scope.charge(1);
                JsonNode value = current.value;
                deepening.turn(scope, value);
                ValuePath where = current.path;
                JsonNode decision = condition == null ? null : condition.eval(scope, locals, value);
                if (condition != null && (decision == null || !JqValues.truthy(decision))) {
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
    public static final class Descend extends MultiResultNode {

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return descend(scope, path, input, sink, 0);
        }

        private static boolean descend(EvaluationHost scope, ValuePath path, JsonNode value, ResultSink sink, int depth) {
            if (depth > ValueDepthLimits.MAX_DEPTH) {
                throw new ExpressionException("Value is nested too deep");
            }
            if (!sink.accept(path, value)) {
                return false;
            }
            return !JqValues.isContainer(value) || AccessNodes.Iterate.children(scope, path, value,
                    (p, child) -> descend(scope, p, child, sink, depth + 1));
        }
    }
}
