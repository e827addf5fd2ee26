package dev.cairn.jq.regex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Rewrites jq's regular expressions, which are those of Oniguruma in the syntax of Perl, for Java, in one pass. Refuses the
 * constructs that Java does not have. Comments and the blanks between parts are left out, and groups have no names.
 */
final class RegexTranslator {

    /** Values of {@link #atom} where there is nothing to repeat. */
    private static final int NOTHING = -1;
    private static final int ANCHOR = -2;
    private static final int MAX_SEARCHED_LITERALS = 256;
    /** Java takes time that is quadratic in their number to compile them. */
    private static final int MAX_LOOK_BEHINDS = 1_000;

    private static final String BLANKS = " \t\n\f\r\u000B";
    private static final String LINE_END = "(?>\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])";
    private static final String UNFINISHED = "end pattern with unmatched parenthesis";

    final StringBuilder out = new StringBuilder();
    /** The names of the groups in their order, null for those that have none. */
    final List<String> names = new ArrayList<>();
    /** Number of parts, and number of parts in repeated groups. */
    int parts;
    long repeatedParts;

    private final RegexCursor cursor;
    private final RegexReferences references = new RegexReferences(names);
    private final Deque<Group> open = new ArrayDeque<>();
    private boolean ignoresBlanks;
    /** Start of the atom that a quantifier would repeat. */
    private int atom = NOTHING;
    /** Number of its parts; 0 if it is a single character. */
    private int atomParts;
    private boolean isRepeated;
    private boolean isLiteral;
    /** Number of consecutive characters that end with the last one. */
    private int literals;
    private int lookBehinds;

    /** A group that is not closed yet. */
    private record Group(int start, int parts, boolean ignoresBlanks, boolean isLook) {}

    private RegexTranslator(String text, boolean ignoresBlanks) {
        cursor = new RegexCursor(text);
        this.ignoresBlanks = ignoresBlanks;
    }

    static RegexTranslator of(String text, boolean ignoresBlanks) {
        RegexTranslator translation = new RegexTranslator(text, ignoresBlanks);
        while (!translation.cursor.isAtEnd()) {
            translation.part();
        }
        if (!translation.open.isEmpty()) {
            throw new RegexSyntaxException(UNFINISHED);
        }
        translation.references.check();
        return translation;
    }

    private void part() {
        int c = cursor.next();
        if (ignoresBlanks && (BLANKS.indexOf(c) >= 0 || c == '#')) {
            if (c == '#') {
                int end = cursor.text.indexOf('\n', cursor.at);
                cursor.at = end < 0 ? cursor.text.length() : end + 1;
            }
            return;
        }
        switch (c) {
            case '\\' -> escape();
            case '[' -> {
                begin(0);
                CharacterClassTranslator.rewrite(cursor, out);
            }
            case '(' -> open();
            case ')' -> close();
            case '|' -> {
                begin(0);
                out.append('|');
                atom = NOTHING;
            }
            case '^', '$' -> anchor(Character.toString(c));
            case '.' -> set(".");
            case '*', '+', '?' -> repeat(Character.toString(c), c == '?' ? 1 : Integer.MAX_VALUE);
            case '{' -> brace();
            default -> literal(c);
        }
    }

    /** Begins what a quantifier may repeat. */
    private void begin(int size) {
        parts++;
        atom = out.length();
        atomParts = size;
        isRepeated = false;
        isLiteral = false;
    }

    private void set(String java) {
        begin(0);
        out.append(java);
    }

    /** Something of several parts that is written as one group. */
    private void grouped(String java) {
        begin(java.length());
        out.append(java);
    }

    private void anchor(String java) {
        begin(0);
        out.append(java);
        atom = ANCHOR;
    }

    private void literal(int codePoint) {
        literals = isLiteral ? literals + 1 : 1;
        // Java prepares a search for the characters that an expression begins with, in time that is quadratic in their number.
        boolean breaks = literals == MAX_SEARCHED_LITERALS;
        boolean follows = isLiteral && !breaks;
        begin(0);
        parts -= follows ? 1 : 0;
        isLiteral = true;
        out.append(breaks ? "[" : "");
        appendLiteral(out, codePoint);
        out.append(breaks ? "]" : "");
    }

