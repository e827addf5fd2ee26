package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.ConstructionNodes.FixedObject;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;
import dev.cairn.value.LayoutCachingFieldSetter;

/** Code of operators. */
public final class OperatorNodes {

    private OperatorNodes() {}

    public static EvaluationNode binary(BinaryOperator operator, EvaluationNode left, EvaluationNode right) {
        FixedObject fields = operator == BinaryOperator.ADD && right.isDirect() ? FixedObject.compact(right) : null;
        return fields == null ? new Binary(ValueOperators.of(operator), left, right) : new AddFields(left, fields);
    }

    /** {@code left operator right}; with several results on both sides the left ones vary fastest. */
    static final class Binary extends PathlessNode {
        private final ValueOperators.Operation operation;
        private final EvaluationNode left;
        private final EvaluationNode right;

        Binary(ValueOperators.Operation operation, EvaluationNode left, EvaluationNode right) {
            super(most(left, right));
            this.operation = operation;
            this.left = left;
            this.right = right;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode r = right.eval(scope, locals, input);
            JsonNode l = r == null ? null : left.eval(scope, locals, input);
            return l == null ? null : operation.apply(scope, l, r);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return right.each(scope, locals, null, input, (p, r) -> left.each(scope, locals, null, input,
                    (q, l) -> sink.accept(null, operation.apply(scope, l, r))));
        }
    }

    /** {@code left + {key: value, …}}, without an object of the right side where the left one is an object. */
    static final class AddFields extends PathlessNode {
        private final EvaluationNode left;
        private final FixedObject right;
        private final LayoutCachingFieldSetter setter;

        AddFields(EvaluationNode left, FixedObject right) {
            super(most(left, right));
            this.left = left;
            this.right = right;
            this.setter = new LayoutCachingFieldSetter(right.keys);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode[] added = right.fields(scope, locals, input);
            JsonNode l = added == null ? null : left.eval(scope, locals, input);
            return l == null ? null : sum(scope, l, added);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            JsonNode[] added = right.fields(scope, locals, input);
            return added == null
                    || left.each(scope, locals, null, input, (p, l) -> sink.accept(null, sum(scope, l, added)));
        }

        private JsonNode sum(EvaluationHost scope, JsonNode l, JsonNode[] added) {
            if (l instanceof ObjectNode) {
                EvaluationCharges.chargeCopies(scope, l.size() + added.length);
                return setter.set(l, added);
            }
            return ValueOperators.add(scope, l, right.object(added));
        }
    }

    /** {@code -operand}. */
    public static final class Negate extends PathlessNode {
        private final EvaluationNode operand;

        public Negate(EvaluationNode operand) {
            super(operand.results);
            this.operand = operand;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = operand.eval(scope, locals, input);
            return value == null ? null : ValueOperators.negate(value);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return operand.each(scope, locals, null, input, (p, value) -> sink.accept(null, ValueOperators.negate(value)));
        }
    }

    /** {@code and}, {@code or}: the right side is evaluated only where the left one does not decide. */
    public static final class Logic extends PathlessNode {
        private final EvaluationNode left;
        private final EvaluationNode right;
        /** The value of the left side that decides. */
        private final boolean decisive;

        public Logic(EvaluationNode left, EvaluationNode right, boolean decisive) {
            super(most(left, right));
            this.left = left;
            this.right = right;
            this.decisive = decisive;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode l = left.eval(scope, locals, input);
            if (l == null) {
                return null;
            }
            if (JqValues.truthy(l) == decisive) {
                return BooleanNode.valueOf(decisive);
            }
            JsonNode r = right.eval(scope, locals, input);
            return r == null ? null : BooleanNode.valueOf(JqValues.truthy(r));
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return left.each(scope, locals, null, input, (p, l) -> {
                if (JqValues.truthy(l) == decisive) {
                    return sink.accept(null, BooleanNode.valueOf(decisive));
                }
                return right.each(scope, locals, null, input,
                        (q, r) -> sink.accept(null, BooleanNode.valueOf(JqValues.truthy(r))));
            });
        }
    }

    /**
     * {@code left // right}: the results of the left side that are neither null nor false, or, if it has none, the right side.
     */
    public static final class Alternative extends EvaluationNode {
        private final EvaluationNode left;
        private final EvaluationNode right;

        public Alternative(EvaluationNode left, EvaluationNode right) {
            super(left.isDirect() ? right.results : MANY);
            this.left = left;
            this.right = right;
        }

        @Override
        public void inTailPosition() {
            right.inTailPosition();
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = left.eval(scope, locals, input);
            return value != null && JqValues.truthy(value) ? value : right.eval(scope, locals, input);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            Chosen chosen = new Chosen(sink);
            boolean more = left.each(scope, locals, path, input, chosen);
            return chosen.any ? more : right.each(scope, locals, path, input, sink);
        }
    }

    private static final class Chosen implements ResultSink {
        private final ResultSink sink;
        private boolean any;

        private Chosen(ResultSink sink) {
            this.sink = sink;
        }

        @Override
        public boolean accept(ValuePath path, JsonNode value) {
            if (!JqValues.truthy(value)) {
                return true;
            }
            any = true;
            return sink.accept(path, value);
        }
    }
}
