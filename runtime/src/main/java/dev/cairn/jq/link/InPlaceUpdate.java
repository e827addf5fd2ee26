package dev.cairn.jq.link;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.AssignNodes;
import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.InputRetention;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.PathEditor;
import dev.cairn.jq.value.PathOperations;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.value.JqValues;

/**
 * The update of a {@code reduce} that sets fields or elements of what it builds, or adds some. It changes an array or object in place
 * that it has copied once, so that a loop takes time in proportion to its turns. Nothing else may refer to a copy, or its change would
 * be seen there. Most forms copy the value itself alone: their operands may have parts of it, but {@link InputRetention#WHOLE} rules a form
 * out. {@link ChangeInside} copies parts as well: its operand and keys must not look at the value.
 */
abstract class InPlaceUpdate {

    /** The value after a turn, or null if the turn has no result. */
    abstract JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor);

    /** The update in this form, or null if it is another one. */
    static InPlaceUpdate of(NodeBuilder builder, Expression update, LinkScope scope) {
        if (update instanceof Expression.Pipe pipe) {
            InPlaceUpdate first = of(builder, pipe.left(), scope);
            InPlaceUpdate second = first == null ? null : of(builder, pipe.right(), scope);
            return second == null ? null : new Sequence(first, second);
        } else if (update instanceof Expression.If choice) {
            return choice(builder, choice, scope);
        } else if (update instanceof Expression.Binary sum) {
            boolean adds = sum.operator() == BinaryOperator.ADD && sum.left() instanceof Expression.Identity;
            EvaluationNode added = adds ? operand(builder, sum.right(), scope) : null;
            return added == null ? null : new Add(added);
        } else if (update instanceof Expression.Assign assign) {
            return change(builder, assign.target(), assign.value(), scope, null);
        } else if (update instanceof Expression.ArithmeticUpdate change) {
            return change(builder, change.target(), change.value(), scope, ValueOperators.of(change.operator()));
        } else if (update instanceof Expression.AlternativeUpdate change) {
            return change(builder, change.target(), change.value(), scope, AssignNodes.ALTERNATIVE);
        } else if (update instanceof Expression.Update change) {
            EvaluationNode key = key(builder, change.target(), scope);
            return key == null ? null : new Replace(key, ResultFilterNodes.First.of(builder.build(change.update(), scope)));
        }
        return null;
    }

    private static InPlaceUpdate choice(NodeBuilder builder, Expression.If choice, LinkScope scope) {
        EvaluationNode condition = builder.build(choice.condition(), scope);
        InPlaceUpdate consequent = branch(builder, choice.consequent(), scope);
        InPlaceUpdate otherwise = branch(builder, choice.otherwise(), scope);
        return consequent == null || otherwise == null || !condition.isDirect() ? null
                : new Choice(condition, consequent, otherwise);
    }

    private static InPlaceUpdate branch(NodeBuilder builder, Expression branch, LinkScope scope) {
        return branch instanceof Expression.Identity ? new Same() : of(builder, branch, scope);
    }

    private static InPlaceUpdate change(NodeBuilder builder, Expression target, Expression value, LinkScope scope,
            ValueOperators.Operation operation) {
        EvaluationNode key = key(builder, target, scope);
        EvaluationNode operand = key == null ? null : operand(builder, value, scope);
        return operand == null ? null : new Change(key, operand, operation);
    }

    /**
     * The update if it changes one nested place whose path consists of variables alone. The values on the path are changed in
     * place as well, so a value that shares a part of the input would see the change.
     */
    static InPlaceUpdate inside(NodeBuilder builder, Expression update, LinkScope scope) {
        if (update instanceof Expression.Assign assign) {
            return inside(builder, assign.target(), assign.value(), scope, null);
        } else if (update instanceof Expression.ArithmeticUpdate change) {
            return inside(builder, change.target(), change.value(), scope, ValueOperators.of(change.operator()));
        }
        return null;
    }

    private static InPlaceUpdate inside(NodeBuilder builder, Expression target, Expression value, LinkScope scope,
            ValueOperators.Operation operation) {
        List<EvaluationNode> keys = new ArrayList<>();
        Expression current = target;
        while (!(current instanceof Expression.Identity)) {
            Expression key = current instanceof Expression.Index index ? index.key() : null;
            if (current instanceof Expression.Field field) {
                key = Expression.literal(TextNode.valueOf(field.name()));
            }
            if (key == null || InputIndependenceAnalysis.variables(key) == null) {
                return null;
            }
            keys.add(0, builder.build(key, scope));
            current = current instanceof Expression.Field field ? field.target() : ((Expression.Index) current).target();
        }
        EvaluationNode operand = InputIndependenceAnalysis.variables(value) == null ? null : builder.build(value, scope);
        boolean isDirect = operand != null && operand.isDirect() && keys.stream().allMatch(EvaluationNode::isDirect);
        return isDirect ? new ChangeInside(keys.toArray(EvaluationNode[]::new), operand, operation) : null;
    }

    /** The code of an operand that has one result, in which the input itself is not; else null. */
    private static EvaluationNode operand(NodeBuilder builder, Expression operand, LinkScope scope) {
        EvaluationNode code = InputRetention.of(operand) == InputRetention.WHOLE ? null : builder.build(operand, scope);
        return code == null || !code.isDirect() ? null : code;
    }

    /** The key of a field or an element of the input itself; null for any other target. */
    private static EvaluationNode key(NodeBuilder builder, Expression target, LinkScope scope) {
        if (target instanceof Expression.Field field && field.target() instanceof Expression.Identity) {
            return new LeafNodes.Constant(TextNode.valueOf(field.name()));
        }
        return target instanceof Expression.Index index && index.target() instanceof Expression.Identity
                ? operand(builder, index.key(), scope)
                : null;
    }

    private static final class Same extends InPlaceUpdate {

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            return value;
        }
    }

    private static final class Sequence extends InPlaceUpdate {
        private final InPlaceUpdate first;
        private final InPlaceUpdate second;

        private Sequence(InPlaceUpdate first, InPlaceUpdate second) {
            this.first = first;
            this.second = second;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode between = first.apply(scope, locals, value, editor);
            return between == null ? null : second.apply(scope, locals, between, editor);
        }
    }

    private static final class Choice extends InPlaceUpdate {
        private final EvaluationNode condition;
        private final InPlaceUpdate consequent;
        private final InPlaceUpdate otherwise;

        private Choice(EvaluationNode condition, InPlaceUpdate consequent, InPlaceUpdate otherwise) {
            this.condition = condition;
            this.consequent = consequent;
            this.otherwise = otherwise;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode decision = condition.eval(scope, locals, value);
            return decision == null ? null
                    : (JqValues.truthy(decision) ? consequent : otherwise).apply(scope, locals, value, editor);
        }
    }

    /** {@code . + added}. */
    private static final class Add extends InPlaceUpdate {
        private final EvaluationNode added;

        private Add(EvaluationNode added) {
            this.added = added;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode more = added.eval(scope, locals, value);
            if (more instanceof ObjectNode fields && value instanceof ObjectNode) {
                EvaluationCharges.chargeCopies(scope, fields.size());
                EvaluationCharges.chargeKeys(scope, fields);
                ObjectNode object = editor.ownObject(value);
                fields.forEachEntry(object::set);
                return object;
            }
            if (more instanceof ArrayNode elements && value instanceof ArrayNode) {
                EvaluationCharges.checkElements((double) value.size() + elements.size());
                EvaluationCharges.chargeCopies(scope, elements.size());
                return editor.ownArray(value).addAll(elements);
            }
            return more == null ? null : ValueOperators.add(scope, value, more);
        }
    }

    /** {@code .[key] = operand}, or with an operation {@code .[key] operation= operand}. */
    private static final class Change extends InPlaceUpdate {
        private final EvaluationNode key;
        private final EvaluationNode operand;
        /** Null to set the operand itself. */
        private final ValueOperators.Operation operation;

        private Change(EvaluationNode key, EvaluationNode operand, ValueOperators.Operation operation) {
            this.key = key;
            this.operand = operand;
            this.operation = operation;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode assigned = operand.eval(scope, locals, value);
            JsonNode where = assigned == null ? null : key.eval(scope, locals, value);
            if (where == null) {
                return assigned == null ? null : value;
            }
            JsonNode old = ValueAccess.index(scope, value, where);
            return editor.setKey(value, where, operation == null ? assigned : operation.apply(scope, old, assigned));
        }
    }

    /** {@code .a[key] = operand}, or with an operation. */
    private static final class ChangeInside extends InPlaceUpdate {
        private final EvaluationNode[] keys;
        private final EvaluationNode operand;
        /** Null to set the operand itself. */
        private final ValueOperators.Operation operation;

        private ChangeInside(EvaluationNode[] keys, EvaluationNode operand, ValueOperators.Operation operation) {
            this.keys = keys;
            this.operand = operand;
            this.operation = operation;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode assigned = operand.eval(scope, locals, value);
            if (assigned == null) {
                return null;
            }
            ArrayNode path = JsonNodeFactory.instance.arrayNode(keys.length);
            JsonNode old = value;
            for (EvaluationNode key : keys) {
                JsonNode where = key.eval(scope, locals, value);
                if (where == null) {
                    return value;
                }
                path.add(where);
                old = ValueAccess.index(scope, old, where);
            }
            return editor.set(value, path, operation == null ? assigned : operation.apply(scope, old, assigned));
        }
    }

    /** {@code .[key] |= update}. */
    private static final class Replace extends InPlaceUpdate {
        private final EvaluationNode key;
        private final EvaluationNode update;

        private Replace(EvaluationNode key, EvaluationNode update) {
            this.key = key;
            this.update = update;
        }

        @Override
        JsonNode apply(EvaluationHost scope, BindingEnvironment locals, JsonNode value, PathEditor editor) {
            JsonNode where = key.eval(scope, locals, value);
            if (where == null) {
                return value;
            }
            JsonNode result = update.eval(scope, locals, ValueAccess.index(scope, value, where));
            if (result != null) {
                return editor.setKey(value, where, result);
            }
            ArrayNode path = JsonNodeFactory.instance.arrayNode().add(where);
            return PathOperations.delete(scope, value, JsonNodeFactory.instance.arrayNode().add(path));
        }
    }
}
