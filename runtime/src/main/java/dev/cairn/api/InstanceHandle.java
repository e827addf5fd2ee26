package dev.cairn.api;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/**
 * An instance that was started. What it gives completes on an event loop or on the thread that asks; nothing here blocks.
 */
public interface InstanceHandle {

    /** The id; valid in any later life of the application that uses the same store. */
    String id();

    /** True if the start that gave this handle began the instance, false if its idempotency key found one. */
    boolean created();

    /**
     * The output, once the instance has ended and that is durable. Fails with {@link WorkflowException} if it faulted, with
     * {@link CairnException} if it stands still or is gone. The tree is shared and not to be changed.
     */
    Uni<JsonNode> result();

    /** The output converted to a type of the application by Jackson. Otherwise as {@link #result()}. */
    <T> Uni<T> result(Class<T> type);

    /** The instance as it is now. */
    Uni<InstanceView> view();
}
