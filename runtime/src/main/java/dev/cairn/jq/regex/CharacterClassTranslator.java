package dev.cairn.jq.regex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites a class of characters in brackets. In jq's syntax there are no classes in classes and no intersections: {@code [} and
 * {@code &&} are characters as others are.
 */
final class CharacterClassTranslator {

    private static final Pattern POSIX = Pattern.compile("\\[:(\\^?)([^:\\]]{0,20}):]");
    private static final Pattern CLOSING = Pattern.compile("(?:\\\\.|[^\\]\\\\])*+]", Pattern.DOTALL);
    private static final int NONE = -1;

    private final RegexCursor cursor;
    private final StringBuilder out;

    private CharacterClassTranslator(RegexCursor cursor, StringBuilder out) {
        this.cursor = cursor;
        this.out = out;
    }

    /** Rewrites the class whose bracket has just been read. */
    static void rewrite(RegexCursor cursor, StringBuilder out) {
        new CharacterClassTranslator(cursor, out).rewrite();
    }

    private void rewrite() {
        out.append('[');
        if (cursor.takes("^")) {
            out.append('^');
        }
        boolean isFirst = true;
        // The character that a hyphen would make a range of.
        int start = NONE;
        while (isFirst || !cursor.sees("]")) {
            if (isFirst && cursor.sees("]") && !closesLater()) {
                throw new RegexSyntaxException("empty char-class");
            }
            isFirst = false;
            if (start != NONE && cursor.sees("-") && !cursor.sees("-]")) {
                cursor.at++;
                range(start);
                start = NONE;
            } else {
                append(start);
                start = element();
            }
        }
        append(start);
        cursor.at++;
        out.append(']');
    }

    private boolean closesLater() {
        return CLOSING.matcher(cursor.text).region(cursor.at + 1, cursor.text.length()).lookingAt();
    }

    private void append(int codePoint) {
        if (codePoint != NONE) {
            RegexTranslator.appendLiteral(out, codePoint);
        }
    }

    private void range(int from) {
        int to = element();
        if (to == NONE) {
            throw new RegexSyntaxException("char-class value at end of range");
        }
        if (to < from) {
            throw new RegexSyntaxException("empty range in char class");
        }
        append(from);
        out.append('-');
        append(to);
    }

    /** A character, or {@link #NONE} for a set, which is written at once. */
    private int element() {
        if (cursor.isAtEnd()) {
            throw new RegexSyntaxException("premature end of char-class");
        }
        if (cursor.sees("[:")) {
            Matcher name = POSIX.matcher(cursor.text).region(cursor.at, cursor.text.length());
            if (name.lookingAt()) {
                out.append(JavaCharacterClassTable.posix(name.group(2), !name.group(1).isEmpty()));
                cursor.at = name.end();
                return NONE;
            }
        }
        int codePoint = cursor.next();
        return codePoint == '\\' ? escape() : codePoint;
    }

    private int escape() {
        if (cursor.isAtEnd()) {
            throw new RegexSyntaxException("premature end of char-class");
        }
        int letter = cursor.next();
        String found = switch (letter) {
            case 'd', 'D', 's', 'S' -> "\\" + (char) letter;
            case 'w' -> JavaCharacterClassTable.WORD;
            case 'W' -> JavaCharacterClassTable.not(JavaCharacterClassTable.WORD);
            case 'p', 'P' -> cursor.takes("{") ? JavaCharacterClassTable.property(
                    cursor.until("}", "invalid character property name"), letter == 'P') : null;
            default -> null;
        };
        if (found != null) {
            out.append(found);
            return NONE;
        }
        if (letter == 'b') {
            return '\b';
        }
        return letter >= '1' && letter <= '7' ? cursor.octal() : cursor.escaped(letter);
    }
}
