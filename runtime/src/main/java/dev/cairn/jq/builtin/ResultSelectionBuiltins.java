package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.AccessNodes.Index;
import dev.cairn.jq.node.AccessNodes.Iterate;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes.Constant;
import dev.cairn.jq.node.LeafNodes.Input;
import dev.cairn.jq.node.PathlessNode;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.node.ResultFilterNodes.First;
import dev.cairn.jq.node.ResultFilterNodes.Limit;
import dev.cairn.jq.node.ResultFilterNodes.OfKind;
import dev.cairn.jq.node.ResultFilterNodes.Quantifier;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Functions that let results through, hold them back, or ask whether there are any. */
final class ResultSelectionBuiltins {

    private ResultSelectionBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("empty", 0, arguments -> new ResultFilterNodes.Empty());
        table.add("select", 1, arguments -> new ResultFilterNodes.Select(arguments[0]));
        table.add("first", 0, arguments -> new Index(Input.INSTANCE, new Constant(CanonicalArithmetic.of(0)), false));
        table.add("last", 0, arguments -> new Index(Input.INSTANCE, new Constant(CanonicalArithmetic.of(-1)), false));
        table.add("nth", 1, arguments -> new Index(Input.INSTANCE, arguments[0], false));
        table.add("first", 1, arguments -> new First(arguments[0], true));
        table.add("last", 1, arguments -> new First(arguments[0], false));
        table.add("nth", 2, arguments -> new Nth(arguments[0], arguments[1]));
        table.add("limit", 2, arguments -> new Limit(arguments[0], arguments[1], false));
        table.add("skip", 2, arguments -> new Limit(arguments[0], arguments[1], true));
        table.add("isempty", 1, arguments -> new ResultFilterNodes.IsEmpty(arguments[0]));
        addQuantifiers(table);
        addKinds(table);
    }

    private static void addQuantifiers(BuiltinTable table) {
        table.add("any", 0, arguments -> new Quantifier(elements(), Input.INSTANCE, true));
        table.add("any", 1, arguments -> new Quantifier(elements(), arguments[0], true));
        table.add("any", 2, arguments -> new Quantifier(arguments[0], arguments[1], true));
        table.add("all", 0, arguments -> new Quantifier(elements(), Input.INSTANCE, false));
        table.add("all", 1, arguments -> new Quantifier(elements(), arguments[0], false));
        table.add("all", 2, arguments -> new Quantifier(arguments[0], arguments[1], false));
        table.add("IN", 1, arguments -> new In(arguments[0], Input.INSTANCE));
        table.add("IN", 2, arguments -> new In(arguments[1], arguments[0]));
    }

    private static EvaluationNode elements() {
        return new Iterate(Input.INSTANCE, false);
    }

    private static void addKinds(BuiltinTable table) {
        kind(table, "nulls", JsonNode::isNull);
        kind(table, "values", value -> !value.isNull());
        kind(table, "booleans", JsonNode::isBoolean);
        kind(table, "numbers", JsonNode::isNumber);
        kind(table, "strings", JsonNode::isTextual);
        kind(table, "arrays", JsonNode::isArray);
        kind(table, "objects", JsonNode::isObject);
        kind(table, "iterables", JqValues::isContainer);
        kind(table, "scalars", value -> !JqValues.isContainer(value));
        kind(table, "finites", value -> value.isNumber() && Double.isFinite(value.doubleValue()));
        kind(table, "normals", ResultSelectionBuiltins::isNormal);
    }

    private static void kind(BuiltinTable table, String name, OfKind.Kind kind) {
        table.add(name, 0, arguments -> new OfKind(kind));
    }

    /** Neither zero, subnormal, infinite nor not-a-number. */
    static boolean isNormal(JsonNode value) {
        if (!(value instanceof DoubleNode)) {
            return value.isNumber() && !CanonicalArithmetic.isZero(value);
        }
        double number = Math.abs(value.doubleValue());
        return number >= Double.MIN_NORMAL && number <= Double.MAX_VALUE;
    }

    /** {@code nth(n; content)}. */
    private static final class Nth extends EvaluationNode {
        private final EvaluationNode count;
        private final EvaluationNode content;

        private Nth(EvaluationNode count, EvaluationNode content) {
            super(count.isDirect() ? AT_MOST_ONE : MANY);
            this.count = count;
            this.content = content;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            ResultFilterNodes.Kept kept = new ResultFilterNodes.Kept(true);
            each(scope, locals, null, input, kept);
            return kept.value;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return count.each(scope, locals, null, input, (p, number) -> {
                ResultFilterNodes.checked(number, "nth doesn't support negative indices");
                Limit rest = new Limit(new Constant(number), content, true);
                return new First(rest, true).each(scope, locals, path, input, sink);
            });
        }
    }

    /** {@code IN(values; source)}: whether any of the values that the source gives is among the others. */
    private static final class In extends PathlessNode {
        private final EvaluationNode values;
        private final EvaluationNode source;

        private In(EvaluationNode values, EvaluationNode source) {
            super(ONE);
            this.values = values;
            this.source = source;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            boolean notFound = source.each(scope, locals, null, input, (p, wanted) -> values.each(scope, locals, null,
                    input, (q, value) -> !JqValues.equal(wanted, value, scope)));
            return BooleanNode.valueOf(!notFound);
        }
    }
}
