package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.LoopValueGuard;

/**
 * The bindings during an evaluation: a chain whose head is the innermost binding. A chain is immutable, so the argument of a
 * function keeps the bindings of the place where it was written.
 */
public final class BindingEnvironment {

    /** The argument of a call: code, and what it sees. */
    record Argument(EvaluationNode code, BindingEnvironment locals) {}

    /** State of one evaluation: the calls under way, and the results kept for later. */
    static final class Evaluation {
        /** Reached at the same depth everywhere, since it is far from where the stack of a thread ends. */
        static final int MAX_DEPTH = 200;

        /** Stands for the result of a call that has been postponed. */
        private static final JsonNode POSTPONED = new TextNode("postponed");

        private final CachedNodes.Kept[] kept;
        private int depth;
        private EvaluationNode code;
        private BindingEnvironment locals;
        private JsonNode input;

        private Evaluation(int keepers) {
            kept = new CachedNodes.Kept[keepers];
        }

        /** The kept result of a part of the code, or null. */
        CachedNodes.Kept kept(int keeper) {
            return kept[keeper];
        }

        void keep(int keeper, CachedNodes.Kept result) {
            kept[keeper] = result;
        }

        void enter(EvaluationHost scope) {
            scope.charge(1);
            if (depth >= MAX_DEPTH) {
                throw new ExpressionException("Functions call each other more than " + MAX_DEPTH + " levels deep");
            }
            depth++;
        }

        void leave() {
            depth--;
        }

        /** Leaves a call to the caller of the function that makes it as its last act. */
        JsonNode postpone(EvaluationNode postponed, BindingEnvironment bindings, JsonNode argument) {
            code = postponed;
            locals = bindings;
            input = argument;
            return POSTPONED;
        }

        /** The result, after all calls that have been postponed. */
        JsonNode finish(EvaluationHost scope, JsonNode result) {
            JsonNode value = result;
            LoopValueGuard deepening = value == POSTPONED ? new LoopValueGuard(scope) : null;
            while (value == POSTPONED) {
                scope.charge(1);
                deepening.turn(scope, input);
                value = code.eval(scope, locals, input);
            }
            return value;
        }
    }

    private final BindingEnvironment parent;
    private final Object binding;
    private final Evaluation evaluation;

    private BindingEnvironment(BindingEnvironment parent, Object binding, Evaluation evaluation) {
        this.parent = parent;
        this.binding = binding;
        this.evaluation = evaluation;
    }

    /**
     * The bindings with which an evaluation begins.
     *
     * @param keepers number of parts of the code that keep a result
     */
    public static BindingEnvironment start(int keepers) {
        return new BindingEnvironment(null, null, new Evaluation(keepers));
    }

    /** The bindings with which evaluations begin that have no calls and keep no result; may be shared. */
    public static BindingEnvironment empty() {
        return new BindingEnvironment(null, null, null);
    }

    public BindingEnvironment bind(JsonNode value) {
        return new BindingEnvironment(this, value, evaluation);
    }

    BindingEnvironment bind(Argument argument) {
        return new BindingEnvironment(this, argument, evaluation);
    }

    BindingEnvironment bind(BreakSignal signal) {
        return new BindingEnvironment(this, signal, evaluation);
    }

    /** The chain without its innermost bindings. */
    BindingEnvironment outer(int count) {
        BindingEnvironment locals = this;
        for (int i = 0; i < count; i++) {
            locals = locals.parent;
        }
        return locals;
    }

    JsonNode value(int index) {
        return (JsonNode) outer(index).binding;
    }

    Argument argument(int index) {
        return (Argument) outer(index).binding;
    }

    BreakSignal signal(int index) {
        return (BreakSignal) outer(index).binding;
    }

    Evaluation evaluation() {
        return evaluation;
    }
}
