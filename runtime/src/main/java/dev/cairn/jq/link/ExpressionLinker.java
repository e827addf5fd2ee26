package dev.cairn.jq.link;

import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.VariableReader;
import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.ConstructionNodes;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.Expression.ArithmeticUpdate;
import dev.cairn.jq.tree.Expression.Builtin;
import dev.cairn.jq.tree.Expression.Call;
import dev.cairn.jq.tree.Expression.Field;
import dev.cairn.jq.tree.Expression.Foreach;
import dev.cairn.jq.tree.Expression.Identity;
import dev.cairn.jq.tree.Expression.Reduce;
import dev.cairn.jq.tree.Expression.Update;
import dev.cairn.jq.tree.ExpressionChildren;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueException;

/**
 * Turns expressions into closures, once. Evaluation then interprets nothing and looks up nothing by name but the fields of
 * objects.
 */
public final class ExpressionLinker {

    private static final BindingEnvironment STATELESS = BindingEnvironment.empty();

    private ExpressionLinker() {}

    /**
     * Links an expression.
     *
     * @param variables gives the reader of each variable from outside; called while linking, once per use
     * @throws IllegalArgumentException if a variable has no reader, or the expression refers to what does not exist (an
     *         unknown builtin or binding), which no expression made by the parser does
     */
    public static CompiledExpression link(Expression expression, Function<String, VariableReader> variables) {
        return link(expression, new NodeBuilder(variables, null));
    }

    static CompiledExpression link(Expression expression, NodeBuilder builder) {
        EvaluationNode code = ConstructionNodes.Single.of(builder.build(expression, LinkScope.EMPTY));
        if (code instanceof LeafNodes.Constant constant) {
            JsonNode value = constant.value;
            return (scope, input) -> value;
        }
        return new Linked(code, builder.usesCalls() || builder.keepers() > 0, builder.keepers(), mayBeInfinite(expression),
                mayRepeat(expression));
    }

    private static boolean mayBeInfinite(Expression expression) {
        if (expression instanceof Builtin builtin && BuiltinFunctions.mayBeInfinite(builtin)) {
            return true;
        }
        return ExpressionChildren.of(expression).stream().anyMatch(ExpressionLinker::mayBeInfinite);
    }

    /**
     * True if a few operations may put the same part at very many positions of the result: the case for expressions that change
     * their own result again.
     */
    private static boolean mayRepeat(Expression expression) {
        boolean repeats = expression instanceof Reduce || expression instanceof Foreach || expression instanceof Call
                || expression instanceof Update update && !isOnePlace(update.target())
                || expression instanceof ArithmeticUpdate changed && !isOnePlace(changed.target())
                || expression instanceof Builtin builtin
                        && (BuiltinFunctions.recurses(builtin) || builtin.name().equals("walk"));
        return repeats || ExpressionChildren.of(expression).stream().anyMatch(ExpressionLinker::mayRepeat);
    }

    /** True if a target is a field of fields, which is changed once. */
    private static boolean isOnePlace(Expression target) {
        return target instanceof Identity || target instanceof Field field && isOnePlace(field.target());
    }

    private record Linked(EvaluationNode code, boolean hasState, int keepers, boolean mayBeInfinite, boolean mayRepeat)
            implements CompiledExpression {

        @Override
        public JsonNode evaluate(EvaluationHost scope, JsonNode input) {
            try {
                scope.beginEvaluation();
                JsonNode value = code.eval(scope, hasState ? BindingEnvironment.start(keepers) : STATELESS, input);
                if (mayRepeat) {
                    EvaluationCharges.chargeTree(scope, value, 0);
                }
                return mayBeInfinite ? JqValues.finite(value, scope) : value;
            } catch (ExpressionException e) {
                throw e;
            } catch (ValueException | EvaluationLimitException e) {
                throw new ExpressionException(e.getMessage());
            } catch (StackOverflowError e) {
                // Evaluation changes nothing outside of itself, so there is nothing to repair.
                throw new ExpressionException("The expression is nested too deep to be evaluated");
            }
        }
    }
}
