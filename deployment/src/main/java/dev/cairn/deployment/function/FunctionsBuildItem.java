package dev.cairn.deployment.function;

import io.quarkus.builder.item.SimpleBuildItem;

/**
 * The methods that definitions may call.
 */
public final class FunctionsBuildItem extends SimpleBuildItem {

    private final ApplicationFunctions functions;

    FunctionsBuildItem(ApplicationFunctions functions) {
        this.functions = functions;
    }

    /** Finds a method by its name or by a reference. */
    public ApplicationFunctions functions() {
        return functions;
    }
}
