package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** An array of results. The contents of the results count as well if much work was done to make them. */
final class Gathering {

    final ArrayNode array;
    private int looked;
    private long lookedAt;

    /** Gathers approximately {@code count} results. */
    Gathering(Scope scope, int count) {
        this.array = JsonNodeFactory.instance.arrayNode(count);
        this.lookedAt = scope.charged();
    }

    boolean add(Scope scope, JsonNode value) {
        Work.append(scope, array, value);
        if (scope.charged() - lookedAt >= Work.BETWEEN_LOOKS) {
            for (; looked < array.size(); looked++) {
                for (JsonNode part : array.get(looked)) {
                    Work.holdTree(scope, part, 1);
                }
            }
            lookedAt = scope.charged();
        }
        return true;
    }
}
