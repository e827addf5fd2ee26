package dev.cairn.jq.value;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.CompactFieldMap;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/**
 * Sets values at many paths; {@link PathOperations} reads and deletes. Every array and object on the way is copied once; the
 * copies are changed in place until they are passed on.
 */
public final class PathEditor {

    private final EvaluationHost scope;
    /** The copies; null before there is one. */
    private Set<JsonNode> own;
    /** The copy that was made last, which is most often asked for. */
    private JsonNode lastOwn;
    private JsonNode root;

    public PathEditor(EvaluationHost scope, JsonNode root) {
        this.scope = scope;
        this.root = root;
    }

    /** The value as it is now. Nothing may be set afterwards. */
    public JsonNode result() {
        return root;
    }

    public JsonNode get(JsonNode path) {
        JsonNode value = PathOperations.get(scope, root, path);
        if (JqValues.isContainer(value) && isOwn(value)) {
            // It is handed out, so from now on it has to stay as it is.
            own = null;
            lastOwn = null;
        }
        return value;
    }

    private boolean isOwn(JsonNode value) {
        return value == lastOwn || own != null && own.contains(value);
    }

    private void addOwn(JsonNode copy) {
        if (lastOwn != null) {
            if (own == null) {
                own = Collections.newSetFromMap(new IdentityHashMap<>());
            }
            own.add(lastOwn);
        }
        lastOwn = copy;
    }

    public void set(JsonNode path, JsonNode value) {
        PathOperations.check(path);
        if (path.size() > ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Path too deep");
        }
        root = set(root, path, 0, value);
    }

    /** As {@link #set(JsonNode, JsonNode)}, of a value that stands for the one to edit. */
    public JsonNode set(JsonNode value, JsonNode path, JsonNode part) {
        root = value;
        set(path, part);
        return root;
    }

    private JsonNode set(JsonNode target, JsonNode path, int index, JsonNode value) {
        scope.charge(1);
        if (index == path.size()) {
            return value;
        }
        JsonNode key = path.get(index);
        JsonNode old = ValueAccess.index(scope, target, key);
        return setKey(target, key, set(old, path, index + 1, value));
    }

    /** The target with one value set; the target itself where it is a copy already. */
    public JsonNode setKey(JsonNode target, JsonNode key, JsonNode value) {
        if (key.isTextual() && (target.isObject() || target.isNull())) {
            ObjectNode object = ownObject(target);
            object.set(key.textValue(), value);
            return object;
        }
        if (key.isNumber() && (target.isArray() || target.isNull())) {
            return setElement(target, key, value);
        }
        if (key.isObject() && (target.isArray() || target.isNull())) {
            return setSlice(target, key, value);
        }
        if (key.isObject() && target.isTextual()) {
            throw new ExpressionException("Cannot update string slices");
        }
        if (target.isArray()) {
            throw new ExpressionException("Cannot update field at " + JqValues.typeName(key) + " index of array");
        }
        throw ValueAccess.cannotIndex(target, key);
    }

    /** The object itself if it is a copy already, else a copy of it. */
    public ObjectNode ownObject(JsonNode target) {
        if (isOwn(target)) {
            return (ObjectNode) target;
        }
        EvaluationCharges.chargeCopies(scope, target.size());
        ObjectNode copy = target.isNull() ? new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>())
                : new ObjectNode(JsonNodeFactory.instance, CompactFieldMap.copyOf(target, 1));
        addOwn(copy);
        return copy;
    }

    /** As {@link #ownObject}. */
    public ArrayNode ownArray(JsonNode target) {
        if (isOwn(target)) {
            return (ArrayNode) target;
        }
        EvaluationCharges.chargeCopies(scope, target.size());
        ArrayNode copy = JsonNodeFactory.instance.arrayNode(target.size() + 1);
        if (target.isArray()) {
            copy.addAll((ArrayNode) target);
        }
        addOwn(copy);
        return copy;
    }

    private JsonNode setElement(JsonNode target, JsonNode key, JsonNode value) {
        if (CanonicalArithmetic.isNan(key)) {
            throw new ExpressionException("Cannot set array element at NaN index");
        }
        long position = ValueAccess.position(key, target.size());
        if (position < 0) {
            throw new ExpressionException("Out of bounds negative array index");
        }
        if (position >= EvaluationCharges.MAX_ELEMENTS) {
            throw new ExpressionException("Array index too large");
        }
        ArrayNode array = ownArray(target);
        if (position < array.size()) {
            array.set((int) position, value);
            return array;
        }
        EvaluationCharges.chargeCopies(scope, position - array.size());
        while (array.size() < position) {
            array.add(NullNode.instance);
        }
        return array.add(value);
    }

    private JsonNode setSlice(JsonNode target, JsonNode key, JsonNode value) {
        if (!value.isArray()) {
            throw new ExpressionException("A slice of an array can only be assigned another array");
        }
        int size = target.size();
        int start = ValueAccess.sliceStart(ValueAccess.sliceBound(key, "start"), size);
        int end = ValueAccess.sliceEnd(ValueAccess.sliceBound(key, "end"), size, start);
        EvaluationCharges.checkElements((double) size - (end - start) + value.size());
        EvaluationCharges.chargeCopies(scope, size + value.size());
        ArrayNode result = JsonNodeFactory.instance.arrayNode(size - (end - start) + value.size());
        for (int i = 0; i < start; i++) {
            result.add(target.get(i));
        }
        result.addAll((ArrayNode) value);
        for (int i = end; i < size; i++) {
            result.add(target.get(i));
        }
        addOwn(result);
        return result;
    }
}
