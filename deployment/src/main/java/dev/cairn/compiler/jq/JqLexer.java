package dev.cairn.compiler.jq;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

import dev.cairn.compiler.jq.JqToken.Kind;

/** Cuts the text of an expression into tokens. */
final class JqLexer {

    static final Set<String> KEYWORDS = Set.of("and", "as", "catch", "def", "elif", "else", "end", "foreach", "if",
            "import", "include", "label", "module", "or", "reduce", "then", "try", "__loc__");

    /** Longer symbols come before those they begin with. */
    private static final List<String> SYMBOLS = List.of("?//=", "?//", "//=", "==", "!=", "<=", ">=", "//", "|=", "+=", "-=",
            "*=", "/=", "%=", "..", ".", "[", "]", "(", ")", "{", "}", "|", ",", ":", ";", "=", "<", ">", "+", "-", "*", "/",
            "%", "?");

    /** For the second half of a character that stands alone, as in jq. */
    private static final char REPLACEMENT = '\uFFFD';

    private final JqTextLocator source;
    private final String text;
    private final List<JqToken> tokens = new ArrayList<>();
    /** For each interpolation that is open, the number of parentheses open within it. */
    private final Deque<Integer> interpolations = new ArrayDeque<>();
    private int position;

    private JqLexer(JqTextLocator source) {
        this.source = source;
        this.text = source.text();
    }

    static List<JqToken> tokens(JqTextLocator source) {
        JqLexer lexer = new JqLexer(source);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        while (skipSpace()) {
            next();
        }
        if (!interpolations.isEmpty()) {
            throw source.error(text.length(), "An interpolation is not closed: ')' is missing");
        }
        add(Kind.END, "", position);
    }

    /** @return true if text remains */
    private boolean skipSpace() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '#') {
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end;
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                position++;
            } else {
                return true;
            }
        }
        return false;
    }

    private void next() {
        char c = text.charAt(position);
        if (c == '"') {
            add(Kind.STRING_START, "\"", ++position - 1);
            stringPieces();
        } else if (isDigit(c) || c == '.' && isDigit(peek(1))) {
            number();
        } else if (isNameStart(c)) {
            String name = qualifiedName(position);
            addMarked(KEYWORDS.contains(name) ? Kind.KEYWORD : Kind.NAME, name, 0);
        } else if (c == '.' && isNameStart(peek(1))) {
            addMarked(Kind.FIELD, simpleName(position + 1), 1);
        } else if (c == '$' && isNameStart(peek(1))) {
            addMarked(Kind.VARIABLE, qualifiedName(position + 1), 1);
        } else if (c == '@' && isNameStart(peek(1))) {
            addMarked(Kind.FORMAT, simpleName(position + 1), 1);
        } else {
            symbol(c);
        }
    }

    private void symbol(char c) {
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, position)) {
                if (!interpolations.isEmpty() && parenthesis(c)) {
                    return;
                }
                int start = position;
                position += symbol.length();
                add(Kind.SYMBOL, symbol, start);
                return;
            }
        }
        throw source.error(position, "Unexpected character '" + Character.toString(text.codePointAt(position)) + "'");
    }

    /** @return true if the parenthesis ended an interpolation */
    private boolean parenthesis(char c) {
        if (c == '(') {
            interpolations.push(interpolations.pop() + 1);
        } else if (c == ')') {
            int open = interpolations.pop();
            if (open == 0) {
                add(Kind.INTERPOLATION_END, ")", ++position - 1);
                stringPieces();
                return true;
            }
            interpolations.push(open - 1);
        }
        return false;
    }

    private void stringPieces() {
        StringBuilder piece = new StringBuilder();
        int start = position;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '"') {
                add(Kind.STRING_PIECE, piece.toString(), start);
                add(Kind.STRING_END, "\"", ++position - 1);
                return;
            }
            if (c == '\\' && peek(1) == '(') {
                add(Kind.STRING_PIECE, piece.toString(), start);
                position += 2;
                add(Kind.INTERPOLATION_START, "\\(", position - 2);
                interpolations.push(0);
                return;
            }
            if (c == '\\') {
                escape(piece);
            } else {
                piece.append(c);
                position++;
            }
        }
        throw source.error(start, "A string is not closed");
    }

    private void escape(StringBuilder piece) {
        int at = position;
        char c = peek(1);
        int index = "\"\\/bfnrt".indexOf(c);
        position += 2;
        if (index >= 0) {
            piece.append("\"\\/\b\f\n\r\t".charAt(index));
        } else if (c == 'u' && position + 4 <= text.length()) {
            char unit = unit(at);
            if (Character.isHighSurrogate(unit)) {
                piece.append(unit).append(second(at));
            } else {
                piece.append(Character.isLowSurrogate(unit) ? REPLACEMENT : unit);
            }
        } else {
            throw source.error(at, "Invalid escape in a string");
        }
    }

    /** The second half of a character whose first one was escaped. */
    private char second(int at) {
        if (text.startsWith("\\u", position) && position + 6 <= text.length()) {
            position += 2;
            char unit = unit(at);
            if (Character.isLowSurrogate(unit)) {
                return unit;
            }
        }
        throw source.error(at, "Invalid escape in a string: half of a surrogate pair");
    }

    /** Four digits of an escape. */
    private char unit(int at) {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text.charAt(position++), 16);
            if (digit < 0) {
                throw source.error(at, "Invalid escape in a string: \\u needs four hexadecimal digits");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private void number() {
        int start = position;
        digits();
        if (peek(0) == '.') {
            position++;
            digits();
        }
        if (peek(0) == 'e' || peek(0) == 'E') {
            int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
            if (isDigit(peek(1 + sign))) {
                position += 1 + sign;
                digits();
            }
        }
        add(Kind.NUMBER, text.substring(start, position), start);
    }

    private void digits() {
        while (isDigit(peek(0))) {
            position++;
        }
    }

    private String simpleName(int start) {
        int end = start;
        while (end < text.length() && (isNameStart(text.charAt(end)) || isDigit(text.charAt(end)))) {
            end++;
        }
        return text.substring(start, end);
    }

    private String qualifiedName(int start) {
        String name = simpleName(start);
        int end = start + name.length();
        while (text.startsWith("::", end) && end + 2 < text.length() && isNameStart(text.charAt(end + 2))) {
            end += 2 + simpleName(end + 2).length();
        }
        return text.substring(start, end);
    }

    private void addMarked(Kind kind, String name, int markLength) {
        int start = position;
        position += markLength + name.length();
        add(kind, name, start);
    }

    private void add(Kind kind, String tokenText, int start) {
        tokens.add(new JqToken(kind, tokenText, start, position));
    }

    /** The char that follows at a distance; 0 at the end. */
    private char peek(int distance) {
        return position + distance < text.length() ? text.charAt(position + distance) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }
}
