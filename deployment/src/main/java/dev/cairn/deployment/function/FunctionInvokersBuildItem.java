package dev.cairn.deployment.function;

import java.util.List;
import java.util.Map;

import dev.cairn.effect.function.FunctionInvoker;
import dev.cairn.effect.function.FunctionMetadata;
import io.quarkus.builder.item.SimpleBuildItem;
import io.quarkus.runtime.RuntimeValue;

/** The functions that programs call, with their generated invokers. */
public final class FunctionInvokersBuildItem extends SimpleBuildItem {

    private final List<FunctionMetadata> functions;
    private final Map<String, RuntimeValue<FunctionInvoker>> invokers;

    FunctionInvokersBuildItem(List<FunctionMetadata> functions, Map<String, RuntimeValue<FunctionInvoker>> invokers) {
        this.functions = functions;
        this.invokers = invokers;
    }

    /** The functions that programs call. */
    public List<FunctionMetadata> functions() {
        return functions;
    }

    /** Instances of the generated classes, by the key of their function. */
    public Map<String, RuntimeValue<FunctionInvoker>> invokers() {
        return invokers;
    }
}
