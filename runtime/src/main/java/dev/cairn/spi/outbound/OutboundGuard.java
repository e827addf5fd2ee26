package dev.cairn.spi.outbound;

import io.smallrye.mutiny.Uni;

/**
 * Admits requests whose target input can influence, by the application's configuration. The application has one bean of this type.
 * An integration asks it before each request to such a target. A target that only the definition and the configuration of the
 * application decide needs no admission. Thread-safe. Never blocks.
 *
 * <p>
 * A refusal fails with a {@link dev.cairn.api.WorkflowException} of the standard type {@code authorization}, which becomes the error
 * of the task. It is counted and audited already.
 */
public interface OutboundGuard {

    /**
     * Admits a request. Resolves the name of the host, once, unless it may have any address.
     *
     * @return completes with the route, on the event loop of the caller if it has one; fails if the target is refused, or with an
     *         {@link java.io.IOException} if the host is unknown. Subscribed once
     */
    Uni<OutboundRoute> admit(OutboundTarget target, OutboundCaller caller);

    /**
     * Admits a redirection. A redirection within the origin keeps the route, and so the checked address. Any other is checked like
     * a target that input has chosen, even if the first target was constant: the server has chosen it. A redirection from https to
     * http is refused.
     *
     * @param from the route of the request that was redirected
     * @param to the target that its answer names
     * @return as {@link #admit}
     */
    Uni<OutboundRoute> follow(OutboundRoute from, OutboundTarget to, OutboundCaller caller);
}
