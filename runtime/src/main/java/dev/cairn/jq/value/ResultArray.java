package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.EvaluationHost;

/** An array of results. The contents of the results count as well if much work was done to make them. */
public final class ResultArray {

    public final ArrayNode array;
    private int looked;
    private long lookedAt;

    /** Gathers approximately {@code count} results. */
    public ResultArray(EvaluationHost scope, int count) {
        this.array = JsonNodeFactory.instance.arrayNode(count);
        this.lookedAt = scope.charged();
    }

    public boolean add(EvaluationHost scope, JsonNode value) {
        EvaluationCharges.append(scope, array, value);
        if (scope.charged() - lookedAt >= EvaluationCharges.BETWEEN_LOOKS) {
            for (; looked < array.size(); looked++) {
                for (JsonNode part : array.get(looked)) {
                    EvaluationCharges.holdTree(scope, part, 1);
                }
            }
            lookedAt = scope.charged();
        }
        return true;
    }
}
