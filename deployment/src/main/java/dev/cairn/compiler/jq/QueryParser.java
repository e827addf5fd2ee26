package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.cairn.compiler.jq.JqToken.Kind;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;

/**
 * Parses pipes, definitions, bindings and operators. From loosest to tightest: {@code |}; {@code ,}; {@code //}; assignments;
 * {@code or}; {@code and}; comparisons; {@code + -}; {@code * / %}; the sign; and then the terms.
 */
final class QueryParser {

    private static final int ALTERNATIVE = 1;
    private static final int ASSIGNMENT = 2;
    private static final int OR = 3;
    private static final int AND = 4;
    private static final int COMPARISON = 5;
    private static final int SUM = 6;
    private static final int PRODUCT = 7;

    private static final Map<String, BinaryOperator> BINARY = Map.ofEntries(Map.entry("+", BinaryOperator.ADD),
            Map.entry("-", BinaryOperator.SUBTRACT), Map.entry("*", BinaryOperator.MULTIPLY),
            Map.entry("/", BinaryOperator.DIVIDE), Map.entry("%", BinaryOperator.REMAINDER),
            Map.entry("==", BinaryOperator.EQUAL), Map.entry("!=", BinaryOperator.NOT_EQUAL),
            Map.entry("<", BinaryOperator.LESS), Map.entry("<=", BinaryOperator.LESS_OR_EQUAL),
            Map.entry(">", BinaryOperator.GREATER), Map.entry(">=", BinaryOperator.GREATER_OR_EQUAL));

    private final TokenStream tokens;
    private final JqNameScope bindings = new JqNameScope();
    private final BindingPatternParser patterns;
    private final TermParser terms;

    QueryParser(TokenStream tokens, List<String> bound) {
        this.tokens = tokens;
        this.patterns = new BindingPatternParser(tokens, this);
        bound.forEach(bindings::bindVariable);
        this.terms = new TermParser(tokens, bindings, this);
    }

    /** Anything that may stand between parentheses. */
    Expression query() {
        int depth = tokens.depth();
        List<Expression> stages = new ArrayList<>();
        Expression last = null;
        while (last == null) {
            tokens.enter();
            Expression scoped = scoped();
            Expression stage = scoped == null ? commas() : scoped;
            if (scoped == null && tokens.acceptSymbol("|")) {
                stages.add(stage);
            } else {
                last = stage;
            }
        }
        for (int i = stages.size() - 1; i >= 0; i--) {
            last = new Expression.Pipe(stages.get(i), last);
        }
        tokens.leaveTo(depth);
        return last;
    }

    /** A definition or a label, which binds names for the rest of the expression; null if there is none. */
    private Expression scoped() {
        if (tokens.peek().isKeyword("def")) {
            return define();
        }
        if (tokens.acceptKeyword("label")) {
            String name = tokens.expect(Kind.VARIABLE, "the name of a label, such as '$out'").text();
            tokens.expectSymbol("|");
            bindings.bindLabel(name);
            Expression body = query();
            bindings.truncate(bindings.size() - 1);
            return new Expression.Label(body);
        }
        if (tokens.peek().isKeyword("import") || tokens.peek().isKeyword("include")
                || tokens.peek().isKeyword("module")) {
            throw tokens.error(tokens.peek(), "Modules are not supported: an expression stands for itself");
        }
        return null;
    }

    private Expression commas() {
        List<Expression> results = new ArrayList<>();
        results.add(bound());
        while (tokens.acceptSymbol(",")) {
            Expression scoped = scoped();
            results.add(scoped == null ? bound() : scoped);
        }
        return commas(results);
    }

    /** A tree that is as flat as can be, since a list may be long. */
    private static Expression commas(List<Expression> results) {
        int size = results.size();
        return size == 1 ? results.get(0)
                : new Expression.Comma(commas(results.subList(0, size / 2)), commas(results.subList(size / 2, size)));
    }

    /** An operand, which {@code as} may bind for the rest of the pipe. */
    private Expression bound() {
        JqToken first = tokens.peek();
        Expression source = operators(ALTERNATIVE);
        if (!tokens.acceptKeyword("as")) {
            return source;
        }
        List<BindingPattern> alternatives = patterns.alternatives();
        tokens.expectSymbol("|");
        Expression body = within(alternatives, this::query);
        return tokens.placed(first, new Expression.Bind(source, alternatives, body));
    }

    /** Parses something that sees the variables of patterns. */
    Expression within(List<BindingPattern> alternatives, Supplier<Expression> parse) {
        int size = bindings.size();
        BindingPattern.variables(alternatives).forEach(bindings::bindVariable);
        Expression result = parse.get();
        bindings.truncate(size);
        return result;
    }

    List<BindingPattern> patterns() {
        return patterns.alternatives();
    }

