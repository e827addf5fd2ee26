package dev.cairn.jq.value;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says what is wrong with a text that is no JSON, in the words of jq, which programs compare. It reads the text once more, as jq
 * does, and knows nothing of values.
 */
public final class JsonSyntaxErrorMessage {

    private static final Set<String> LITERALS = Set.of("true", "false", "null");
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?\\d++)?+|(?i)[+-]?(?:nan|inf(?:inity)?)");

    /** The open bracket: {@code [}, an object that awaits a key, or an object that awaits a value. */
    private enum Open {
        ARRAY,
        KEY,
        VALUE
    }

    private final String text;
    private final Deque<Open> open = new ArrayDeque<>();
    private final StringBuilder literal = new StringBuilder();
    /** The value that was read and has no place yet: a string (true), another value (false), or null. */
    private Boolean pendingString;
    private int line = 1;
    private int column;
    /** True behind a comma, which asks for another value. */
    private boolean afterComma;
    private boolean done;

    private JsonSyntaxErrorMessage(String text) {
        this.text = text;
    }

    /** The first mistake, or null if the text has none that jq would name. */
    public static String of(String text) {
        JsonSyntaxErrorMessage mistake = new JsonSyntaxErrorMessage(text);
        String found = mistake.scan();
        boolean atEnd = mistake.done;
        return found == null ? null
                : found + (atEnd ? " at EOF" : "") + " at line " + mistake.line + ", column " + mistake.column;
    }

    private String scan() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            count(c);
            if (c != '"' && !isSpace(c) && "[]{},:".indexOf(c) < 0) {
                literal.append(c);
                continue;
            }
            String mistake = endLiteral();
            if (mistake == null && c == '"') {
                int end = endOfString(i);
                if (end < 0) {
                    done = true;
                    return "Unfinished string";
                }
                mistake = LoneSurrogateReplacer.haveFirstAlone(text.substring(i, end))
                        ? "Invalid \\uXXXX\\uXXXX surrogate pair escape"
                        : value(true);
                i = end;
            } else if (mistake == null && !isSpace(c)) {
                mistake = structure(c);
            }
            if (mistake != null) {
                return mistake;
            }
        }
        done = true;
        String mistake = endLiteral();
        return mistake != null ? mistake : open.isEmpty() ? null : "Unfinished JSON term";
    }

    private void count(char c) {
        column++;
        if (c == '\n') {
            line++;
            column = 0;
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    /** Index of the closing quote, or -1. */
    private int endOfString(int start) {
        for (int i = start + 1; i < text.length(); i++) {
            count(text.charAt(i));
            if (text.charAt(i) == '"') {
                return i;
            }
            if (text.charAt(i) == '\\' && i + 1 < text.length()) {
                count(text.charAt(++i));
            }
        }
        return -1;
    }

    private String endLiteral() {
        String word = literal.toString();
        literal.setLength(0);
        if (word.isEmpty()) {
            return null;
        }
        if (word.charAt(0) == '\'') {
            return "Invalid string literal; expected \", but got '";
        }
        if (LITERALS.contains(word) || NUMBER.matcher(word).matches()) {
            return value(false);
        }
        char first = word.charAt(0);
        boolean likeWord = first == 't' || first == 'f' || first == 'n' && !word.startsWith("nan");
        return likeWord ? "Invalid literal" : "Invalid numeric literal";
    }

    private String value(boolean isString) {
        if (pendingString != null) {
            return "Expected separator between values";
        }
        afterComma = false;
        if (!open.isEmpty()) {
            pendingString = isString;
        }
        return null;
    }

    private String structure(char c) {
        switch (c) {
            case '[':
            case '{':
                if (pendingString != null) {
                    return "Expected separator between values";
                }
                afterComma = false;
                open.push(c == '[' ? Open.ARRAY : Open.KEY);
                return null;
            case ':':
                return colon();
            case ',':
                return comma();
            default:
                return close(c);
        }
    }

    private String colon() {
        if (pendingString == null) {
            return "Expected string key before ':'";
        }
        if (open.peek() != Open.KEY) {
            return "':' not as part of an object";
        }
        if (!pendingString) {
            return "Object keys must be strings";
        }
        open.pop();
        open.push(Open.VALUE);
        pendingString = null;
        return null;
    }

    private String comma() {
        if (pendingString == null) {
            return "Expected value before ','";
        }
        if (open.peek() == Open.KEY) {
            return "Objects must consist of key:value pairs";
        }
        if (open.peek() == Open.VALUE) {
            open.pop();
            open.push(Open.KEY);
        }
        pendingString = null;
        afterComma = true;
        return null;
    }

    private String close(char c) {
        boolean array = c == ']';
        if (open.isEmpty() || (open.peek() == Open.ARRAY) != array) {
            return "Unmatched '" + c + "'";
        }
        if (!array && open.peek() == Open.KEY && pendingString != null) {
            return "Objects must consist of key:value pairs";
        }
        if (pendingString == null && afterComma) {
            return array ? "Expected another array element" : "Expected another key-value pair";
        }
        if (open.peek() == Open.VALUE && pendingString == null) {
            return "Objects must consist of key:value pairs";
        }
        open.pop();
        pendingString = null;
        return value(false);
    }
}
