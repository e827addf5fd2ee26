package dev.cairn.jq.regex;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maximum number of times that a regular expression repeats something without reading the text: Java repeats an empty match as
 * often as the quantifier says, without calling any hook.
 */
final class EmptyRepetitionEstimator {

    static final int MAX_REPETITIONS = Integer.MAX_VALUE;

    private static final int MAX_DIGITS = 9;
    /** Not the braces of a character by its number. */
    private static final Pattern TIMES = Pattern.compile("(?<!\\\\x)\\{(?<least>\\d+)(?<rest>,?\\d*})?");
    private static final Pattern TOKEN = Pattern.compile("\\\\Q.*?(?:\\\\E|\\z)|\\\\c.|\\\\."
            + "|(?<set>\\[\\^?]?(?:\\\\.|[^\\]\\\\])*+(?:]|\\\\?\\z))|" + TIMES + "|.", Pattern.DOTALL);
    /** Parts that never read the text, or may not. */
    private static final Pattern EMPTY = Pattern.compile("[\\^$]|\\\\[bBAGZzQE1-9].*", Pattern.DOTALL);
    private static final Pattern ALLOWS_COMMENTS = Pattern.compile("\\(\\?[a-zA-Z-]*x");
    private static final Pattern ESCAPED = Pattern.compile("\\\\.", Pattern.DOTALL);

    /** The counts of each group around the one being read. */
    private final Deque<Long> outerCounts = new ArrayDeque<>();
    /** Of the group that is read. */
    private long currentCount = 1;
    /** Of what was read last; 0 if that looks at the text. */
    private long lastCount;
    /** False if brackets may not be what they look like. */
    private boolean clear;

    private EmptyRepetitionEstimator(boolean clear) {
        this.clear = clear;
    }

    /**
     * Estimates the repetitions from above.
     *
     * @param text an expression that Java takes
     * @param comments true if it may have comments
     * @return maximum number for each read, and at each position of a text; at least 1
     */
    static int most(String text, boolean comments) {
        if (text.indexOf('{') < 0) {
            return 1;
        }
        EmptyRepetitionEstimator repetitions = new EmptyRepetitionEstimator(!comments && !ALLOWS_COMMENTS.matcher(text).find());
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            repetitions.read(tokens);
        }
        return (int) (repetitions.clear ? repetitions.currentCount : product(text));
    }

    /** As if each were inside of the next. */
    private static long product(String text) {
        long product = 1;
        Matcher found = TIMES.matcher(text);
        while (found.find()) {
            product = Math.min(MAX_REPETITIONS, product * Math.max(1, times(found)));
        }
        return product;
    }

    private void read(Matcher tokens) {
        String token = tokens.group();
        if (tokens.group("least") != null) {
            repeat(times(tokens));
        } else if (token.equals("(")) {
            outerCounts.push(currentCount);
            currentCount = 1;
            lastCount = 0;
        } else if (token.equals(")") && !outerCounts.isEmpty()) {
            lastCount = currentCount;
            currentCount = Math.min(MAX_REPETITIONS, currentCount - 1 + outerCounts.pop());
        } else if ("*+?".contains(token)) {
            lastCount = Math.max(1, lastCount);
        } else {
            lastCount = EMPTY.matcher(token).matches() ? 1 : 0;
            clear &= tokens.group("set") == null || !holdsSet(token.substring(1));
        }
    }

    /** A number that goes on behind a blank or a comment is taken for a large one. */
    private static long times(Matcher found) {
        String least = found.group("least");
        return found.group("rest") == null || least.length() > MAX_DIGITS ? MAX_REPETITIONS : Long.parseLong(least);
    }

    private void repeat(long times) {
        if (times > 1) {
            currentCount = Math.min(MAX_REPETITIONS, currentCount + lastCount * (times - 1));
        }
        lastCount = Math.min(MAX_REPETITIONS, Math.max(1, lastCount * times));
    }

    private static boolean holdsSet(String set) {
        return set.contains("&&") || set.contains("\\Q") || ESCAPED.matcher(set).replaceAll("").contains("[");
    }
}
