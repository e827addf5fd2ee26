package dev.cairn.http;

import io.smallrye.mutiny.Uni;

/**
 * Stands for the HTTP trigger of one workflow, with the security annotations of its class. Implemented by generated resources,
 * which are beans qualified with {@code @Identifier("namespace:name")}.
 */
public interface TriggerGuard {

    /** Completes if the caller may see instances of the workflow; fails as any secured method does if not. */
    Uni<Void> permit();
}
