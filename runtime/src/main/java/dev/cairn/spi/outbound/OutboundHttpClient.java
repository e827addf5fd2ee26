package dev.cairn.spi.outbound;

import io.smallrye.mutiny.Uni;

/**
 * Sends HTTP requests over the connections of the application: its pools, and its TLS and proxies by host. For integrations whose
 * protocol is based on HTTP. An application has a bean of this type if the build of an integration asks for one. Thread-safe. Never
 * blocks.
 *
 * <p>
 * A target that input can influence is admitted first, and the request goes to the address that was checked. Redirections are not
 * followed. An integration bounds the time and the size of answers.
 */
public interface OutboundHttpClient {

    /**
     * Sends a request.
     *
     * @return completes with the answer as soon as its head is there, on the event loop of the caller if it has one. Fails with a
     *         {@link dev.cairn.api.WorkflowException} if the request is none or is refused, and with any other failure if the server
     *         does not answer. Never completes once the application stops. Subscribed once; cancelling ends the request
     */
    Uni<OutboundHttpAnswer> send(OutboundHttpRequest request, OutboundCaller caller);
}
