package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.jq.JqToken.Kind;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.ValueException;

/** Parses terms: the operands of operators, with all that follows them directly. */
final class TermParser {

    private final TokenStream tokens;
    private final JqNameScope bindings;
    private final QueryParser queries;
    private final FunctionResolver functions;
    private final ConstructionParser constructions;

    TermParser(TokenStream tokens, JqNameScope bindings, QueryParser queries) {
        this.tokens = tokens;
        this.bindings = bindings;
        this.queries = queries;
        this.functions = new FunctionResolver(tokens, bindings);
        this.constructions = new ConstructionParser(tokens, queries, this);
    }

    Expression term() {
        int depth = tokens.depth();
        tokens.enter();
        boolean isAccess = tokens.peek().kind() == Kind.FIELD
                || tokens.peek().isSymbol(".") && tokens.peekAfter().kind() == Kind.STRING_START;
        JqToken first = tokens.peek();
        Expression term = suffixes(first, tokens.placed(first, start()), isAccess);
        tokens.leaveTo(depth);
        return term;
    }

    private Expression number(JqToken token) {
        try {
            return LiteralFactory.number(token.text());
        } catch (ValueException tooLong) {
            throw tokens.error(token, tooLong.getMessage());
        }
    }

    private Expression start() {
        JqToken token = tokens.peek();
        switch (token.kind()) {
            case NUMBER:
                tokens.next();
                return number(token);
            case STRING_START:
                return constructions.string(null);
            case FORMAT:
                return constructions.format();
            case FIELD:
                tokens.next();
                return new Expression.Field(new Expression.Identity(), token.text());
            case VARIABLE:
                tokens.next();
                return variable(token);
            case NAME:
                tokens.next();
                return call(token);
            case KEYWORD:
                return keyword(token);
            case SYMBOL:
                return symbol(token);
            default:
                throw tokens.unexpected("a term");
        }
    }

    private Expression symbol(JqToken token) {
        switch (token.text()) {
            case ".":
                tokens.next();
                return dot();
            case "..":
                tokens.next();
                return new Expression.Builtin("recurse", List.of());
            case "(":
                tokens.next();
                Expression inner = queries.query();
                tokens.expectSymbol(")");
                return inner;
            case "[":
                return constructions.array();
            case "{":
                return constructions.object();
            default:
                throw tokens.unexpected("a term");
        }
    }

    /** Parses the rest of a term that begins with a dot: a quoted key, or nothing. A bracket is a suffix. */
    private Expression dot() {
        Expression input = new Expression.Identity();
        return tokens.peek().kind() == Kind.STRING_START ? index(input, constructions.string(null)) : input;
    }

    static Expression index(Expression target, Expression key) {
        return key instanceof Expression.Literal literal && literal.value().isTextual()
                ? new Expression.Field(target, literal.value().textValue())
                : new Expression.Index(target, key);
    }

    /**
     * A term with all that follows it directly.
     *
     * @param first the first token of the term
     * @param startsWithAccess true if the start is itself an access, which {@code ?} makes optional
     */
    private Expression suffixes(JqToken first, Expression start, boolean startsWithAccess) {
        Expression term = start;
        boolean isAccess = startsWithAccess;
        while (true) {
            tokens.enter();
            if (tokens.acceptSymbol("?")) {
                term = tokens.placed(first, isAccess ? new Expression.Optional(term) : new Expression.Try(term, null));
                isAccess = false;
                continue;
            }
            Expression access = access(term);
            if (access == null) {
                return term;
            }
            term = tokens.placed(first, access);
            isAccess = true;
        }
    }

    /** An access to a target, or null if the next token begins none. */
    private Expression access(Expression target) {
        JqToken token = tokens.peek();
        if (token.kind() == Kind.FIELD) {
            tokens.next();
            return new Expression.Field(target, token.text());
        }
        if (token.isSymbol(".") && tokens.peekAfter().kind() == Kind.STRING_START) {
            tokens.next();
            return index(target, constructions.string(null));
        }
        if (token.isSymbol(".") && tokens.peekAfter().isSymbol("[")) {
            tokens.next();
        }
        return tokens.acceptSymbol("[") ? bracket(target) : null;
    }

