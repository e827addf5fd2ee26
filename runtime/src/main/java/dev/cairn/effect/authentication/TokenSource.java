package dev.cairn.effect.authentication;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import io.smallrye.mutiny.Uni;

/** Gets tokens from authorization servers. Thread-safe. Never blocks. */
public interface TokenSource {

    /**
     * A token, from memory if there is a fresh one.
     *
     * @param authentication {@code {client}} or {@code {oauth2: {discovery, dynamic, settings}}}
     * @param refused a token that is not to be given again, or null
     * @return completes on any thread; fails with a {@link dev.cairn.api.WorkflowException}
     */
    Uni<OutboundCredential> token(JsonNode authentication, OutboundCaller caller, OutboundCredential refused);
}
