package dev.cairn.jq.regex;

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

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.CodePointCounter;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/**
 * A regular expression with jq's modifiers.
 *
 * @param names the names of the groups in their order, null for those that have none
 * @param repetitions maximum number of repetitions for each character that is examined
 * @param depth maximum recursion depth of the matcher
 */
public record RegexPattern(Pattern pattern, List<String> names, int repetitions, RegexRecursionLimit depth, boolean isGlobal,
        boolean skipsEmpty) {

    private static final int MAX_CHARS = 1 << 16;

    /** Compiles an expression, and does not charge for it. */
    public static RegexPattern of(JsonNode expression, JsonNode modifiers) {
        if (!expression.isTextual()) {
            throw new ExpressionException(
                    JqValues.describe(expression) + " cannot be matched, as it is not a string");
        }
        if (!modifiers.isTextual() && !modifiers.isNull()) {
            throw new ExpressionException(JqValues.describe(modifiers) + " is not a string");
        }
        String text = expression.textValue();
        if (text.length() > MAX_CHARS) {
            throw new ExpressionException("Regex of more than " + MAX_CHARS + " characters");
        }
        String letters = modifiers.isNull() ? "" : modifiers.textValue();
        int flags = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNIX_LINES;
        for (char letter : letters.toCharArray()) {
            switch (letter) {
                case 'i' -> flags |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'm', 'p' -> flags |= Pattern.DOTALL;
                case 'g', 'n', 's', 'x' -> {
                    // They concern matching or the translation, and that a text is one line is so anyway.
                }
                case 'l' -> throw new ExpressionException("The modifier l, for the longest match, is not supported");
                default -> throw new ExpressionException(letters + " is not a valid modifier string");
            }
        }
        try {
            RegexTranslator translation = RegexTranslator.of(text, letters.indexOf('x') >= 0);
            String java = translation.out.toString();
            return new RegexPattern(compile(java, flags, translation.parts), translation.names,
                    EmptyRepetitionEstimator.most(java, false),
                    new RegexRecursionLimit(translation.parts, translation.repeatedParts), letters.indexOf('g') >= 0,
                    letters.indexOf('n') >= 0);
        } catch (RegexSyntaxException e) {
            throw new ExpressionException(text + " (at offset 0) is not a valid regex: " + e.getMessage());
        } catch (PatternSyntaxException e) {
            throw new ExpressionException(text + " (at offset 0) is not a valid regex: " + e.getDescription());
        }
    }

    private static Pattern compile(String java, int flags, int parts) {
        return RegexRecursionLimit.call(parts, () -> Pattern.compile(java, flags));
    }

    /** Receives a match. */
    @FunctionalInterface
    public interface Found {
        boolean accept(Match match);
    }

    /** Bounds of a match and its groups in a text; -1 for a group that matched nothing. */
    public record Match(String text, int[] bounds) {

        private static Match of(String text, Matcher matcher) {
            int[] bounds = new int[2 * matcher.groupCount() + 2];
            for (int group = 0; group <= matcher.groupCount(); group++) {
                bounds[2 * group] = matcher.start(group);
                bounds[2 * group + 1] = matcher.end(group);
            }
            return new Match(text, bounds);
        }

        public int start(int group) {
            return bounds[2 * group];
        }

        public int end(int group) {
            return bounds[2 * group + 1];
        }

        public int start() {
            return bounds[0];
        }

        public int end() {
            return bounds[1];
        }

        public int groupCount() {
            return bounds.length / 2 - 1;
        }
    }

    /** All matches of a global expression, else the first. */
    public boolean each(EvaluationHost scope, String text, Found found) {
        ChargedText charged = new ChargedText(scope, text, repetitions);
        // Some expressions pass over a text without reading its characters.
        charged.goOver();
        if (depth.isSmall(text)) {
            return each(scope, text, charged, found);
        }
        List<Match> matches = new ArrayList<>();
        depth.call(text, () -> each(scope, text, charged, match -> {
            scope.hold((long) match.bounds.length * Integer.BYTES);
            return matches.add(match);
        }));
        for (Match match : matches) {
            if (!found.accept(match)) {
                return false;
            }
        }
        return true;
    }

    private boolean each(EvaluationHost scope, String text, ChargedText charged, Found found) {
        Matcher matcher = pattern.matcher(charged);
        while (matcher.find()) {
            scope.charge(1);
            boolean isEmpty = matcher.end() == matcher.start();
            if (isEmpty && (skipsEmpty || isWithinPair(text, matcher.start()))) {
                continue;
            }
            if (!found.accept(Match.of(text, matcher))) {
                return false;
            }
            if (!isGlobal) {
                break;
            }
        }
        return true;
    }

    /** True if a position is within a surrogate pair. */
    private static boolean isWithinPair(String text, int position) {
        return position > 0 && position < text.length() && Character.isSurrogatePair(text.charAt(position - 1),
                text.charAt(position));
    }

    public boolean matches(EvaluationHost scope, String text) {
        return !each(scope, text, match -> false);
    }

    /** A match as an object: where it is, what it is, and its groups. */
    public JsonNode describe(EvaluationHost scope, Match found, CodePointCounter points) {
        ObjectNode match = part(scope, found, 0, points);
        ArrayNode captures = match.putArray("captures");
        for (int group = 1; group <= found.groupCount(); group++) {
            ObjectNode capture = part(scope, found, group, points);
            String name = names.get(group - 1);
            capture.set("name", name == null ? NullNode.instance : TextNode.valueOf(name));
            captures.add(capture);
        }
        return match;
    }

    private static ObjectNode part(EvaluationHost scope, Match match, int group, CodePointCounter points) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        int start = match.start(group);
        if (start < 0) {
            part.set("offset", CanonicalArithmetic.of(-1));
            part.set("length", CanonicalArithmetic.of(0));
            part.set("string", NullNode.instance);
        } else {
            int end = match.end(group);
            part.set("offset", CanonicalArithmetic.of(points.before(start)));
            part.set("length", CanonicalArithmetic.of(match.text().codePointCount(start, end)));
            part.set("string", text(scope, match, group));
        }
        return part;
    }

    /** The text of a group, or null if it matched nothing. */
    public static JsonNode text(EvaluationHost scope, Match match, int group) {
        int start = match.start(group);
        scope.charge(1);
        if (start < 0) {
            return NullNode.instance;
        }
        EvaluationCharges.chargeCopies(scope, match.end(group) - start);
        return TextNode.valueOf(match.text().substring(start, match.end(group)));
    }

    /** The named groups of a match as an object. */
    public JsonNode named(EvaluationHost scope, Match match) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (int group = 1; group <= names.size(); group++) {
            String name = names.get(group - 1);
            if (name != null) {
                result.set(name, text(scope, match, group));
            }
        }
        return result;
    }

    /** A text that charges for being looked at, so that an expression which backtracks without end is stopped. */
    private static final class ChargedText implements CharSequence {
        /** Looks for one unit of work. */
        private static final int LOOKS_PER_UNIT = 4;
        private static final int REPETITIONS_PER_LOOK = 4;

        private final EvaluationHost scope;
        private final String text;
        private final int repetitions;
        private long looks;

        private ChargedText(EvaluationHost scope, String text, int repetitions) {
            this.scope = scope;
            this.text = text;
            this.repetitions = repetitions;
        }

        private void goOver() {
            EvaluationCharges.chargeLooks(scope, text);
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
