package dev.cairn.jq.node;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.PathEditor;
import dev.cairn.jq.value.PathOperations;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;
import dev.cairn.value.LayoutCachingFieldSetter;

/** Code that gives the input with values set at the paths of a target. */
public final class AssignNodes {

    /** {@code old // new}, as the operation of {@code //=}. */
    public static final ValueOperators.Operation ALTERNATIVE = (scope, left, right) -> JqValues.truthy(left) ? left
            : right;

    private AssignNodes() {}

    /** A field on the way to what is changed. */
    private record Step(String name, LayoutCachingFieldSetter setter) {}

    /** The fields that a target looks up in its input one below the other, or null for any other target. */
    private static Step[] steps(EvaluationNode target) {
        String[] names = target instanceof AccessNodes.Field field ? field.namesInInput() : null;
        return names == null ? null
                : Stream.of(names).map(name -> new Step(name, new LayoutCachingFieldSetter(name))).toArray(Step[]::new);
    }

    /** The input with a field set; what is not on the way is shared. */
    private static JsonNode set(EvaluationHost scope, JsonNode input, Step[] steps, int index, JsonNode value) {
        if (index == steps.length) {
            return value;
        }
        scope.charge(1);
        EvaluationCharges.chargeCopies(scope, input.size());
        Step step = steps[index];
        boolean isLast = index + 1 == steps.length && input instanceof ObjectNode;
        JsonNode changed = isLast ? value : set(scope, ValueAccess.field(input, step.name), steps, index + 1, value);
        return step.setter.set(input, changed);
    }

    /** Takes one or several values and gives the input changed by each. */
    private abstract static class ChangeByValue extends PathlessNode {
        final EvaluationNode target;
        /** Null if the target is more than fields of fields. */
        final Step[] steps;
        private final EvaluationNode value;

        ChangeByValue(EvaluationNode target, EvaluationNode value) {
            super(value.results);
            this.target = target;
            this.steps = steps(target);
            this.value = value;
        }

        /** The input, changed by one value. */
        abstract JsonNode change(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode operand);

        @Override
        public final JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode operand = value.eval(scope, locals, input);
            return operand == null ? null : change(scope, locals, input, operand);
        }

        @Override
        protected final boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return value.each(scope, locals, null, input,
                    (p, operand) -> sink.accept(null, change(scope, locals, input, operand)));
        }
    }

    /** {@code target = value}. */
    public static final class Assign extends ChangeByValue {

        public Assign(EvaluationNode target, EvaluationNode value) {
            super(target, value);
        }

        @Override
        JsonNode change(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode assigned) {
            if (steps != null) {
                return set(scope, input, steps, 0, assigned);
            }
            PathEditor editor = new PathEditor(scope, input);
            target.each(scope, locals, ValuePath.ROOT, input, (path, old) -> {
                editor.set(ValuePath.toValue(scope, path, old), assigned);
                return true;
            });
            return editor.result();
        }
    }

    /** {@code target |= update}: the first result of the update counts; where it has none, the target is deleted. */
    public static final class Update extends PathlessNode {
        private final EvaluationNode target;
        /** Null if the target is more than fields of fields. */
        private final Step[] steps;
        private final EvaluationNode update;

        public Update(EvaluationNode target, EvaluationNode update) {
            super(ONE);
            this.target = target;
            this.steps = steps(target);
            this.update = ResultFilterNodes.First.of(update);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (steps != null) {
                JsonNode result = update.eval(scope, locals, target.eval(scope, locals, input));
                if (result != null) {
                    return set(scope, input, steps, 0, result);
                }
            }
            PathEditor editor = new PathEditor(scope, input);
            ArrayNode deleted = JsonNodeFactory.instance.arrayNode();
            target.each(scope, locals, ValuePath.ROOT, input, (path, old) -> {
                JsonNode keys = ValuePath.toValue(scope, path, old);
                JsonNode result = update.eval(scope, locals, editor.get(keys));
                if (result == null) {
                    deleted.add(keys);
                } else {
                    editor.set(keys, result);
                }
                return true;
            });
            return PathOperations.delete(scope, editor.result(), deleted);
        }
    }

    /** {@code target operator= value}. */
    public static final class ArithmeticUpdate extends ChangeByValue {
        private final ValueOperators.Operation operation;

        public ArithmeticUpdate(ValueOperators.Operation operation, EvaluationNode target, EvaluationNode value) {
            super(target, value);
            this.operation = operation;
        }

        @Override
        JsonNode change(EvaluationHost scope, BindingEnvironment locals, JsonNode input, JsonNode operand) {
            if (steps != null) {
                JsonNode changed = operation.apply(scope, target.eval(scope, locals, input), operand);
                return set(scope, input, steps, 0, changed);
            }
            PathEditor editor = new PathEditor(scope, input);
            target.each(scope, locals, ValuePath.ROOT, input, (path, old) -> {
                JsonNode keys = ValuePath.toValue(scope, path, old);
                editor.set(keys, operation.apply(scope, editor.get(keys), operand));
                return true;
            });
            return editor.result();
        }
    }
}
