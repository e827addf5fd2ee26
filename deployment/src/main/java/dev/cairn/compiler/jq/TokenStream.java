package dev.cairn.compiler.jq;

import java.util.List;
import java.util.Map;

import dev.cairn.compiler.jq.JqToken.Kind;
import dev.cairn.jq.tree.Expression;

/** The tokens of an expression and how far they have been read. */
final class TokenStream {

    /** Levels of the tree. Storing, linking and evaluation go as deep, so this is far below what a stack holds. */
    private static final int MAX_DEPTH = 500;

    final JqTextLocator source;
    private final List<JqToken> tokens;
    private int position;
    /** The places of the expressions; null if the caller does not need them. */
    private final Map<Expression, TextRange> places;
    private int depth;

    TokenStream(JqTextLocator source, List<JqToken> tokens, Map<Expression, TextRange> places) {
        this.source = source;
        this.tokens = tokens;
        this.places = places;
    }

    /**
     * Records the place of an expression: from a token to the token read last. Keeps a place that was recorded before. Returns
     * the expression.
     */
    Expression placed(JqToken first, Expression expression) {
        if (places != null) {
            int offset = first.offset();
            places.putIfAbsent(expression, new TextRange(offset, tokens.get(position - 1).end() - offset));
        }
        return expression;
    }

    JqToken peek() {
        return tokens.get(position);
    }

    JqToken peekAfter() {
        return tokens.get(Math.min(position + 1, tokens.size() - 1));
    }

    JqToken next() {
        JqToken token = tokens.get(position);
        if (token.kind() != Kind.END) {
            position++;
        }
        return token;
    }

    boolean acceptSymbol(String symbol) {
        return accept(peek().isSymbol(symbol));
    }

    boolean acceptKeyword(String keyword) {
        return accept(peek().isKeyword(keyword));
    }

    private boolean accept(boolean matches) {
        if (matches) {
            next();
        }
        return matches;
    }

    void expectSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    void expectKeyword(String keyword) {
        if (!acceptKeyword(keyword)) {
            throw unexpected("'" + keyword + "'");
        }
    }

    JqToken expect(Kind kind, String what) {
        if (peek().kind() != kind) {
            throw unexpected(what);
        }
        return next();
    }

    void expectEnd() {
        if (peek().kind() != Kind.END) {
            throw unexpected("the end of the expression");
        }
    }

    JqSyntaxException unexpected(String expected) {
        return error(peek(), "Unexpected " + peek().description() + "; expected " + expected);
    }

    JqSyntaxException error(JqToken token, String message) {
        return source.error(token.offset(), message);
    }

    /** Goes a level deeper; each is left by {@link #leave}, unless parsing fails. Operators in a row are nested as well. */
    void enter() {
        if (++depth > MAX_DEPTH) {
            throw error(peek(), "The expression is nested more than " + MAX_DEPTH + " levels deep");
        }
    }

    void leave() {
        depth--;
    }

    int depth() {
        return depth;
    }

    /** Leaves all levels but the given number of outermost ones. */
    void leaveTo(int outermost) {
        depth = outermost;
    }
}
