package dev.cairn.spi.outbound;

import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import io.smallrye.mutiny.Uni;

/**
 * Gives the credentials of calls, of any kind that sends an {@code Authorization}. The application has one bean of this type.
 * Thread-safe. Never blocks.
 *
 * <p>
 * An integration asks for credentials in each attempt of a call. If the server refuses them (401), it asks once for renewed ones and
 * makes the request again. It passes the outcome through {@link #concealing}. {@link #authenticated} does all of this.
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

    /**
     * Makes a call with credentials. If the server refuses them, makes it once more with renewed ones. The outcome shows none of them.
     *
     * @param authentication as for {@link #credential}, or a missing node for a call without credentials
     * @param call makes the call with credentials, or with null for none. Fails with a {@link CredentialsRefusedException} if the server
     *        refuses them
     * @param refused makes the error of a refusal, of the text of the server
     */
    default Uni<JsonNode> authenticated(JsonNode authentication, OutboundCaller caller,
            Function<OutboundCredential, Uni<JsonNode>> call, Function<String, WorkflowException> refused) {
        Function<CredentialsRefusedException, WorkflowException> error = refusal -> refused.apply(refusal.getMessage());
        if (authentication.isMissingNode()) {
            return Uni.createFrom().deferred(() -> call.apply(null)).onFailure(CredentialsRefusedException.class)
                    .transform(error);
        }
        return credential(authentication, caller).flatMap(first -> concealing(first, call.apply(first)
                .onFailure(CredentialsRefusedException.class)
                // The renewed ones may be refused with a text that quotes the first ones.
                .recoverWithUni(refusal -> renewed(authentication, caller, first).flatMap(second -> second == null
                        ? Uni.createFrom().failure(error.apply(refusal))
                        : concealing(second, call.apply(second).onFailure(CredentialsRefusedException.class)
                                .transform(error))))));
    }
}
