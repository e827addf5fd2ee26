package dev.cairn.spi.outbound;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/**
 * Gives the credentials of calls, of any kind that sends an {@code Authorization}. The application has one bean of this type.
 * Thread-safe. Never blocks.
 *
 * <p>
 * An integration asks for credentials in each attempt of a call. If the server refuses them (401), it asks once for renewed ones and
 * makes the request again. It passes the outcome through {@link #concealing}.
 */
public interface OutboundAuthenticator {

    /**
     * Credentials for a request. Tokens are kept in memory and renewed before they expire.
     *
     * @param authentication the part of the arguments that the compiler has made of an authentication of the definition, other than
     *        {@code digest}
     * @return completes on any thread; fails with a {@link dev.cairn.api.WorkflowException} that becomes the error of the task
     */
    Uni<OutboundCredential> credential(JsonNode authentication, OutboundCaller caller);

    /**
     * Other credentials, after a server has refused some.
     *
     * @return completes with null if there are no others; otherwise as {@link #credential}
     */
    Uni<OutboundCredential> renewed(JsonNode authentication, OutboundCaller caller, OutboundCredential refused);

    /** The outcome of a call with asterisks in place of its credentials, in answers and errors: an outcome is stored. */
    Uni<JsonNode> concealing(OutboundCredential used, Uni<JsonNode> outcome);
}
