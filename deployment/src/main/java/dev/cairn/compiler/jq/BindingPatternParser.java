package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.compiler.jq.JqToken.Kind;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;

/** Parses the patterns after {@code as}. */
final class BindingPatternParser {

    private final TokenStream tokens;
    private final QueryParser queries;

    BindingPatternParser(TokenStream tokens, QueryParser queries) {
        this.tokens = tokens;
        this.queries = queries;
    }

    List<BindingPattern> alternatives() {
        List<BindingPattern> alternatives = new ArrayList<>();
        do {
            alternatives.add(pattern());
        } while (tokens.acceptSymbol("?//"));
        return alternatives;
    }

    private BindingPattern pattern() {
        if (tokens.peek().kind() == Kind.VARIABLE) {
            return new BindingPattern.Single(tokens.next().text());
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

    private BindingPattern elements() {
        List<BindingPattern> elements = new ArrayList<>();
        do {
            elements.add(pattern());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol("]");
        return new BindingPattern.Elements(elements);
    }

    private BindingPattern fields() {
        List<BindingPattern.FieldPattern> fields = new ArrayList<>();
        do {
            fields.add(field());
        } while (tokens.acceptSymbol(","));
        tokens.expectSymbol("}");
        return new BindingPattern.Fields(fields);
    }

    private BindingPattern.FieldPattern field() {
        JqToken token = tokens.peek();
        if (token.kind() == Kind.VARIABLE) {
            tokens.next();
            BindingPattern value = tokens.acceptSymbol(":") ? pattern() : null;
            return new BindingPattern.FieldPattern(token.text(), LiteralFactory.text(token.text()), value);
        }
        Expression key;
        if (token.kind() == Kind.NAME || token.kind() == Kind.KEYWORD) {
            key = LiteralFactory.text(tokens.next().text());
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
        return new BindingPattern.FieldPattern(null, key, pattern());
    }
}
