package dev.cairn.jq.builtin;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.AccessNodes.Iterate;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.ControlFlowNodes;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.KeyedArraySorter;
import dev.cairn.jq.node.KeyedArraySorter.Keyed;
import dev.cairn.jq.node.LeafNodes.Input;
import dev.cairn.jq.node.PathlessNode;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.JqValues;

/** Functions that sort, group and compare elements. */
final class GroupingBuiltins {

    private GroupingBuiltins() {}

    static void addTo(BuiltinTable table) {
        add(table, "sort", "sorted", (scope, locals, array, key) -> KeyedArraySorter
                .elements(KeyedArraySorter.sorted(scope, locals, array, key)));
        add(table, "group", "grouped", GroupingBuiltins::group);
        add(table, "unique", "made unique", GroupingBuiltins::unique);
        add(table, "min", "searched for a minimum", (scope, locals, array, key) -> extreme(scope, locals, array, key, -1));
        add(table, "max", "searched for a maximum", (scope, locals, array, key) -> extreme(scope, locals, array, key, 1));
        table.add("JOIN", 2, arguments -> new Join(arguments[0], new Iterate(Input.INSTANCE, false), arguments[1], true));
        table.add("JOIN", 3, arguments -> new Join(arguments[0], arguments[1], arguments[2], false));
        table.add("JOIN", 4, arguments -> ControlFlowNodes.pipe(new Join(arguments[0], arguments[1], arguments[2], false),
                arguments[3]));
        table.add("INDEX", 1, arguments -> new ByKey(new Iterate(Input.INSTANCE, false), arguments[0]));
        table.add("INDEX", 2, arguments -> new ByKey(arguments[0], arguments[1]));
    }

    /** Combines an array and a key. */
    @FunctionalInterface
    private interface Grouping {
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key);
    }

    private static void add(BuiltinTable table, String name, String what, Grouping grouping) {
        if (!name.equals("group")) {
            table.add(name, 0, arguments -> new Grouped(grouping, what, Input.INSTANCE));
        }
        table.add(name + "_by", 1, arguments -> new Grouped(grouping, what, KeyedArraySorter.key(arguments[0])));
    }

    private static final class Grouped extends PathlessNode {
        private final Grouping grouping;
        private final String what;
        private final EvaluationNode key;

        private Grouped(Grouping grouping, String what, EvaluationNode key) {
            super(ONE);
            this.grouping = grouping;
            this.what = what;
            this.key = key;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            KeyedArraySorter.requireArray(input, what);
            return grouping.apply(scope, locals, input, key);
        }
    }

    private static JsonNode group(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key) {
        ArrayNode groups = JsonNodeFactory.instance.arrayNode();
        ArrayNode group = null;
        Keyed previous = null;
        for (Keyed each : KeyedArraySorter.sorted(scope, locals, array, key)) {
            if (previous == null || !JqValues.equal(previous.key(), each.key(), scope)) {
                group = groups.addArray();
            }
            group.add(each.element());
            previous = each;
        }
        return groups;
    }

    private static JsonNode unique(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        Keyed previous = null;
        for (Keyed each : KeyedArraySorter.sorted(scope, locals, array, key)) {
            if (previous == null || !JqValues.equal(previous.key(), each.key(), scope)) {
                result.add(each.element());
            }
            previous = each;
        }
        return result;
    }

    /** The first of the smallest elements, or the last of the largest; null if there are none. */
    private static JsonNode extreme(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key,
            int sign) {
        Keyed best = null;
        for (Keyed each : KeyedArraySorter.keyed(scope, locals, array, key)) {
            int order = best == null ? 1 : sign * JqValues.compare(each.key(), best.key(), scope);
            if (order > 0 || order == 0 && sign > 0) {
                best = each;
            }
        }
        return best == null ? NullNode.instance : best.element();
    }

    /** {@code INDEX(source; key)}: the values of a source by their keys. */
    private static final class ByKey extends PathlessNode {
        private final EvaluationNode source;
        private final EvaluationNode key;

        private ByKey(EvaluationNode source, EvaluationNode key) {
            super(ONE);
            this.source = source;
            this.key = key;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            source.each(scope, locals, null, input, (p, row) -> key.each(scope, locals, null, row, (q, k) -> {
                String name = ValueTextConverter.of(scope, k);
                EvaluationCharges.chargeLooks(scope, name);
                scope.hold(EvaluationCharges.bytes(row) + name.length());
                fields.put(name, row);
                return true;
            }));
            return new ObjectNode(JsonNodeFactory.instance, fields);
        }
    }

    /** {@code JOIN(index; source; key)}: each value of a source with what the index has for its key. */
    private static final class Join extends PathlessNode {
        private final EvaluationNode index;
        private final EvaluationNode source;
        private final EvaluationNode key;
        /** True if the pairs are collected in an array. */
        private final boolean isCollected;

        private Join(EvaluationNode index, EvaluationNode source, EvaluationNode key, boolean isCollected) {
            super(MANY);
            this.index = index;
            this.source = source;
            this.key = key;
            this.isCollected = isCollected;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return index.each(scope, locals, null, input, (p, table) -> {
                if (!isCollected) {
                    return pairs(scope, locals, input, table, sink);
                }
                ArrayNode pairs = JsonNodeFactory.instance.arrayNode();
                pairs(scope, locals, input, table, (q, pair) -> {
                    pairs.add(pair);
                    return true;
                });
                return sink.accept(null, pairs);
            });
        }

        private boolean pairs(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode table,
                ResultSink sink) {
            return source.each(scope, locals, null, input, (p, row) -> key.each(scope, locals, null, row,
                    (q, k) -> sink.accept(null,
                            JsonNodeFactory.instance.arrayNode(2).add(row).add(ValueAccess.index(scope, table, k)))));
        }
    }
}