    private Expression bracket(Expression target) {
        if (tokens.acceptSymbol("]")) {
            return new Expression.Iterate(target);
        }
        if (tokens.acceptSymbol(":")) {
            Expression to = queries.query();
            tokens.expectSymbol("]");
            return new Expression.Slice(target, null, to);
        }
        Expression key = queries.query();
        if (tokens.acceptSymbol(":")) {
            Expression to = tokens.peek().isSymbol("]") ? null : queries.query();
            tokens.expectSymbol("]");
            return new Expression.Slice(target, key, to);
        }
        tokens.expectSymbol("]");
        return index(target, key);
    }

    private Expression variable(JqToken token) {
        if (token.text().equals("__loc__")) {
            return location(token);
        }
        if (token.text().equals("ENV")) {
            throw tokens.error(token, FunctionResolver.ENVIRONMENT);
        }
        if (token.text().contains("::")) {
            throw tokens.error(token, "Modules are not supported: an expression stands for itself");
        }
        int index = bindings.variable(token.text());
        return index >= 0 ? new Expression.Local(index) : new Expression.Variable(token.text());
    }

    private Expression location(JqToken token) {
        ObjectNode location = JsonNodeFactory.instance.objectNode();
        location.put("file", "<top-level>");
        location.set("line", CanonicalArithmetic.of(tokens.source.line(token.offset())));
        return new Expression.Literal(location);
    }

    private Expression call(JqToken name) {
        List<Expression> arguments = new ArrayList<>();
        if (tokens.acceptSymbol("(")) {
            do {
                arguments.add(queries.query());
            } while (tokens.acceptSymbol(";"));
            tokens.expectSymbol(")");
        }
        int index = bindings.function(name.text(), arguments.size());
        if (index < 0 && arguments.isEmpty()) {
            switch (name.text()) {
                case "null":
                    return new Expression.Literal(NullNode.instance);
                case "true":
                    return new Expression.Literal(BooleanNode.TRUE);
                case "false":
                    return new Expression.Literal(BooleanNode.FALSE);
                case "break":
                    return leave(name);
                default:
                    break;
            }
        }
        return functions.call(name, index, arguments);
    }

    private Expression leave(JqToken name) {
        JqToken label = tokens.expect(Kind.VARIABLE, "the name of a label, such as '$out'");
        int index = bindings.label(label.text());
        if (index < 0) {
            throw tokens.error(name, "There is no label $" + label.text() + " around this break");
        }
        return new Expression.Break(index);
    }

    private Expression keyword(JqToken token) {
        tokens.next();
        switch (token.text()) {
            case "if":
                return choice();
            case "try":
                Expression body = attempted();
                return new Expression.Try(body, tokens.acceptKeyword("catch") ? attempted() : null);
            case "reduce":
            case "foreach":
                return loop(token.text().equals("reduce"));
            default:
                throw tokens.error(token, "Unexpected " + token.description() + "; expected a term");
        }
    }

    /** The operand of try and catch: a term, of which minus signs are part. */
    private Expression attempted() {
        if (tokens.acceptSymbol("-")) {
            tokens.enter();
            Expression operand = attempted();
            tokens.leave();
            return LiteralFactory.negate(operand);
        }
        return term();
    }

    private Expression choice() {
        tokens.enter();
        Expression condition = queries.query();
        tokens.expectKeyword("then");
        Expression consequent = queries.query();
        Expression otherwise = new Expression.Identity();
        if (tokens.acceptKeyword("elif")) {
            otherwise = choice();
        } else {
            if (tokens.acceptKeyword("else")) {
                otherwise = queries.query();
            }
            tokens.expectKeyword("end");
        }
        tokens.leave();
        return new Expression.If(condition, consequent, otherwise);
    }

    private Expression loop(boolean isReduce) {
        Expression source = queries.expression();
        tokens.expectKeyword("as");
        List<BindingPattern> patterns = queries.patterns();
        tokens.expectSymbol("(");
        Expression initial = queries.query();
        tokens.expectSymbol(";");
        Expression update = queries.within(patterns, queries::query);
        Expression extract = null;
        if (!isReduce && tokens.acceptSymbol(";")) {
            extract = queries.within(patterns, queries::query);
        }
        tokens.expectSymbol(")");
        return isReduce ? new Expression.Reduce(source, patterns, initial, update)
                : new Expression.Foreach(source, patterns, initial, update, extract);
    }

    /** A variable without anything that follows it. */
    Expression variableTerm() {
        return variable(tokens.expect(Kind.VARIABLE, "a variable"));
    }

    Expression string() {
        return constructions.string(null);
    }
}