    /** A character that means itself, in a class and outside. */
    static void appendLiteral(StringBuilder out, int codePoint) {
        if (Character.isLetterOrDigit(codePoint)) {
            out.appendCodePoint(codePoint);
        } else {
            out.append("\\x{").append(Integer.toHexString(codePoint)).append('}');
        }
    }

    private void escape() {
        if (cursor.isAtEnd()) {
            throw new RegexSyntaxException("end pattern at escape");
        }
        int letter = cursor.next();
        switch (letter) {
            case 'd', 'D', 's', 'S' -> set("\\" + (char) letter);
            case 'w' -> set("[" + JavaCharacterClassTable.WORD + "]");
            case 'W' -> set(JavaCharacterClassTable.not(JavaCharacterClassTable.WORD));
            case 'N' -> set("[^\\n]");
            case 'O' -> set("[\\s\\S]");
            case 'R' -> grouped(LINE_END);
            case 'b', 'B', 'A', 'Z', 'z', 'G' -> anchor("\\" + (char) letter);
            case 'K', 'X', 'y', 'Y' -> throw unsupported("\\" + (char) letter);
            case 'Q' -> quote();
            default -> name(letter);
        }
    }

    private void name(int letter) {
        boolean isNamed = cursor.sees("<") || cursor.sees("'");
        if ((letter == 'p' || letter == 'P') && cursor.takes("{")) {
            set("[" + JavaCharacterClassTable.property(cursor.until("}", UNFINISHED), letter == 'P') + "]");
        } else if (letter == 'g' && isNamed) {
            throw unsupported("\\g");
        } else if (letter == 'k' && isNamed) {
            String closing = cursor.next() == '<' ? ">" : "'";
            grouped(references.named(cursor.until(closing, "invalid char in group name")));
        } else if (letter >= '1' && letter <= '9') {
            numbered(letter);
        } else {
            literal(cursor.escaped(letter));
        }
    }

    /** A group, or without such a group before it, a character by its octal number. */
    private void numbered(int first) {
        int start = cursor.at;
        cursor.at--;
        String digits = cursor.digits(10, Integer.MAX_VALUE);
        if (references.isNumber(digits)) {
            grouped(references.numbered(Integer.parseInt(digits)));
            return;
        }
        cursor.at = start;
        literal(first >= '8' ? first : cursor.octal());
    }

    private void quote() {
        int end = cursor.text.indexOf("\\E", cursor.at);
        int stop = end < 0 ? cursor.text.length() : end;
        while (cursor.at < stop) {
            literal(cursor.next());
        }
        cursor.at = end < 0 ? stop : end + 2;
    }

    private void open() {
        if (cursor.sees("*")) {
            throw unsupported("(*");
        }
        if (!cursor.takes("?")) {
            capture(null);
        } else if (cursor.isAtEnd()) {
            throw new RegexSyntaxException("end pattern in group");
        } else if (cursor.takes("#")) {
            comment();
        } else if (cursor.sees("<=") || cursor.sees("<!")) {
            if (++lookBehinds > MAX_LOOK_BEHINDS) {
                throw new RegexSyntaxException("more than " + MAX_LOOK_BEHINDS + " look-behinds");
            }
            group("(?<" + cursor.text.charAt(cursor.at + 1), 2, true);
        } else if (cursor.sees("=") || cursor.sees("!")) {
            group("(?" + cursor.text.charAt(cursor.at), 1, true);
        } else if (cursor.sees(":") || cursor.sees(">")) {
            group("(?" + cursor.text.charAt(cursor.at), 1, false);
        } else if (cursor.takes("<")) {
            capture(references.checkedName(cursor.until(">", "invalid group name")));
        } else if (cursor.takes("'")) {
            capture(references.checkedName(cursor.until("'", "invalid group name")));
        } else if (cursor.sees("~") || cursor.sees("(") || cursor.sees("&") || cursor.sees("{")) {
            throw unsupported("(?" + cursor.text.charAt(cursor.at));
        } else {
            options();
        }
    }

