package dev.cairn.jq.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.MultiResultNode;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.value.LoopValueGuard;
import dev.cairn.jq.value.PathEditor;
import dev.cairn.jq.value.ValuePath;

/** Code that binds variables: {@code as}, {@code reduce} and {@code foreach}. */
final class BindingNodes {

    private BindingNodes() {}

    /** A continuation with a bound value; called within the evaluation that binds it. */
    @FunctionalInterface
    interface Bound {
        boolean apply(BindingEnvironment locals, ResultSink sink);
    }

    /** {@code source as $name | body}. */
    static final class BindOne extends EvaluationNode {
        private final EvaluationNode source;
        private final EvaluationNode body;

        BindOne(EvaluationNode source, EvaluationNode body) {
            super(most(source, body));
            this.source = source;
            this.body = body;
        }

        @Override
        public void inTailPosition() {
            body.inTailPosition();
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = source.eval(scope, locals, input);
            return value == null ? null : body.eval(scope, locals.bind(value), input);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            if (path == null && body.isDirect()) {
                return source.each(scope, locals, null, input, (p, value) -> {
                    JsonNode result = body.eval(scope, locals.bind(value), input);
                    return result == null || sink.accept(null, result);
                });
            }
            return source.each(scope, locals, null, input,
                    (p, value) -> body.each(scope, locals.bind(value), path, input, sink));
        }
    }

    /** {@code source as patterns | body}. */
    static final class BindPatterns extends MultiResultNode {
        private final EvaluationNode source;
        private final BindingPatternMatcher patterns;
        private final EvaluationNode body;

        BindPatterns(EvaluationNode source, BindingPatternMatcher patterns, EvaluationNode body) {
            this.source = source;
            this.patterns = patterns;
            this.body = body;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return source.each(scope, locals, null, input, (p, value) -> patterns.bind(scope, locals, input, value,
                    sink, (bound, out) -> body.each(scope, bound, path, input, out)));
        }
    }

    /** A value that changes from turn to turn. */
    private static final class State {
        private final LoopValueGuard deepening;
        private ValuePath path;
        private JsonNode value;
        /** The editor that copied the value; null before it is needed. */
        private PathEditor editor;

        private State(EvaluationHost scope, ValuePath path, JsonNode value) {
            this.deepening = new LoopValueGuard(scope);
            this.path = path;
            this.value = value;
        }

        private boolean set(ValuePath newPath, JsonNode newValue) {
            path = newPath;
            value = newValue;
            return true;
        }

        private PathEditor editor(EvaluationHost scope) {
            if (editor == null) {
                editor = new PathEditor(scope, NullNode.instance);
            }
            return editor;
        }

        /** The state for a turn; where the turn gives no result, null remains. */
        private JsonNode take(EvaluationHost scope) {
            scope.charge(1);
            deepening.turn(scope, value);
            JsonNode taken = value;
            value = NullNode.instance;
            return taken;
        }
    }

    /** {@code reduce source as patterns (initial; update)}. */
    static final class Reduce extends EvaluationNode {
        private final EvaluationNode source;
        /** Null where one variable takes the whole value. */
        private final BindingPatternMatcher patterns;
        private final EvaluationNode initial;
        private final EvaluationNode update;
        /** The update in another form, for arrays and objects; null if it has none. */
        private final InPlaceUpdate growing;

        Reduce(EvaluationNode source, BindingPatternMatcher patterns, EvaluationNode initial, EvaluationNode update,
                InPlaceUpdate growing) {
            super(initial.results);
            this.growing = growing;
            this.source = source;
            this.patterns = patterns;
            this.initial = initial;
            this.update = update;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode start = initial.eval(scope, locals, input);
            if (start == null) {
                return null;
            }
            State state = new State(scope, null, start);
            run(scope, locals, input, state);
            return state.value;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return initial.each(scope, locals, path, input, (p, start) -> {
                State state = new State(scope, p, start);
                run(scope, locals, input, state);
                return sink.accept(state.path, state.value);
            });
        }

        private void run(EvaluationHost scope, BindingEnvironment locals, JsonNode input, State state) {
            if (patterns == null) {
                source.each(scope, locals, null, input, (p, item) -> turn(scope, locals.bind(item), state));
            } else {
                source.each(scope, locals, null, input, (p, item) -> patterns.bind(scope, locals, input, item,
                        state::set, (bound, out) -> turn(scope, bound, state)));
            }
        }

        private boolean turn(EvaluationHost scope, BindingEnvironment bound, State state) {
            ValuePath path = state.path;
            JsonNode value = state.take(scope);
            if (growing != null && path == null && value instanceof ContainerNode) {
                JsonNode result = growing.apply(scope, bound, value, state.editor(scope));
                return result == null || state.set(null, result);
            }
            if (path == null && update.isDirect()) {
                JsonNode result = update.eval(scope, bound, value);
                return result == null || state.set(null, result);
            }
            return update.each(scope, bound, path, value, state::set);
        }
    }

    /** {@code foreach source as patterns (initial; update; extract)}. */
    static final class Foreach extends MultiResultNode {
        private final EvaluationNode source;
        private final BindingPatternMatcher patterns;
        private final EvaluationNode initial;
        private final EvaluationNode update;
        private final EvaluationNode extract;

        Foreach(EvaluationNode source, BindingPatternMatcher patterns, EvaluationNode initial, EvaluationNode update,
                EvaluationNode extract) {
            this.source = source;
            this.patterns = patterns;
            this.initial = initial;
            this.update = update;
            this.extract = extract;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return initial.each(scope, locals, path, input, (p, start) -> {
                State state = new State(scope, p, start);
                if (patterns == null) {
                    return source.each(scope, locals, null, input,
                            (q, item) -> turn(scope, locals.bind(item), state, sink));
                }
                return source.each(scope, locals, null, input, (q, item) -> patterns.bind(scope, locals, input, item,
                        sink, (bound, out) -> turn(scope, bound, state, out)));
            });
        }

        private boolean turn(EvaluationHost scope, BindingEnvironment bound, State state, ResultSink sink) {
            ValuePath path = state.path;
            JsonNode value = state.take(scope);
            return update.each(scope, bound, path, value, (p, result) -> {
                state.set(p, result);
                return extract.each(scope, bound, p, result, sink);
            });
        }
    }
}
