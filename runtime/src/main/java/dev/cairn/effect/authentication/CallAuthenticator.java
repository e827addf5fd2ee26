package dev.cairn.effect.authentication;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.value.JqValues;
import io.smallrye.mutiny.Uni;

/** Gives credentials by the kind of authentication: from the arguments, from the caller of the workflow, or from a token source. */
public final class CallAuthenticator implements OutboundAuthenticator {

    private final CallerTokenRegistry callers;
    private final Supplier<TokenSource> tokens;
    private final CredentialConcealer concealer;

    /**
     * @param callers tokens of the callers that wait for instances
     * @param tokens asked with the first call that needs a token; gives null if the application has none: the build refuses
     *        definitions that need one
     */
    public CallAuthenticator(CallerTokenRegistry callers, Supplier<TokenSource> tokens, CredentialConcealer concealer) {
        this.callers = callers;
        this.tokens = tokens;
        this.concealer = concealer;
    }

    @Override
    public Uni<OutboundCredential> credential(JsonNode authentication, OutboundCaller caller) {
        try {
            if (authentication.has("token")) {
                return Uni.createFrom().item(new OutboundCredential("Bearer", text(authentication, "token")));
            }
            if (authentication.has("username")) {
                return Uni.createFrom().item(basic(text(authentication, "username"), text(authentication, "password")));
            }
        } catch (IllegalArgumentException invalid) {
            return failed(Standard.VALIDATION, "Invalid credentials", invalid.getMessage(), caller);
        }
        if (authentication.has("caller")) {
            return ofCaller(caller);
        }
        return token(authentication, caller, null);
    }

    @Override
    public Uni<OutboundCredential> renewed(JsonNode authentication, OutboundCaller caller, OutboundCredential refused) {
        return authentication.has("oauth2") || authentication.has("client") ? token(authentication, caller, refused)
                : Uni.createFrom().nullItem();
    }

    @Override
    public Uni<JsonNode> concealing(OutboundCredential used, Uni<JsonNode> outcome) {
        return concealer.concealing(used.parameter(), outcome);
    }

    private Uni<OutboundCredential> token(JsonNode authentication, OutboundCaller caller, OutboundCredential refused) {
        TokenSource source = tokens.get();
        if (source == null) {
            return failed(Standard.CONFIGURATION, "No token source",
                    "The application has no extension that gets tokens: add quarkus-oidc-client and build it again", caller);
        }
        return source.token(authentication, caller, refused);
    }

    private Uni<OutboundCredential> ofCaller(OutboundCaller caller) {
        String token = callers.token(caller.instanceId());
        if (token == null) {
            return failed(Standard.AUTHENTICATION, "No token of the caller",
                    "CAIRN-0853: The call passes on the bearer token of the caller, and no request with one waits for this instance."
                            + " The token is there only while an HTTP trigger waits for the answer, on the node that took the request."
                            + " Make the call before the workflow waits or is answered, or use a token of the application:"
                            + " oauth2 with client_credentials.",
                    caller);
        }
        return Uni.createFrom().item(new OutboundCredential("Bearer", token));
    }

    private static OutboundCredential basic(String username, String password) {
        if (username.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The user name of an authentication cannot have a colon");
        }
        return new OutboundCredential("Basic",
                Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(JsonNode authentication, String name) {
        JsonNode value = authentication.path(name);
        if (!value.isValueNode() || value.isNull()) {
            throw new IllegalArgumentException("The " + name + " of the authentication must be a string");
        }
        return JqValues.scalarText(value);
    }

    private static Uni<OutboundCredential> failed(Standard kind, String title, String detail, OutboundCaller caller) {
        return Uni.createFrom().failure(new WorkflowException(WorkflowError.of(kind, title, detail, caller.task())));
    }
}
