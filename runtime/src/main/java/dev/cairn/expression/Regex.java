package dev.cairn.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.Values;

/**
 * A regular expression with jq's modifiers.
 *
 * @param names the names of the groups in their order, null for those that have none
 * @param repetitions how many there may be for each look at a text
 */
record Regex(Pattern pattern, List<String> names, int repetitions, boolean isGlobal, boolean skipsEmpty) {

    /**
     * A group that opens: one with a name, one without, or (left over) something that is no capturing group. A class that is not closed
     * ends with the text, so that no part of it is read again.
     */
    private static final Pattern GROUP = Pattern.compile(
            "\\\\Q.*?(?:\\\\E|\\z)|\\\\c.|\\\\.|"
                    + "\\[\\^?]?(?:\\\\.|[^\\]\\\\])*+(?:]|(?:\\\\)?\\z)|\\((?:\\?<([A-Za-z_]\\w*)>|(?!\\?))",
            Pattern.DOTALL);

    private static final int MAX_CHARS = 1 << 16;

    /** Compiles an expression, and does not charge for it. */
    static Regex of(JsonNode expression, JsonNode modifiers) {
        if (!expression.isTextual()) {
            throw new ExpressionException(
                    Values.describe(expression) + " cannot be matched, as it is not a string");
        }
        if (!modifiers.isTextual() && !modifiers.isNull()) {
            throw new ExpressionException(Values.describe(modifiers) + " is not a string");
        }
        String text = expression.textValue();
        if (text.length() > MAX_CHARS) {
            throw new ExpressionException("Regex of more than " + MAX_CHARS + " characters");
        }
        String letters = modifiers.isNull() ? "" : modifiers.textValue();
        int flags = 0;
        for (char letter : letters.toCharArray()) {
            switch (letter) {
                case 'i' -> flags |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'x' -> flags |= Pattern.COMMENTS;
                case 'm', 'p' -> flags |= Pattern.DOTALL;
                case 'g', 'n', 's' -> {
                    // These two concern matching, and that a text is one line is so anyway.
                }
                default -> throw new ExpressionException(letters + " is not a valid modifier string");
            }
        }
        List<String> names = new ArrayList<>();
        try {
            Pattern pattern = Pattern.compile(unnamed(text, names), flags);
            int repetitions = Repetitions.most(text, letters.indexOf('x') >= 0);
            return new Regex(pattern, names, repetitions, letters.indexOf('g') >= 0, letters.indexOf('n') >= 0);
        } catch (PatternSyntaxException e) {
            throw new ExpressionException(text + " (at offset 0) is not a valid regex: " + e.getDescription());
        }
    }

    /** Java's names of groups are narrower than those of jq, so named groups are matched by their number. */
    private static String unnamed(String text, List<String> names) {
        return GROUP.matcher(text).replaceAll(group -> {
            if (group.group().startsWith("(")) {
                names.add(group.group(1));
                return "(";
            }
            return Matcher.quoteReplacement(group.group());
        });
    }

    /** What is done with a match. */
    @FunctionalInterface
    interface Found {
        boolean accept(Matcher matcher);
    }

    /** All matches of a global expression, else the first. */
    boolean each(Scope scope, String text, Found found) {
        ChargedText charged = new ChargedText(scope, text, repetitions);
        // There are expressions that go over a text and do not look at it.
        charged.goOver();
        Matcher matcher = pattern.matcher(charged);
        while (matcher.find()) {
            scope.charge(1);
            boolean isEmpty = matcher.end() == matcher.start();
            if (isEmpty && (skipsEmpty || isWithinPair(text, matcher.start()))) {
                continue;
            }
            if (!found.accept(matcher)) {
                return false;
            }
            if (!isGlobal) {
                break;
            }
        }
        return true;
    }

    /** Whether a position cuts a character in two. */
    private static boolean isWithinPair(String text, int position) {
        return position > 0 && position < text.length() && Character.isSurrogatePair(text.charAt(position - 1),
                text.charAt(position));
    }

    boolean matches(Scope scope, String text) {
        return !each(scope, text, matcher -> false);
    }

    /** A match as an object: where it is, what it is, and its groups. */
    JsonNode describe(Scope scope, Matcher matcher, String text, CodePoints points) {
        ObjectNode match = part(scope, matcher, 0, text, points);
        ArrayNode captures = match.putArray("captures");
        for (int group = 1; group <= matcher.groupCount(); group++) {
            ObjectNode capture = part(scope, matcher, group, text, points);
            String name = nameOf(group);
            capture.set("name", name == null ? NullNode.instance : TextNode.valueOf(name));
            captures.add(capture);
        }
        return match;
    }

    /** Null for a group without one; or behind a bracket in a comment, which hides the groups from us and not from Java. */
    private String nameOf(int group) {
        return group > names.size() ? null : names.get(group - 1);
    }

    private static ObjectNode part(Scope scope, Matcher matcher, int group, String text, CodePoints points) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        int start = matcher.start(group);
        if (start < 0) {
            part.set("offset", Numbers.of(-1));
            part.set("length", Numbers.of(0));
            part.set("string", NullNode.instance);
        } else {
            int end = matcher.end(group);
            part.set("offset", Numbers.of(points.before(start)));
            part.set("length", Numbers.of(text.codePointCount(start, end)));
            part.set("string", text(scope, matcher, group));
        }
        return part;
    }

    /** The text of a group, or null if it matched nothing. */
    static JsonNode text(Scope scope, Matcher matcher, int group) {
        int start = matcher.start(group);
        scope.charge(1);
        if (start < 0) {
            return NullNode.instance;
        }
        Work.chargeCopies(scope, matcher.end(group) - start);
        return TextNode.valueOf(matcher.group(group));
    }

    /** The named groups of a match as an object. */
    JsonNode named(Scope scope, Matcher matcher) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (int group = 1; group <= names.size(); group++) {
            String name = names.get(group - 1);
            if (name != null) {
                result.set(name, text(scope, matcher, group));
            }
        }
        return result;
    }

    /** A text that charges for being looked at, so that an expression which backtracks without end is stopped. */
    private static final class ChargedText implements CharSequence {
        /** Looks for one unit of work. */
        private static final int LOOKS_PER_UNIT = 4;
        private static final int REPETITIONS_PER_LOOK = 4;

        private final Scope scope;
        private final String text;
        private final int repetitions;
        private long looks;

        private ChargedText(Scope scope, String text, int repetitions) {
            this.scope = scope;
            this.text = text;
            this.repetitions = repetitions;
        }

        private void goOver() {
            Work.chargeLooks(scope, text);
            if (repetitions > 1) {
                charge((text.length() + 1L) * repetitions / REPETITIONS_PER_LOOK);
            }
        }

        private void charge(long more) {
            looks += more;
            if (looks >= LOOKS_PER_UNIT) {
                scope.charge((int) Math.min(Integer.MAX_VALUE, looks / LOOKS_PER_UNIT));
                looks %= LOOKS_PER_UNIT;
            }
        }

        @Override
        public char charAt(int index) {
            charge(repetitions);
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