    private void capture(String name) {
        names.add(name);
        group("(", 0, false);
    }

    private void group(String java, int read, boolean isLook) {
        cursor.at += read;
        open.push(new Group(out.length(), parts, ignoresBlanks, isLook));
        begin(0);
        out.append(java);
        atom = NOTHING;
    }

    private void close() {
        if (open.isEmpty()) {
            throw new RegexSyntaxException("unmatched close parenthesis");
        }
        Group group = open.pop();
        out.append(')');
        atom = group.isLook() ? ANCHOR : group.start();
        atomParts = parts - group.parts() + 1;
        ignoresBlanks = group.ignoresBlanks();
        isRepeated = false;
        isLiteral = false;
    }

    private void comment() {
        while (!cursor.isAtEnd()) {
            int c = cursor.next();
            if (c == ')') {
                return;
            }
            if (c == '\\' && !cursor.isAtEnd()) {
                cursor.next();
            }
        }
        throw new RegexSyntaxException("end pattern in group");
    }

    /** Options for a group, or for the rest of the one they stand in. */
    private void options() {
        StringBuilder on = new StringBuilder();
        StringBuilder off = new StringBuilder();
        boolean isOff = false;
        boolean ignores = ignoresBlanks;
        int start = cursor.at;
        while (!cursor.sees(")") && !cursor.sees(":")) {
            int letter = cursor.isAtEnd() ? 0 : cursor.next();
            switch (letter) {
                case 'x' -> ignores = !isOff;
                case 'i', 'm', 's' -> (isOff ? off : on).append((char) letter);
                case '-' -> isOff = true;
                default -> throw new RegexSyntaxException(letter == 0 ? "end pattern in group" : "undefined group option");
            }
        }
        if (cursor.at == start) {
            throw new RegexSyntaxException("undefined group option");
        }
        String java = "(?" + on + (off.isEmpty() ? "" : "-" + off);
        if (cursor.takes(":")) {
            group(java + ":", 0, false);
        } else {
            cursor.at++;
            out.append(java.length() > 2 ? java + ")" : "");
            atom = NOTHING;
            isLiteral = false;
        }
        ignoresBlanks = ignores;
    }

    private void brace() {
        int start = cursor.at;
        String least = cursor.digits(10, Integer.MAX_VALUE);
        boolean hasMost = !least.isEmpty() && cursor.takes(",");
        String most = hasMost ? cursor.digits(10, Integer.MAX_VALUE) : "";
        if (least.isEmpty() || !cursor.takes("}")) {
            cursor.at = start;
            literal('{');
            return;
        }
        int from = RegexReferences.times(least);
        int to = !hasMost ? from : most.isEmpty() ? Integer.MAX_VALUE : RegexReferences.times(most);
        if (to < from) {
            throw new RegexSyntaxException("upper is smaller than lower in repeat range");
        }
        repeat("{" + least + (hasMost ? "," + most : "") + "}", to);
    }

    private void repeat(String quantifier, int most) {
        if (atom == NOTHING) {
            throw new RegexSyntaxException("target of repeat operator is not specified");
        }
        if (atom == ANCHOR) {
            throw new RegexSyntaxException("target of repeat operator is invalid");
        }
        if (isRepeated) {
            out.insert(atom, "(?:").append(')');
            parts++;
            atomParts++;
        }
        out.append(quantifier);
        if (cursor.sees("?") || cursor.sees("+")) {
            out.append((char) cursor.next());
        }
        // A single character is repeated in a loop, unless it has a range: where some are longer than others, Java calls itself.
        boolean mayCallItself = atomParts > 0 || quantifier.startsWith("{");
        if (most > 1 && mayCallItself) {
            repeatedParts += atomParts + 1;
        }
        isRepeated = true;
        isLiteral = false;
    }

    private static RegexSyntaxException unsupported(String part) {
        return new RegexSyntaxException(part + " is not supported");
    }
}
