package dev.cairn.expression;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** {@code sub} and {@code gsub}: each result of the replacement makes a text of its own. */
final class Substitution {

    private final Scope scope;
    private final Locals locals;
    private final String text;
    private final Regex regex;
    private final List<StringBuilder> results = new ArrayList<>();
    private int copiedTo;

    Substitution(Scope scope, Locals locals, String text, Regex regex) {
        this.scope = scope;
        this.locals = locals;
        this.text = text;
        this.regex = regex;
    }

    boolean replace(Code replacement, Sink sink) {
        regex.each(scope, text, match -> {
            JsonNode gap = TextNode.valueOf(text.substring(copiedTo, match.start()));
            int[] index = { 0 };
            replacement.each(scope, locals, null, regex.named(scope, match), (p, insert) -> {
                StringBuilder result = result(index[0]++);
                String part = Operators.add(scope, gap, insert).textValue();
                Work.checkText(result.length() + (long) part.length());
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
            Work.chargeCopies(scope, result.length());
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
