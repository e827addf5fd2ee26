package dev.cairn.expression;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Values;

/**
 * The update of a {@code reduce} that sets fields or elements of what it builds, or adds some. It changes an array or object in place
 * that it has copied once, so that a loop takes time in proportion to its turns. Nothing else may refer to a copy, or its change would
 * be seen there. Most forms copy the value itself alone: their operands may have parts of it, but {@link InputUse#WHOLE} rules a form
 * out. {@link ChangeInside} copies parts as well: its operand and keys must not look at the value.
 */
abstract class GrowingUpdate {

    /** The value after a turn, or null if the turn has no result. */
    abstract JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor);

    /** The update in this form, or null if it is another one. */
    static GrowingUpdate of(CodeBuilder builder, Expression update, LinkScope scope) {
        if (update instanceof Expression.Pipe pipe) {
            GrowingUpdate first = of(builder, pipe.left(), scope);
            GrowingUpdate second = first == null ? null : of(builder, pipe.right(), scope);
            return second == null ? null : new Sequence(first, second);
        } else if (update instanceof Expression.If choice) {
            return choice(builder, choice, scope);
        } else if (update instanceof Expression.Binary sum) {
            boolean adds = sum.operator() == BinaryOperator.ADD && sum.left() instanceof Expression.Identity;
            Code added = adds ? operand(builder, sum.right(), scope) : null;
            return added == null ? null : new Add(added);
        } else if (update instanceof Expression.Assign assign) {
            return change(builder, assign.target(), assign.value(), scope, null);
        } else if (update instanceof Expression.ArithmeticUpdate change) {
            return change(builder, change.target(), change.value(), scope, Operators.of(change.operator()));
        } else if (update instanceof Expression.AlternativeUpdate change) {
            return change(builder, change.target(), change.value(), scope, AssignCodes.ALTERNATIVE);
        } else if (update instanceof Expression.Update change) {
            Code key = key(builder, change.target(), scope);
            return key == null ? null : new Replace(key, FilterCodes.First.of(builder.build(change.update(), scope)));
        }
        return null;
    }

    private static GrowingUpdate choice(CodeBuilder builder, Expression.If choice, LinkScope scope) {
        Code condition = builder.build(choice.condition(), scope);
        GrowingUpdate consequent = branch(builder, choice.consequent(), scope);
        GrowingUpdate otherwise = branch(builder, choice.otherwise(), scope);
        return consequent == null || otherwise == null || !condition.isDirect() ? null
                : new Choice(condition, consequent, otherwise);
    }

    private static GrowingUpdate branch(CodeBuilder builder, Expression branch, LinkScope scope) {
        return branch instanceof Expression.Identity ? new Same() : of(builder, branch, scope);
    }

    private static GrowingUpdate change(CodeBuilder builder, Expression target, Expression value, LinkScope scope,
            Operators.Operation operation) {
        Code key = key(builder, target, scope);
        Code operand = key == null ? null : operand(builder, value, scope);
        return operand == null ? null : new Change(key, operand, operation);
    }

    /**
     * The update if it changes one nested place whose path consists of variables alone. The values on the path are changed in
     * place as well, so a value that shares a part of the input would see the change.
     */
    static GrowingUpdate inside(CodeBuilder builder, Expression update, LinkScope scope) {
        if (update instanceof Expression.Assign assign) {
            return inside(builder, assign.target(), assign.value(), scope, null);
        } else if (update instanceof Expression.ArithmeticUpdate change) {
            return inside(builder, change.target(), change.value(), scope, Operators.of(change.operator()));
        }
        return null;
    }

    private static GrowingUpdate inside(CodeBuilder builder, Expression target, Expression value, LinkScope scope,
            Operators.Operation operation) {
        List<Code> keys = new ArrayList<>();
        Expression current = target;
        while (!(current instanceof Expression.Identity)) {
            Expression key = current instanceof Expression.Index index ? index.key() : null;
            if (current instanceof Expression.Field field) {
                key = Expression.literal(TextNode.valueOf(field.name()));
            }
            if (key == null || Unvarying.variables(key) == null) {
                return null;
            }
            keys.add(0, builder.build(key, scope));
            current = current instanceof Expression.Field field ? field.target() : ((Expression.Index) current).target();
        }
        Code operand = Unvarying.variables(value) == null ? null : builder.build(value, scope);
        boolean isDirect = operand != null && operand.isDirect() && keys.stream().allMatch(Code::isDirect);
        return isDirect ? new ChangeInside(keys.toArray(Code[]::new), operand, operation) : null;
    }

    /** The code of an operand that has one result, in which the input itself is not; else null. */
    private static Code operand(CodeBuilder builder, Expression operand, LinkScope scope) {
        Code code = InputUse.of(operand) == InputUse.WHOLE ? null : builder.build(operand, scope);
        return code == null || !code.isDirect() ? null : code;
    }

    /** The key of a field or an element of the input itself; null for any other target. */
    private static Code key(CodeBuilder builder, Expression target, LinkScope scope) {
        if (target instanceof Expression.Field field && field.target() instanceof Expression.Identity) {
            return new BasicCodes.Constant(TextNode.valueOf(field.name()));
        }
        return target instanceof Expression.Index index && index.target() instanceof Expression.Identity
                ? operand(builder, index.key(), scope)
                : null;
    }

    private static final class Same extends GrowingUpdate {

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            return value;
        }
    }

    private static final class Sequence extends GrowingUpdate {
        private final GrowingUpdate first;
        private final GrowingUpdate second;

        private Sequence(GrowingUpdate first, GrowingUpdate second) {
            this.first = first;
            this.second = second;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode between = first.apply(scope, locals, value, editor);
            return between == null ? null : second.apply(scope, locals, between, editor);
        }
    }

    private static final class Choice extends GrowingUpdate {
        private final Code condition;
        private final GrowingUpdate consequent;
        private final GrowingUpdate otherwise;

        private Choice(Code condition, GrowingUpdate consequent, GrowingUpdate otherwise) {
            this.condition = condition;
            this.consequent = consequent;
            this.otherwise = otherwise;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode decision = condition.eval(scope, locals, value);
            return decision == null ? null
                    : (Values.truthy(decision) ? consequent : otherwise).apply(scope, locals, value, editor);
        }
    }

    /** {@code . + added}. */
    private static final class Add extends GrowingUpdate {
        private final Code added;

        private Add(Code added) {
            this.added = added;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode more = added.eval(scope, locals, value);
            if (more instanceof ObjectNode fields && value instanceof ObjectNode) {
                Work.chargeCopies(scope, fields.size());
                Work.chargeKeys(scope, fields);
                ObjectNode object = editor.ownObject(value);
                fields.forEachEntry(object::set);
                return object;
            }
            if (more instanceof ArrayNode elements && value instanceof ArrayNode) {
                Work.checkElements((double) value.size() + elements.size());
                Work.chargeCopies(scope, elements.size());
                return editor.ownArray(value).addAll(elements);
            }
            return more == null ? null : Operators.add(scope, value, more);
        }
    }

    /** {@code .[key] = operand}, or with an operation {@code .[key] operation= operand}. */
    private static final class Change extends GrowingUpdate {
        private final Code key;
        private final Code operand;
        /** Null to set the operand itself. */
        private final Operators.Operation operation;

        private Change(Code key, Code operand, Operators.Operation operation) {
            this.key = key;
            this.operand = operand;
            this.operation = operation;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode assigned = operand.eval(scope, locals, value);
            JsonNode where = assigned == null ? null : key.eval(scope, locals, value);
            if (where == null) {
                return assigned == null ? null : value;
            }
            JsonNode old = Access.index(scope, value, where);
            return editor.setKey(value, where, operation == null ? assigned : operation.apply(scope, old, assigned));
        }
    }

    /** {@code .a[key] = operand}, or with an operation. */
    private static final class ChangeInside extends GrowingUpdate {
        private final Code[] keys;
        private final Code operand;
        /** Null to set the operand itself. */
        private final Operators.Operation operation;

        private ChangeInside(Code[] keys, Code operand, Operators.Operation operation) {
            this.keys = keys;
            this.operand = operand;
            this.operation = operation;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode assigned = operand.eval(scope, locals, value);
            if (assigned == null) {
                return null;
            }
            ArrayNode path = JsonNodeFactory.instance.arrayNode(keys.length);
            JsonNode old = value;
            for (Code key : keys) {
                JsonNode where = key.eval(scope, locals, value);
                if (where == null) {
                    return value;
                }
                path.add(where);
                old = Access.index(scope, old, where);
            }
            return editor.set(value, path, operation == null ? assigned : operation.apply(scope, old, assigned));
        }
    }

    /** {@code .[key] |= update}. */
    private static final class Replace extends GrowingUpdate {
        private final Code key;
        private final Code update;

        private Replace(Code key, Code update) {
            this.key = key;
            this.update = update;
        }

        @Override
        JsonNode apply(Scope scope, Locals locals, JsonNode value, PathEditor editor) {
            JsonNode where = key.eval(scope, locals, value);
            if (where == null) {
                return value;
            }
            JsonNode result = update.eval(scope, locals, Access.index(scope, value, where));
            if (result != null) {
                return editor.setKey(value, where, result);
            }
            ArrayNode path = JsonNodeFactory.instance.arrayNode().add(where);
            return Paths.delete(scope, value, JsonNodeFactory.instance.arrayNode().add(path));
        }
    }
}
