package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes.Constant;
import dev.cairn.jq.node.PathlessNode;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.regex.RegexPattern;
import dev.cairn.jq.value.CodePointCounter;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.JqValues;

/** Functions of regular expressions. */
final class RegexBuiltins {

    private static final EvaluationNode NONE = new Constant(NullNode.instance);

    private RegexBuiltins() {}

    static void addTo(BuiltinTable table) {
        add(table, "test", "", (scope, locals, text, regex, sink) -> sink.accept(null,
                BooleanNode.valueOf(regex.matches(scope, text))));
        add(table, "match", "", (scope, locals, text, regex, sink) -> {
            CodePointCounter points = new CodePointCounter(text);
            return regex.each(scope, text, match -> sink.accept(null, regex.describe(scope, match, points)));
        });
        add(table, "capture", "", (scope, locals, text, regex, sink) -> regex.each(scope, text,
                match -> sink.accept(null, regex.named(scope, match))));
        add(table, "scan", "g", (scope, locals, text, regex, sink) -> regex.each(scope, text,
                match -> sink.accept(null, scanned(scope, match))));
        add(table, "splits", "g", RegexBuiltins::split);
        table.add("split", 2, arguments -> new Use(arguments[0], arguments[1], "g", (scope, locals, text, regex, sink) -> {
            ArrayNode parts = JsonNodeFactory.instance.arrayNode();
            split(scope, locals, text, regex, (path, part) -> {
                EvaluationCharges.append(scope, parts, part);
                return true;
            });
            return sink.accept(null, parts);
        }));
        table.add("sub", 2, arguments -> substitution(arguments[0], arguments[1], NONE, ""));
        table.add("sub", 3, arguments -> substitution(arguments[0], arguments[1], arguments[2], ""));
        table.add("gsub", 2, arguments -> substitution(arguments[0], arguments[1], NONE, "g"));
        table.add("gsub", 3, arguments -> substitution(arguments[0], arguments[1], arguments[2], "g"));
    }

    /** Applies a regular expression to a text. */
    @FunctionalInterface
    interface Usage {
        boolean apply(EvaluationHost scope, BindingEnvironment locals, String text, RegexPattern regex, ResultSink sink);
    }

    private static void add(BuiltinTable table, String name, String modifiers, Usage usage) {
        table.add(name, 1, arguments -> new Use(arguments[0], NONE, modifiers, usage));
        table.add(name, 2, arguments -> new Use(arguments[0], arguments[1], modifiers, usage));
    }

    private static EvaluationNode substitution(EvaluationNode expression, EvaluationNode replacement, EvaluationNode modifiers,
            String added) {
        return new Use(expression, modifiers, added, (scope, locals, text, regex, sink) -> new RegexSubstitution(scope, locals,
                text, regex).replace(replacement, sink));
    }

    private static JsonNode scanned(EvaluationHost scope, RegexPattern.Match match) {
        if (match.groupCount() == 0) {
            return RegexPattern.text(scope, match, 0);
        }
        ArrayNode groups = JsonNodeFactory.instance.arrayNode(match.groupCount());
        for (int i = 1; i <= match.groupCount(); i++) {
            groups.add(RegexPattern.text(scope, match, i));
        }
        return groups;
    }

    private static boolean split(EvaluationHost scope, BindingEnvironment locals, String text, RegexPattern regex,
            ResultSink sink) {
        int[] from = { 0 };
        boolean more = regex.each(scope, text, match -> {
            int start = from[0];
            from[0] = match.end();
            EvaluationCharges.chargeCopies(scope, match.start() - start);
            return sink.accept(null, TextNode.valueOf(text.substring(start, match.start())));
        });
        return more && sink.accept(null, TextNode.valueOf(text.substring(from[0])));
    }

    /** A use of a regular expression, which is compiled once where it is constant. */
    private static final class Use extends PathlessNode {
        private final EvaluationNode expression;
        private final EvaluationNode modifiers;
        private final String added;
        private final Usage usage;
        /** Null where the expression has to be compiled at each use. */
        private final RegexPattern constant;

        private Use(EvaluationNode expression, EvaluationNode modifiers, String added, Usage usage) {
            super(MANY);
            this.expression = expression;
            this.modifiers = modifiers;
            this.added = added;
            this.usage = usage;
            this.constant = precompiled();
        }

        private RegexPattern precompiled() {
            if (expression instanceof Constant text && modifiers instanceof Constant letters) {
                try {
                    return regex(text.value, letters.value);
                } catch (ExpressionException e) {
                    // It fails again where it is used, and there it can be caught.
                }
            }
            return null;
        }

        private RegexPattern regex(JsonNode text, JsonNode letters) {
            JsonNode pattern = text;
            JsonNode flags = letters;
            if (text.isArray()) {
                pattern = text.path(0);
                flags = text.size() > 1 ? text.get(1) : NullNode.instance;
            }
            boolean isPlain = flags.isTextual() || flags.isNull();
            return RegexPattern.of(pattern,
                    isPlain ? TextNode.valueOf((flags.isNull() ? "" : flags.textValue()) + added) : flags);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            if (constant != null) {
                return usage.apply(scope, locals, text(input), constant, sink);
            }
            return expression.each(scope, locals, null, input, (p, pattern) -> modifiers.each(scope, locals, null, input,
                    (q, letters) -> {
                        chargeCompiling(scope, pattern);
                        chargeCompiling(scope, letters);
                        return usage.apply(scope, locals, text(input), regex(pattern, letters), sink);
                    }));
        }

        private static void chargeCompiling(EvaluationHost scope, JsonNode part) {
            scope.charge(1);
            EvaluationCharges.chargeSize(scope, part.isArray() ? part.path(0) : part);
            EvaluationCharges.chargeSize(scope, part.path(1));
        }

        private static String text(JsonNode input) {
            return ValueTextConverter.require(input,
                    JqValues.describe(input) + " cannot be matched, as it is not a string");
        }
    }
}
