package dev.cairn.compiler.jq;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.Expression;

/** Parses jq. Names that an expression binds itself are resolved; {@code $name} of any other stays a free variable. */
public final class JqParser {

    private JqParser() {}

    /**
     * Parses an expression.
     *
     * @param text without the {@code ${ }} that may surround it in a definition
     * @throws JqSyntaxException if the text is no expression, or uses a function that does not exist or is not supported
     */
    public static Expression parse(String text) {
        return parse(text, List.of());
    }

    /**
     * Parses an expression that becomes the body of bindings of variables.
     *
     * @param bound the names of the variables, the innermost last
     * @throws JqSyntaxException as {@link #parse(String)}
     */
    public static Expression parse(String text, List<String> bound) {
        JqTextLocator source = new JqTextLocator(text);
        return parse(new TokenStream(source, JqLexer.tokens(source), null), bound);
    }

    /**
     * As {@link #parse(String)}, with the places of terms and operators in the text.
     *
     * @throws JqSyntaxException as {@link #parse(String)}
     */
    public static PositionedExpressionTree parsePlaced(String text) {
        JqTextLocator source = new JqTextLocator(text);
        IdentityHashMap<Expression, TextRange> places = new IdentityHashMap<>();
        return new PositionedExpressionTree(parse(new TokenStream(source, JqLexer.tokens(source), places), List.of()), places);
    }

    private static Expression parse(TokenStream tokens, List<String> bound) {
        QueryParser parser = new QueryParser(tokens, bound);
        Expression expression = parser.query();
        tokens.expectEnd();
        return expression;
    }

    /** All functions that an expression may call, as {@code name/arguments}; formats are named {@code @name}. */
    public static Set<String> functions() {
        return BuiltinFunctions.signatures();
    }
}
