package dev.cairn.jq.link;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.Expression.Bind;
import dev.cairn.jq.tree.Expression.Builtin;
import dev.cairn.jq.tree.Expression.Identity;
import dev.cairn.jq.tree.Expression.Literal;
import dev.cairn.jq.tree.Expression.Local;
import dev.cairn.jq.tree.Expression.Pipe;
import dev.cairn.jq.tree.Expression.Reduce;
import dev.cairn.jq.tree.Expression.Variable;
import dev.cairn.jq.tree.ExpressionChildren;

/** Tells if an expression gives the same result for every input, as long as variables have the same values. */
final class InputIndependenceAnalysis {

    /** Functions that do not look at their input, other than by their arguments. */
    private static final Set<String> WITHOUT_INPUT = Set.of("range", "empty");

    private final Set<Expression> variables = new LinkedHashSet<>();

    private InputIndependenceAnalysis() {}

    /**
     * The variables that an expression depends on, if it depends on nothing else.
     *
     * @return {@link Variable}s and {@link Local}s, as they are counted at the position of the expression; null if it depends
     *         on its input or on the time, or if that is unknown
     */
    static Set<Expression> variables(Expression expression) {
        InputIndependenceAnalysis unvarying = new InputIndependenceAnalysis();
        return unvarying.visit(expression, 0, false) ? unvarying.variables : null;
    }

    /**
     * @param bound number of variables that the whole expression has bound at the position of this part
     * @param isOwn true if the whole expression made the input of the part itself
     * @return true if the part depends on nothing but variables and such an input
     */
    private boolean visit(Expression part, int bound, boolean isOwn) {
        if (part instanceof Identity) {
            return isOwn;
        } else if (part instanceof Literal) {
            return true;
        } else if (part instanceof Variable) {
            variables.add(part);
            return true;
        } else if (part instanceof Local local) {
            if (local.index() >= bound) {
                variables.add(new Local(local.index() - bound));
            }
            return true;
        } else if (part instanceof Pipe pipe) {
            return visit(pipe.left(), bound, isOwn) && visit(pipe.right(), bound, true);
        } else if (part instanceof Bind bind) {
            return isOne(bind.patterns()) && visit(bind.source(), bound, isOwn) && visit(bind.body(), bound + 1, isOwn);
        } else if (part instanceof Reduce reduce) {
            return isOne(reduce.patterns()) && visit(reduce.source(), bound, isOwn) && visit(reduce.initial(), bound, isOwn)
                    && visit(reduce.update(), bound + 1, true);
        } else if (part instanceof Builtin builtin) {
            return (isOwn || WITHOUT_INPUT.contains(builtin.name())) && !BuiltinFunctions.readsClock(builtin.name())
                    && !BuiltinFunctions.recurses(builtin) && all(builtin.arguments(), bound, isOwn);
        }
        return looksAtInputByParts(part) && all(ExpressionChildren.of(part), bound, isOwn);
    }

    private static boolean isOne(List<BindingPattern> patterns) {
        return patterns.size() == 1 && patterns.get(0) instanceof BindingPattern.Single;
    }

    private boolean all(List<Expression> parts, int bound, boolean isOwn) {
        return parts.stream().allMatch(part -> visit(part, bound, isOwn));
    }

    /** Forms that bind nothing, and all of whose parts have the input of the whole. */
    private static boolean looksAtInputByParts(Expression part) {
        return part instanceof Expression.Field || part instanceof Expression.Index || part instanceof Expression.Slice
                || part instanceof Expression.Iterate || part instanceof Expression.Optional || part instanceof Expression.Comma
                || part instanceof Expression.Negate || part instanceof Expression.Binary || part instanceof Expression.And
                || part instanceof Expression.Or || part instanceof Expression.Alternative || part instanceof Expression.If
                || part instanceof Expression.ArrayConstruction || part instanceof Expression.ObjectConstruction
                || part instanceof Expression.ArrayTemplate || part instanceof Expression.ObjectTemplate
                || part instanceof Expression.Interpolation;
    }
}
