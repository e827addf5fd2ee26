package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;

/** Code whose result is kept while an evaluation lasts, for the next time. */
public final class CachedNodes {

    private CachedNodes() {}

    /** A result, what it was computed of, and what it holds. */
    record Kept(JsonNode[] variables, JsonNode result, long heldBytes) {}

    /**
     * Computes once what depends on variables alone, as long as these have the same values: in {@code .orders[] | . + {sizes: [range(0; $n)]}}
     * all orders get the same array. It counts as often as it is used, as if it were computed each time; the work counts once.
     */
    public static final class Keep extends PathlessNode {
        private final EvaluationNode content;
        private final EvaluationNode[] variables;
        private final int keeper;

        /**
         * @param content gives at most one result
         * @param variables all that the result depends on
         * @param keeper a number of its own
         */
        public Keep(EvaluationNode content, EvaluationNode[] variables, int keeper) {
            super(content.results);
            this.content = content;
            this.variables = variables;
            this.keeper = keeper;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            Kept kept = locals.evaluation().kept(keeper);
            if (kept != null && isOf(kept, scope, locals)) {
                scope.charge(1);
                scope.hold(kept.heldBytes);
                return kept.result;
            }
            JsonNode[] values = new JsonNode[variables.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = variables[i].eval(scope, locals, null);
            }
            long heldBefore = scope.held();
            JsonNode result = content.eval(scope, locals, input);
            locals.evaluation().keep(keeper, new Kept(values, result, scope.held() - heldBefore));
            return result;
        }

        /** Values are immutable, so the same object is the same value. */
        private boolean isOf(Kept kept, EvaluationHost scope, BindingEnvironment locals) {
            for (int i = 0; i < variables.length; i++) {
                if (variables[i].eval(scope, locals, null) != kept.variables[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
