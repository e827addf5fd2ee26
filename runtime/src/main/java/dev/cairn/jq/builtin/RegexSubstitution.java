package dev.cairn.jq.builtin;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.ResultSink;
import dev.cairn.jq.regex.RegexPattern;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueOperators;

/** {@code sub} and {@code gsub}: each result of the replacement makes a text of its own. */
final class RegexSubstitution {

    private final EvaluationHost scope;
    private final BindingEnvironment locals;
    private final String text;
    private final RegexPattern regex;
    private final List<StringBuilder> results = new ArrayList<>();
    private int copiedTo;

    RegexSubstitution(EvaluationHost scope, BindingEnvironment locals, String text, RegexPattern regex) {
        this.scope = scope;
        this.locals = locals;
        this.text = text;
        this.regex = regex;
    }

    boolean replace(EvaluationNode replacement, ResultSink sink) {
        regex.each(scope, text, match -> {
            JsonNode gap = TextNode.valueOf(text.substring(copiedTo, match.start()));
            int[] index = { 0 };
            replacement.each(scope, locals, null, regex.named(scope, match), (p, insert) -> {
                StringBuilder result = result(index[0]++);
                String part = ValueOperators.add(scope, gap, insert).textValue();
                EvaluationCharges.checkText(result.length() + (long) part.length());
                scope.hold(part.length());
                result.append(part);
                return true;
            });
            copiedTo = match.end();
            return true;
        });
        if (results.isEmpty()) {
            return sink.accept(null, TextNode.valueOf(text));
        }
        for (StringBuilder result : results) {
            result.append(text, copiedTo, text.length());
            EvaluationCharges.chargeCopies(scope, result.length());
            if (!sink.accept(null, TextNode.valueOf(result.toString()))) {
                return false;
            }
        }
        return true;
    }

    private StringBuilder result(int index) {
        if (index == results.size()) {
            results.add(new StringBuilder());
        }
        return results.get(index);
    }
}
