package dev.cairn.deployment;

import io.quarkus.builder.item.MultiBuildItem;

/**
 * A kind of calls that an integration makes. Without it the build refuses definitions that have such calls. The integration has
 * a bean that is a {@link dev.cairn.spi.CallPerformer} of the kind.
 */
public final class CallIntegrationBuildItem extends MultiBuildItem {

    private final String call;

    /** @param call the text behind {@code call:} in a definition, such as {@code asyncapi} */
    public CallIntegrationBuildItem(String call) {
        this.call = call;
    }

    /** The text behind {@code call:} in a definition. */
    public String call() {
        return call;
    }
}
