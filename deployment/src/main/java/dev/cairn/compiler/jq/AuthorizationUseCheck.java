package dev.cairn.compiler.jq;

import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.ExpressionChildren;

/**
 * Finds uses of {@code $authorization.parameter} that compute with it. The parameter is put into the request when the request is made,
 * so an expression sees a stand-in for it: the stand-in can be moved, and added to other text.
 */
public final class AuthorizationUseCheck {

    private static final String AUTHORIZATION = "authorization";

    private AuthorizationUseCheck() {}

    /** True if the expression does no more with the parameter than put it into a value or a text. */
    public static boolean isMovedOnly(Expression expression) {
        if (isParameter(expression) || !reads(expression)) {
            return true;
        }
        boolean keeps = expression instanceof Expression.Interpolation text && text.format() == null
                || expression instanceof Expression.Binary sum && sum.operator() == BinaryOperator.ADD
                || expression instanceof Expression.Comma || expression instanceof Expression.ObjectConstruction
                || expression instanceof Expression.ArrayConstruction
                || expression instanceof Expression.ObjectTemplate || expression instanceof Expression.ArrayTemplate
                || expression instanceof Expression.If choice && !reads(choice.condition());
        return keeps && ExpressionChildren.of(expression).stream().allMatch(AuthorizationUseCheck::isMovedOnly);
    }

    /** {@code $authorization.scheme} is known, and anything can be done with it. */
    private static boolean reads(Expression expression) {
        if (expression instanceof Expression.Field field && isVariable(field.target())) {
            return !field.name().equals("scheme");
        }
        return isVariable(expression) || ExpressionChildren.of(expression).stream().anyMatch(AuthorizationUseCheck::reads);
    }

    private static boolean isParameter(Expression expression) {
        return isVariable(expression) || expression instanceof Expression.Field field && isVariable(field.target());
    }

    private static boolean isVariable(Expression expression) {
        return expression instanceof Expression.Variable variable && variable.name().equals(AUTHORIZATION);
    }
}
