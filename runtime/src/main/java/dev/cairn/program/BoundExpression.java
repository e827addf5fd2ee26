package dev.cairn.program;

import java.util.List;

import dev.cairn.jq.tree.Expression;

/**
 * An expression with all its variables accounted for.
 *
 * @param expression the tree
 * @param bindings one for each free variable
 */
public record BoundExpression(Expression expression, List<VariableBinding> bindings) {

    public BoundExpression {
        bindings = List.copyOf(bindings);
    }
}
