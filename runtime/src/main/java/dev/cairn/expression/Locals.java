package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * What is bound while an expression is evaluated: a chain whose head is the innermost binding. A chain is never changed,
 * so that the argument of a function keeps what it saw where it was written.
 */
final class Locals {

    /** The argument of a call: code, and what it sees. */
    record Argument(Code code, Locals locals) {}

    /** The calls that are under way in one evaluation. */
    static final class Calls {
        /** Reached at the same depth everywhere, since it is far from where the stack of a thread ends. */
        static final int MAX_DEPTH = 200;

        /** Stands for the result of a call that has been postponed. */
        private static final JsonNode POSTPONED = new TextNode("postponed");

        private int depth;
        private Code code;
        private Locals locals;
        private JsonNode input;

        void enter(Scope scope) {
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
        JsonNode postpone(Code postponed, Locals bindings, JsonNode argument) {
            code = postponed;
            locals = bindings;
            input = argument;
            return POSTPONED;
        }

        /** The result, after all calls that have been postponed. */
        JsonNode finish(Scope scope, JsonNode result) {
            JsonNode value = result;
            Deepening deepening = value == POSTPONED ? new Deepening(scope) : null;
            while (value == POSTPONED) {
                scope.charge(1);
                deepening.turn(scope, input);
                value = code.eval(scope, locals, input);
            }
            return value;
        }
    }

    private final Locals parent;
    private final Object binding;
    private final Calls calls;

    private Locals(Locals parent, Object binding, Calls calls) {
        this.parent = parent;
        this.binding = binding;
        this.calls = calls;
    }

    /** What an evaluation starts with. */
    static Locals start() {
        return new Locals(null, null, new Calls());
    }

    /** What evaluations of expressions without calls start with; may be shared. */
    static Locals empty() {
        return new Locals(null, null, null);
    }

    Locals bind(JsonNode value) {
        return new Locals(this, value, calls);
    }

    Locals bind(Argument argument) {
        return new Locals(this, argument, calls);
    }

    Locals bind(BreakSignal signal) {
        return new Locals(this, signal, calls);
    }

    /** The chain without its innermost bindings. */
    Locals outer(int count) {
        Locals locals = this;
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

    Calls calls() {
        return calls;
    }
}
