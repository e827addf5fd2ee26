package dev.cairn.jq.link;

import java.util.LinkedHashSet;
import java.util.Set;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.Expression.Builtin;
import dev.cairn.jq.tree.Expression.Field;
import dev.cairn.jq.tree.Expression.Identity;
import dev.cairn.jq.tree.Expression.Index;
import dev.cairn.jq.tree.Expression.Iterate;
import dev.cairn.jq.tree.Expression.Literal;
import dev.cairn.jq.tree.Expression.Optional;
import dev.cairn.jq.tree.Expression.Pipe;
import dev.cairn.jq.tree.Expression.Slice;
import dev.cairn.jq.tree.Expression.Variable;
import dev.cairn.jq.tree.ExpressionChildren;

/**
 * Facts of an expression that are known without evaluating it.
 *
 * @param variables the names of the variables that come from outside
 * @param reads the reads of these variables; each variable appears at least once
 * @param usesNow true if the expression reads the clock, so that two evaluations may differ
 */
public record ExpressionVariableUse(Set<String> variables, Set<VariableRead> reads, boolean usesNow) {

    /**
     * A use of a variable from outside.
     *
     * @param variable its name
     * @param key the first key that is read off it, as in {@code $task.startedAt}; null if the variable is used whole
     */
    public record VariableRead(String variable, String key) {}

    /** True if the expression may see the given key of the variable: it reads the key, or uses the variable as a whole. */
    public boolean mayRead(String variable, String key) {
        return reads.contains(new VariableRead(variable, key)) || reads.contains(new VariableRead(variable, null));
    }

    /** Looks through the whole expression. */
    public static ExpressionVariableUse of(Expression expression) {
        Finder finder = new Finder();
        finder.visit(expression, null);
        return new ExpressionVariableUse(Set.copyOf(finder.variables), Set.copyOf(finder.reads), finder.usesNow);
    }

    private static final class Finder {
        private final Set<String> variables = new LinkedHashSet<>();
        private final Set<VariableRead> reads = new LinkedHashSet<>();
        private boolean usesNow;

        /** @param key the first key that is read off the result of the expression, or null */
        void visit(Expression expression, String key) {
            if (expression instanceof Variable variable) {
                variables.add(variable.name());
                reads.add(new VariableRead(variable.name(), key));
            } else if (expression instanceof Field field) {
                visit(field.target(), field.name());
            } else if (expression instanceof Index index && index.key() instanceof Literal literal
                    && literal.value().isTextual()) {
                visit(index.target(), literal.value().textValue());
            } else if (expression instanceof Optional optional) {
                visit(optional.access(), key);
            } else if (expression instanceof Pipe pipe) {
                visit(pipe.left(), firstKey(pipe.right()));
                visit(pipe.right(), key);
            } else {
                if (expression instanceof Builtin builtin && BuiltinFunctions.readsClock(builtin.name())) {
                    usesNow = true;
                }
                ExpressionChildren.of(expression).forEach(child -> visit(child, null));
            }
        }

        /** The key that an expression reads off its input before anything else, or null if it does otherwise. */
        private static String firstKey(Expression expression) {
            String key = null;
            Expression current = expression;
            while (!(current instanceof Identity)) {
                if (current instanceof Field field) {
                    key = field.name();
                    current = field.target();
                } else if (current instanceof Index index && index.key() instanceof Literal literal) {
                    key = literal.value().textValue();
                    current = index.target();
                } else if (current instanceof Iterate iterate) {
                    key = null;
                    current = iterate.target();
                } else if (current instanceof Slice slice && slice.from() instanceof Literal
                        && slice.to() instanceof Literal) {
                    key = null;
                    current = slice.target();
                } else if (current instanceof Optional optional) {
                    current = optional.access();
                } else if (current instanceof Pipe pipe) {
                    key = null;
                    current = pipe.left();
                } else {
                    return null;
                }
            }
            return key;
        }
    }
}
