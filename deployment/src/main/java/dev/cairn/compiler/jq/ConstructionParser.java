package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.jq.JqToken.Kind;
import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.Expression;

/** Parses the constructions of values: strings, arrays and objects. */
final class ConstructionParser {

    private final TokenStream tokens;
    private final QueryParser queries;
    private final TermParser terms;

    ConstructionParser(TokenStream tokens, QueryParser queries, TermParser terms) {
        this.tokens = tokens;
        this.queries = queries;
        this.terms = terms;
    }

    Expression array() {
        tokens.expectSymbol("[");
        Expression content = tokens.peek().isSymbol("]") ? null : queries.query();
        tokens.expectSymbol("]");
        ArrayNode constants = JsonNodeFactory.instance.arrayNode();
        return content == null || gather(content, constants) ? Expression.literal(constants)
                : new Expression.ArrayConstruction(content);
    }

    /** Adds the results of an expression to an array. @return whether all of them are constants */
    private static boolean gather(Expression content, ArrayNode constants) {
        if (content instanceof Expression.Comma comma) {
            return gather(comma.left(), constants) && gather(comma.right(), constants);
        }
        if (content instanceof Expression.Literal literal) {
            constants.add(literal.value());
            return true;
        }
        return false;
    }

    Expression object() {
        tokens.expectSymbol("{");
        List<Expression.Entry> entries = new ArrayList<>();
        while (!tokens.peek().isSymbol("}")) {
            entries.add(entry());
            if (!tokens.acceptSymbol(",")) {
                break;
            }
        }
        tokens.expectSymbol("}");
        ObjectNode constants = JsonNodeFactory.instance.objectNode();
        for (Expression.Entry entry : entries) {
            if (!(entry.key() instanceof Expression.Literal key && entry.value() instanceof Expression.Literal value)) {
                return new Expression.ObjectConstruction(entries);
            }
            constants.set(key.value().textValue(), value.value());
        }
        return Expression.literal(constants);
    }

    private Expression.Entry entry() {
        JqToken token = tokens.peek();
        switch (token.kind()) {
            case VARIABLE:
                return variableEntry();
            case NAME, KEYWORD:
                return named(LiteralFactory.text(tokens.next().text()));
            case STRING_START:
                return named(string(null));
            case FORMAT:
                return named(format());
            case SYMBOL:
                if (tokens.acceptSymbol("(")) {
                    Expression key = queries.query();
                    tokens.expectSymbol(")");
                    if (key instanceof Expression.Literal literal && !literal.value().isTextual()) {
                        throw tokens.error(token, "The key of an object must be a string");
                    }
                    tokens.expectSymbol(":");
                    return new Expression.Entry(key, value());
                }
                throw tokens.unexpected("a key");
            default:
                throw tokens.unexpected("a key; other expressions need parentheses");
        }
    }

    /** {@code $name} gives the variable under its name; {@code $name: value} takes the variable as key. */
    private Expression.Entry variableEntry() {
        JqToken token = tokens.peek();
        Expression variable = terms.variableTerm();
        if (tokens.acceptSymbol(":")) {
            return new Expression.Entry(variable, value());
        }
        return new Expression.Entry(LiteralFactory.text(token.text()), variable);
    }

    /** A key with its value, or a key alone, which gives the field of that name. */
    private Expression.Entry named(Expression key) {
        if (tokens.acceptSymbol(":")) {
            return new Expression.Entry(key, value());
        }
        // The key may have several results; each gives the field of its own name.
        return new Expression.Entry(key,
                key instanceof Expression.Literal ? TermParser.index(new Expression.Identity(), key) : null);
    }

    private Expression value() {
        Expression value = queries.expression();
        return tokens.acceptSymbol("|") ? new Expression.Pipe(value, value()) : value;
    }

    /** A format alone is a function; before a string it formats what is interpolated. */
    Expression format() {
        JqToken token = tokens.expect(Kind.FORMAT, "a format");
        if (!BuiltinFunctions.exists("@" + token.text(), 0)) {
            throw tokens.error(token, "There is no format @" + token.text());
        }
        if (tokens.peek().kind() == Kind.STRING_START) {
            return string(token.text());
        }
        return new Expression.Builtin("@" + token.text(), List.of());
    }

    Expression string(String format) {
        tokens.expect(Kind.STRING_START, "a string");
        List<Expression> parts = new ArrayList<>();
        boolean isPlain = true;
        String first = tokens.peek().text();
        while (tokens.peek().kind() != Kind.STRING_END) {
            JqToken token = tokens.next();
            if (token.kind() == Kind.STRING_PIECE) {
                if (!token.text().isEmpty()) {
                    parts.add(LiteralFactory.text(token.text()));
                }
            } else {
                isPlain = false;
                parts.add(interpolated());
            }
        }
        tokens.next();
        return isPlain ? LiteralFactory.text(first) : new Expression.Interpolation(format, parts);
    }

    /** A constant is wrapped, since constant parts of a string are not formatted. */
    private Expression interpolated() {
        Expression part = queries.query();
        tokens.expect(Kind.INTERPOLATION_END, "')'");
        return part instanceof Expression.Literal ? new Expression.Pipe(new Expression.Identity(), part) : part;
    }
}
