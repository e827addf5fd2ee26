package dev.cairn.quarkus.oidc;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

import dev.cairn.api.WorkflowException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundTarget;
import io.quarkus.oidc.client.OidcClient;
import io.quarkus.oidc.client.Tokens;
import io.quarkus.oidc.common.OidcRequestFilter.OidcRequestFilterContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.mutiny.core.buffer.Buffer;

/**
 * The requests of one client of Quarkus. Around that client it admits the hosts that input can influence, encodes requests as JSON, and
 * notes the status of answers, which the client does not tell. One request is under way at a time.
 */
final class OidcTokenExchange implements TokenClient.TokenExchange {

    private final TokenRequestSettings settings;
    private final OutboundGuard guard;
    private final Duration timeout;
    private final Supplier<Uni<OidcClient>> source;
    private final Runnable forget;
    private final String name;
    private volatile OidcClient client;
    private volatile OutboundCaller caller;
    private volatile WorkflowException refusal;
    private volatile int status;

    /**
     * @param name of the authority or of the client, for messages
     * @param settings null for a client that the application configures
     * @param guard null if only the definition and the application decide the hosts
     * @param timeout maximum time of a request
     * @param source creates the client
     * @param forget called when the client is closed; null if it is not to be closed
     */
    OidcTokenExchange(String name, TokenRequestSettings settings, OutboundGuard guard, Duration timeout,
            Supplier<Uni<OidcClient>> source, Runnable forget) {
        this.name = name;
        this.settings = settings;
        this.guard = guard;
        this.timeout = timeout;
        this.source = source;
        this.forget = forget;
    }

    @Override
    public Uni<Tokens> tokens(OutboundCaller caller, String refreshToken) {
        return Uni.createFrom().deferred(() -> {
            this.caller = caller;
            refusal = null;
            status = 0;
            return client().chain(found -> tokens(found, refreshToken));
        }).ifNoItem().after(timeout).fail()
                .invoke(tokens -> TokenFailure.check(tokens, settings, name, caller))
                .onFailure().transform(failure -> refusal != null ? refusal
                        : TokenFailure.of(failure, status, name, timeout, caller));
    }

    private Uni<OidcClient> client() {
        OidcClient known = client;
        return known != null ? Uni.createFrom().item(known) : source.get().invoke(created -> client = created);
    }

    private Uni<Tokens> tokens(OidcClient found, String refreshToken) {
        Map<String, String> parameters = settings == null ? Map.of() : settings.parameters();
        String configured = settings == null ? null : settings.refreshToken();
        if (refreshToken != null && !refreshToken.equals(configured)) {
            // A refresh token may have been revoked, or its session may have ended.
            return found.refreshTokens(refreshToken, parameters)
                    .onFailure().recoverWithUni(ended -> fresh(found, configured, parameters));
        }
        return fresh(found, configured, parameters);
    }

    private static Uni<Tokens> fresh(OidcClient found, String configured, Map<String, String> parameters) {
        return configured == null ? found.getTokens(parameters) : found.refreshTokens(configured, parameters);
    }

    /** Called before each request of the client. */
    Uni<Void> prepare(OidcRequestFilterContext context) {
        if (settings != null && settings.isJson() && context.requestBody() != null) {
            context.requestBody(Buffer.buffer(json(context.requestBody().toString()).encode()));
            context.request().putHeader("content-type", "application/json");
        }
        return guard == null ? Uni.createFrom().voidItem() : admit(context.request().getDelegate());
    }

    /** Called after each answer to the client. */
    void answered(int answeredStatus) {
        status = answeredStatus;
    }

    private Uni<Void> admit(HttpRequest<?> request) {
        boolean tls = Boolean.TRUE.equals(request.ssl());
        String host = request.host();
        String plain = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return guard.admit(new OutboundTarget(tls ? "https" : "http", plain, request.port()), caller)
                .invoke(route -> {
                    if (route.address() != null) {
                        // Connects to the checked address, and names the host in the header and in TLS.
                        request.virtualHost(host);
                        request.host(route.address().getHostAddress());
                    }
                }).onFailure(WorkflowException.class).invoke(refused -> refusal = (WorkflowException) refused)
                .replaceWithVoid();
    }

    private static JsonObject json(String form) {
        JsonObject body = new JsonObject();
        for (String pair : form.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                body.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return body;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        OidcClient known = client;
        if (forget == null) {
            return;
        }
        forget.run();
        if (known != null) {
            try {
                known.close();
            } catch (IOException ignored) {
                // Its connections are closed; there is nothing to keep.
            }
        }
    }
}
