package dev.cairn.jq.regex;

import java.util.List;

/** References to groups of a regular expression in Java's syntax: by the group's number. */
final class RegexReferences {

    /** Numbers up to here are groups, existing or not. */
    private static final int ALWAYS_GROUP = 9;
    private static final int MAX_DIGITS = 9;
    private static final int MAX_TIMES = 100_000;

    private final List<String> names;
    private int highest;

    /** @param names names of the groups read so far; the reader adds to them */
    RegexReferences(List<String> names) {
        this.names = names;
    }

    /** True if a number is that of a group. */
    boolean isNumber(String digits) {
        if (digits.length() > MAX_DIGITS) {
            return false;
        }
        int number = Integer.parseInt(digits);
        return number <= ALWAYS_GROUP || number <= names.size();
    }

    String numbered(int number) {
        highest = Math.max(highest, number);
        return group("\\" + number);
    }

    /** Behind a reference may stand a digit. */
    private static String group(String references) {
        return "(?:" + references + ")";
    }

    /** The groups of a name, the last first; or the one of a number, which counts backwards if it is negative. */
    String named(String name) {
        if (name.matches("-?\\d{1,9}")) {
            int number = Integer.parseInt(name);
            int group = number < 0 ? names.size() + 1 + number : number;
            if (group <= 0) {
                throw invalid();
            }
            return numbered(group);
        }
        StringBuilder references = new StringBuilder();
        for (int group = names.size(); group > 0; group--) {
            if (name.equals(names.get(group - 1))) {
                references.append(references.isEmpty() ? "" : "|").append('\\').append(group);
            }
        }
        if (references.isEmpty()) {
            throw new RegexSyntaxException("undefined name <" + name + "> reference");
        }
        return group(references.toString());
    }

    /** Refuses references to groups that there are not. */
    void check() {
        if (highest > names.size()) {
            throw invalid();
        }
    }

    private static RegexSyntaxException invalid() {
        return new RegexSyntaxException("invalid backref number/name");
    }

    String checkedName(String name) {
        if (name.isEmpty()) {
            throw new RegexSyntaxException("group name is empty");
        }
        int first = name.codePointAt(0);
        if (!Character.isLetter(first) && first != '_' || name.indexOf(')') >= 0) {
            throw new RegexSyntaxException("invalid group name <" + name + ">");
        }
        return name;
    }

    /** Repetitions of a quantifier. */
    static int times(String digits) {
        int times = digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
        if (times > MAX_TIMES) {
            throw new RegexSyntaxException("too big number for repeat range");
        }
        return times;
    }
}
