package dev.cairn.expression;

import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.expression.Expression.ArithmeticUpdate;
import dev.cairn.expression.Expression.Builtin;
import dev.cairn.expression.Expression.Call;
import dev.cairn.expression.Expression.Field;
import dev.cairn.expression.Expression.Foreach;
import dev.cairn.expression.Expression.Identity;
import dev.cairn.expression.Expression.Reduce;
import dev.cairn.expression.Expression.Update;
import dev.cairn.value.ValueException;
import dev.cairn.value.Values;

/**
 * Turns expressions into closures, once. Evaluation then interprets nothing and looks up nothing by name but the fields of
 * objects.
 */
public final class ExpressionLinker {

    private static final Locals STATELESS = Locals.empty();

    private ExpressionLinker() {}

    /**
     * Links an expression.
     *
     * @param variables gives the reader of each variable from outside; called while linking, once per use
     * @throws IllegalArgumentException if a variable has no reader, or the expression refers to what does not exist (an
     *         unknown builtin or binding), which no expression made by the parser does
     */
    public static CompiledExpression link(Expression expression, Function<String, VariableReader> variables) {
        return link(expression, new CodeBuilder(variables, null));
    }

    static CompiledExpression link(Expression expression, CodeBuilder builder) {
        Code code = ConstructionCodes.Single.of(builder.build(expression, LinkScope.EMPTY));
        if (code instanceof BasicCodes.Constant constant) {
            JsonNode value = constant.value;
            return (scope, input) -> value;
        }
        return new Linked(code, builder.usesCalls() || builder.keepers() > 0, builder.keepers(), mayBeInfinite(expression),
                mayRepeat(expression));
    }

    private static boolean mayBeInfinite(Expression expression) {
        if (expression instanceof Builtin builtin && Builtins.mayBeInfinite(builtin)) {
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
                        && (Builtins.recurses(builtin) || builtin.name().equals("walk"));
        return repeats || ExpressionChildren.of(expression).stream().anyMatch(ExpressionLinker::mayRepeat);
    }

    /** True if a target is a field of fields, which is changed once. */
    private static boolean isOnePlace(Expression target) {
        return target instanceof Identity || target instanceof Field field && isOnePlace(field.target());
    }

    private record Linked(Code code, boolean hasState, int keepers, boolean mayBeInfinite, boolean mayRepeat)
            implements CompiledExpression {

        @Override
        public JsonNode evaluate(Scope scope, JsonNode input) {
            try {
                scope.beginEvaluation();
                JsonNode value = code.eval(scope, hasState ? Locals.start(keepers) : STATELESS, input);
                if (mayRepeat) {
                    Work.chargeTree(scope, value, 0);
                }
                return mayBeInfinite ? Values.finite(value, scope) : value;
            } catch (ExpressionException e) {
                throw e;
            } catch (ValueException | LimitException e) {
                throw new ExpressionException(e.getMessage());
            } catch (StackOverflowError e) {
                // Evaluation changes nothing outside of itself, so there is nothing to repair.
                throw new ExpressionException("The expression is nested too deep to be evaluated");
            }
        }
    }
}
