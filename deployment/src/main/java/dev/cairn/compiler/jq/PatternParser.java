package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.compiler.jq.Token.Kind;
import dev.cairn.expression.Expression;
import dev.cairn.expression.Pattern;

/** Parses what stands after {@code as}. */
final class PatternParser {

    private final Tokens tokens;
    private final QueryParser queries;

    PatternParser(Tokens tokens, QueryParser queries) {
        this.tokens = tokens;
        this.queries = queries;
    }

    List<Pattern> alternatives() {
        List<Pattern> alternatives = new ArrayList<>();
        do {
            alternatives.add(pattern());
        } while (tokens.acceptSymbol("?//"));
        return alternatives;
    }

    private Pattern pattern() {
        if (tokens.peek().kind() == Kind.VARIABLE) {
            return new Pattern.Single(tokens.next().text());
        }
        tokens.enter();
        try {
            if (tokens.acceptSymbol("[")) {
                return elements();
            }
            if (tokens.acceptSymbol("{")) {
                return fields();
            }
        } finally {
            tokens.leave();
        }
        throw tokens.unexpected("a variable, '[' or '{'");
    }

    private Pattern elements() {
        List<Pattern> elements = new ArrayList<>();
        do {
            elements.add(pattern());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol("]");
        return new Pattern.Elements(elements);
    }

    private Pattern fields() {
        List<Pattern.FieldPattern> fields = new ArrayList<>();
        do {
            fields.add(field());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol("}");
        return new Pattern.Fields(fields);
    }

    private Pattern.FieldPattern field() {
        Token token = tokens.peek();
        if (token.kind() == Kind.VARIABLE) {
            tokens.next();
            Pattern value = tokens.acceptSymbol(":") ? pattern() : null;
            return new Pattern.FieldPattern(token.text(), Literals.text(token.text()), value);
        }
        Expression key;
        if (token.kind() == Kind.NAME || token.kind() == Kind.KEYWORD) {
            key = Literals.text(tokens.next().text());
        } else if (token.kind() == Kind.STRING_START) {
            key = queries.string();
        } else if (tokens.acceptSymbol("(")) {
            key = queries.query();
            if (key instanceof Expression.Literal literal && !literal.value().isTextual()) {
                throw tokens.error(token, "A key must be a string");
            }
            tokens.expectSymbol(")");
        } else {
            throw tokens.unexpected("a key");
        }
        tokens.expectSymbol(":");
        return new Pattern.FieldPattern(null, key, pattern());
    }
}
