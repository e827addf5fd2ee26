package dev.cairn.management.request;

import io.smallrye.mutiny.Uni;

/** Answers the requests for one operation. On an event loop: it must not block. */
public interface ManagementOperationHandler {

    /**
     * The answer. It fails with an {@link dev.cairn.http.HttpProblemException} that is sent as it is, an {@link IllegalArgumentException} whose message tells
     * the client what is wrong with its request, or any failure of the engine.
     */
    Uni<ManagementAnswer> answer(ManagementRequest request);
}
