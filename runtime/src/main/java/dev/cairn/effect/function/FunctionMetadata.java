package dev.cairn.effect.function;

import java.util.List;

/**
 * Facts of a callable method that are known since the application was built.
 *
 * @param key the key by which programs call it
 * @param label as messages call it: {@code Inventory#reserve}
 * @param bean identifier of the bean it is called on, or null if there is none
 * @param thread the thread on which it runs
 * @param parameters all parameters of the method in order
 * @param resultType canonical name of the type it results in, without {@code Uni} or {@code CompletionStage} around it; null if
 *        it has no result
 */
public record FunctionMetadata(String key, String label, String bean, FunctionThreadKind thread, List<Parameter> parameters,
        String resultType) {

    /**
     * A parameter.
     *
     * @param name as declared
     * @param type canonical name of its type, or null for the context of the call
     */
    public record Parameter(String name, String type) {

        /** True if it takes the {@link dev.cairn.api.CallContext} and no JSON. */
        public boolean isContext() {
            return type == null;
        }
    }
}
