package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.expression.ConstructionCodes.FixedObject;
import dev.cairn.value.FieldSetter;
import dev.cairn.value.Values;

/** Code of operators. */
final class OperatorCodes {

    private OperatorCodes() {}

    static Code binary(BinaryOperator operator, Code left, Code right) {
        FixedObject fields = operator == BinaryOperator.ADD && right.isDirect() ? FixedObject.compact(right) : null;
        return fields == null ? new Binary(Operators.of(operator), left, right) : new AddFields(left, fields);
    }

    /** {@code left operator right}; with several results on both sides the left ones vary fastest. */
    static final class Binary extends ValueCode {
        private final Operators.Operation operation;
        private final Code left;
        private final Code right;

        Binary(Operators.Operation operation, Code left, Code right) {
            super(most(left, right));
            this.operation = operation;
            this.left = left;
            this.right = right;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode r = right.eval(scope, locals, input);
            JsonNode l = r == null ? null : left.eval(scope, locals, input);
            return l == null ? null : operation.apply(scope, l, r);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return right.each(scope, locals, null, input, (p, r) -> left.each(scope, locals, null, input,
                    (q, l) -> sink.accept(null, operation.apply(scope, l, r))));
        }
    }

    /** {@code left + {key: value, …}}, without an object of the right side where the left one is an object. */
    static final class AddFields extends ValueCode {
        private final Code left;
        private final FixedObject right;
        private final FieldSetter setter;

        AddFields(Code left, FixedObject right) {
            super(most(left, right));
            this.left = left;
            this.right = right;
            this.setter = new FieldSetter(right.keys);
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode[] added = right.fields(scope, locals, input);
            JsonNode l = added == null ? null : left.eval(scope, locals, input);
            return l == null ? null : sum(scope, l, added);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            JsonNode[] added = right.fields(scope, locals, input);
            return added == null
                    || left.each(scope, locals, null, input, (p, l) -> sink.accept(null, sum(scope, l, added)));
        }

        private JsonNode sum(Scope scope, JsonNode l, JsonNode[] added) {
            if (l instanceof ObjectNode) {
                Work.chargeCopies(scope, l.size() + added.length);
                return setter.set(l, added);
            }
            return Operators.add(scope, l, right.object(added));
        }
    }

    /** {@code -operand}. */
    static final class Negate extends ValueCode {
        private final Code operand;

        Negate(Code operand) {
            super(operand.results);
            this.operand = operand;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode value = operand.eval(scope, locals, input);
            return value == null ? null : Operators.negate(value);
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return operand.each(scope, locals, null, input, (p, value) -> sink.accept(null, Operators.negate(value)));
        }
    }

    /** {@code and}, {@code or}: the right side is evaluated only where the left one does not decide. */
    static final class Logic extends ValueCode {
        private final Code left;
        private final Code right;
        /** The value of the left side that decides. */
        private final boolean decisive;

        Logic(Code left, Code right, boolean decisive) {
            super(most(left, right));
            this.left = left;
            this.right = right;
            this.decisive = decisive;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode l = left.eval(scope, locals, input);
            if (l == null) {
                return null;
            }
            if (Values.truthy(l) == decisive) {
                return BooleanNode.valueOf(decisive);
            }
            JsonNode r = right.eval(scope, locals, input);
            return r == null ? null : BooleanNode.valueOf(Values.truthy(r));
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return left.each(scope, locals, null, input, (p, l) -> {
                if (Values.truthy(l) == decisive) {
                    return sink.accept(null, BooleanNode.valueOf(decisive));
                }
                return right.each(scope, locals, null, input,
                        (q, r) -> sink.accept(null, BooleanNode.valueOf(Values.truthy(r))));
            });
        }
    }

    /**
     * {@code left // right}: the results of the left side that are neither null nor false, or, if it has none, the right side.
     */
    static final class Alternative extends Code {
        private final Code left;
        private final Code right;

        Alternative(Code left, Code right) {
            super(left.isDirect() ? right.results : MANY);
            this.left = left;
            this.right = right;
        }

        @Override
        void inTailPosition() {
            right.inTailPosition();
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode value = left.eval(scope, locals, input);
            return value != null && Values.truthy(value) ? value : right.eval(scope, locals, input);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            Chosen chosen = new Chosen(sink);
            boolean more = left.each(scope, locals, path, input, chosen);
            return chosen.any ? more : right.each(scope, locals, path, input, sink);
        }
    }

    private static final class Chosen implements Sink {
        private final Sink sink;
        private boolean any;

        private Chosen(Sink sink) {
            this.sink = sink;
        }

        @Override
        public boolean accept(Path path, JsonNode value) {
            if (!Values.truthy(value)) {
                return true;
            }
            any = true;
            return sink.accept(path, value);
        }
    }
}