    Expression string() {
        return terms.string();
    }

    /** Anything without a pipe and a comma. */
    Expression expression() {
        return operators(ALTERNATIVE);
    }

    private Expression operators(int tightness) {
        int depth = tokens.depth();
        tokens.enter();
        JqToken first = tokens.peek();
        Expression left = operand();
        while (true) {
            JqToken operator = tokens.peek();
            int found = tightness(operator);
            if (found < tightness) {
                break;
            }
            tokens.next();
            tokens.enter();
            // Alternatives group from the right; assignments and comparisons do not group at all.
            Expression right = operators(found == ALTERNATIVE ? found : found + 1);
            left = tokens.placed(first, combine(operator.text(), left, right));
            if ((found == ASSIGNMENT || found == COMPARISON) && tightness(tokens.peek()) == found) {
                throw tokens.error(tokens.peek(), "'" + operator.text() + "' and '" + tokens.peek().text()
                        + "' need parentheses to tell which comes first");
            }
        }
        tokens.leaveTo(depth);
        return left;
    }

    /** Precedence of an operator; 0 for anything else. */
    private static int tightness(JqToken token) {
        if (token.kind() == Kind.KEYWORD) {
            return token.text().equals("or") ? OR : token.text().equals("and") ? AND : 0;
        }
        if (token.kind() != Kind.SYMBOL) {
            return 0;
        }
        return switch (token.text()) {
            case "//" -> ALTERNATIVE;
            case "=", "|=", "+=", "-=", "*=", "/=", "%=", "//=" -> ASSIGNMENT;
            case "==", "!=", "<", "<=", ">", ">=" -> COMPARISON;
            case "+", "-" -> SUM;
            case "*", "/", "%" -> PRODUCT;
            default -> 0;
        };
    }

    private static Expression combine(String operator, Expression left, Expression right) {
        return switch (operator) {
            case "//" -> new Expression.Alternative(left, right);
            case "=" -> new Expression.Assign(left, right);
            case "|=" -> new Expression.Update(left, right);
            case "//=" -> new Expression.AlternativeUpdate(left, right);
            case "+=", "-=", "*=", "/=", "%=" -> new Expression.ArithmeticUpdate(
                    BINARY.get(operator.substring(0, 1)), left, right);
            case "or" -> new Expression.Or(left, right);
            case "and" -> new Expression.And(left, right);
            default -> new Expression.Binary(BINARY.get(operator), left, right);
        };
    }

    private Expression operand() {
        JqToken first = tokens.peek();
        if (tokens.acceptSymbol("-")) {
            tokens.enter();
            Expression operand = operand();
            tokens.leave();
            return tokens.placed(first, LiteralFactory.negate(operand));
        }
        return terms.term();
    }

    private Expression define() {
        tokens.expectKeyword("def");
        JqToken name = tokens.next();
        if (name.kind() != Kind.NAME && name.kind() != Kind.KEYWORD) {
            throw tokens.error(name, "Unexpected " + name.description() + "; expected the name of a function");
        }
        List<JqToken> parameters = parameters();
        tokens.expectSymbol(":");
        int size = bindings.size();
        bindings.bindFunction(name.text(), parameters.size());
        parameters.forEach(parameter -> bindings.bindParameter(parameter.text()));
        Expression body = body(parameters, size + 1);
        tokens.expectSymbol(";");
        bindings.truncate(size + 1);
        Expression rest = query();
        bindings.truncate(size);
        return new Expression.Define(name.text(), parameters.size(), body, rest);
    }

    private List<JqToken> parameters() {
        List<JqToken> parameters = new ArrayList<>();
        if (tokens.acceptSymbol("(")) {
            do {
                JqToken parameter = tokens.next();
                if (parameter.kind() != Kind.NAME && parameter.kind() != Kind.KEYWORD
                        && parameter.kind() != Kind.VARIABLE) {
                    throw tokens.error(parameter,
                            "Unexpected " + parameter.description() + "; expected the name of a parameter");
                }
                parameters.add(parameter);
            } while (tokens.acceptSymbol(";"));
            tokens.expectSymbol(")");
        }
        return parameters;
    }

    /** The body of a function. A parameter {@code $x} is bound to each result of the argument, the first outermost. */
    private Expression body(List<JqToken> parameters, int firstParameter) {
        List<JqToken> bound = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).kind() == Kind.VARIABLE) {
                bound.add(parameters.get(i));
                indexes.add(bindings.size() - 1 - (firstParameter + i));
                bindings.bindVariable(parameters.get(i).text());
            }
        }
        Expression body = query();
        for (int i = bound.size() - 1; i >= 0; i--) {
            body = new Expression.Bind(new Expression.Call(indexes.get(i), List.of()),
                    List.of(new BindingPattern.Single(bound.get(i).text())), body);
        }
        return body;
    }
}
