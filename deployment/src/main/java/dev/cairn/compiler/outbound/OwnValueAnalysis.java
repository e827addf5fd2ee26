package dev.cairn.compiler.outbound;

import java.util.List;
import java.util.Set;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.ExpressionChildren;

/**
 * Finds expressions whose value the application alone decides: they read literals, {@code $secrets}, {@code $config} and
 * {@code $runtime}, and nothing else. Input can influence any other expression.
 */
final class OwnValueAnalysis {

    private static final Set<String> OF_APPLICATION = Set.of("secrets", "runtime", ConfigCatalog.CONFIG);

    private OwnValueAnalysis() {}

    /** True if the application alone decides the value. */
    static boolean isOwn(Expression value) {
        return isOwn(value, false, null);
    }

    /**
     * @param ownInput true if the application decides the input of the expression
     * @param scope the innermost binding around the expression; null for none
     */
    private static boolean isOwn(Expression value, boolean ownInput, Scope scope) {
        if (value instanceof Expression.Identity) {
            return ownInput;
        } else if (value instanceof Expression.Variable variable) {
            return OF_APPLICATION.contains(variable.name());
        } else if (value instanceof Expression.Local local) {
            return Scope.isOwn(scope, local.index());
        } else if (value instanceof Expression.Call call) {
            return ownInput && Scope.isOwn(scope, call.index()) && all(call.arguments(), true, scope);
        } else if (value instanceof Expression.Builtin function) {
            // A function may read its input without naming it.
            return ownInput && all(function.arguments(), true, scope);
        } else if (value instanceof Expression.Pipe pipe) {
            return isOwn(pipe.left(), ownInput, scope) && isOwn(pipe.right(), true, scope);
        } else if (value instanceof Expression.Bind bind) {
            return isOne(bind.patterns()) && isOwn(bind.source(), ownInput, scope)
                    && isOwn(bind.body(), ownInput, new Scope(scope, true));
        } else if (value instanceof Expression.Reduce reduce) {
            return isOne(reduce.patterns()) && all(List.of(reduce.source(), reduce.initial()), ownInput, scope)
                    && isOwn(reduce.update(), true, new Scope(scope, true));
        } else if (value instanceof Expression.Foreach || value instanceof Expression.Label) {
            return false;
        } else if (value instanceof Expression.Define define) {
            return isOwn(define.rest(), ownInput, new Scope(scope, isOwnFunction(define, scope)));
        }
        return all(ExpressionChildren.of(value), ownInput, scope);
    }

    /** True if the results of a function are the application's whenever its input and arguments are. */
    private static boolean isOwnFunction(Expression.Define define, Scope scope) {
        Scope inside = new Scope(scope, true);
        for (int i = 0; i < define.parameters(); i++) {
            inside = new Scope(inside, true);
        }
        return isOwn(define.body(), true, inside);
    }

    private static boolean isOne(List<BindingPattern> patterns) {
        return patterns.size() == 1 && patterns.get(0) instanceof BindingPattern.Single;
    }

    private static boolean all(List<Expression> parts, boolean ownInput, Scope scope) {
        return parts.stream().allMatch(part -> isOwn(part, ownInput, scope));
    }

    /**
     * A binding of the expression: a variable, a function or a parameter.
     *
     * @param outer the next binding, or null
     * @param own true if the application decides its value
     */
    private record Scope(Scope outer, boolean own) {

        static boolean isOwn(Scope innermost, int index) {
            Scope found = innermost;
            for (int i = 0; i < index && found != null; i++) {
                found = found.outer;
            }
            return found != null && found.own;
        }
    }
}
