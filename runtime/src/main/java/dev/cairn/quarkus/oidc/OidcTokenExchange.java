package dev.cairn.quarkus.oidc;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.effect.outbound.ProxyResolution;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundTarget;
import io.quarkus.oidc.client.OidcClient;
import io.quarkus.oidc.client.OidcClientException;
import io.quarkus.oidc.client.Tokens;
import io.quarkus.oidc.common.OidcRequestFilter.OidcRequestFilterContext;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.mutiny.core.buffer.Buffer;

/**
 * The requests of one client of Quarkus. Around that client it admits the hosts that input can influence, encodes requests as JSON,
 * bounds answers, and notes the status of answers, which the client does not tell. One request is under way at a time.
 */
final class OidcTokenExchange implements TokenClient.TokenExchange {

    /** Maximum size of an answer. A token that a server accepts in a header has some kilobytes. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final long LATE_MILLIS = 1_000;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;

    private final TokenRequestSettings settings;
    private final OutboundGuard guard;
    private final boolean isProxied;
    private final Duration timeout;
    private final Supplier<Uni<OidcClient>> source;
    private final Runnable forget;
    private final String name;
    private volatile OidcClient client;
    private volatile Uni<OidcClient> creating;
    private volatile boolean closed;
    private volatile OutboundCaller caller;
    private volatile WorkflowException refusal;
    private volatile boolean tooLarge;
    private volatile int status;
    private volatile ObjectNode waitingHeaders;

    /**
     * @param name of the authority or of the client, for messages
     * @param settings null for a client that the application configures
     * @param guard null if only the definition and the application decide the hosts
     * @param isProxied true if the requests go through a proxy; Quarkus' client knows only proxies of type HTTP
     * @param timeout maximum time of a request
     * @param source creates the client
     * @param forget called when the client is closed; null if it is the application's to close
     */
    OidcTokenExchange(String name, TokenRequestSettings settings, OutboundGuard guard, boolean isProxied, Duration timeout,
            Supplier<Uni<OidcClient>> source, Runnable forget) {
        this.name = name;
        this.settings = settings;
        this.guard = guard;
        this.isProxied = isProxied;
        this.timeout = timeout;
        this.source = source;
        this.forget = forget;
    }

    @Override
    public Uni<Tokens> tokens(OutboundCaller caller, String refreshToken) {
        return Uni.createFrom().deferred(() -> {
            this.caller = caller;
            refusal = null;
            tooLarge = false;
            status = 0;
            waitingHeaders = null;
            return client().chain(found -> tokens(found, refreshToken));
        }).ifNoItem().after(timeout).fail()
                .invoke(tokens -> TokenFailure.check(tokens, settings, name, caller))
                .onFailure().transform(failure -> TokenFailure.without(refreshToken, failure(failure, caller)));
    }

    private WorkflowException failure(Throwable failure, OutboundCaller caller) {
        if (tooLarge || failure instanceof TimeoutException) {
            // The server may still be sending, and the client has few connections.
            disconnect();
        }
        return refusal != null ? refusal
                : tooLarge ? TokenFailure.tooLarge(MAX_ANSWER_BYTES, name, caller)
                        : TokenFailure.waiting(waitingHeaders, TokenFailure.of(failure, status, name, timeout, caller));
    }

    private Uni<OidcClient> client() {
        OidcClient known = client;
        if (known != null) {
            return Uni.createFrom().item(known);
        }
        Uni<OidcClient> begun = creating;
        if (begun == null) {
            // Goes on after the time limit of a request: a client whose creation is given up could not be closed.
            begun = source.get().onItemOrFailure().invoke((created, failure) -> created(created)).memoize().indefinitely();
            creating = begun;
        }
        return begun;
    }

    private void created(OidcClient created) {
        creating = null;
        if (closed && created != null) {
            close(created);
        } else {
            client = created;
        }
    }

    private Uni<Tokens> tokens(OidcClient found, String refreshToken) {
        Map<String, String> parameters = settings == null ? Map.of() : settings.parameters();
        String configured = settings == null ? null : settings.refreshToken();
        if (refreshToken != null && !refreshToken.equals(configured)) {
            return found.refreshTokens(refreshToken, parameters).map(tokens -> refreshed(tokens, refreshToken))
                    .onFailure(this::isRefused).recoverWithUni(ended -> fresh(found, configured, parameters));
        }
        return fresh(found, configured, parameters);
    }

    /** A server that gives no other refresh token leaves the old one good (RFC 6749, section 6). */
    private static Tokens refreshed(Tokens tokens, String refreshToken) {
        return tokens.getRefreshToken() != null ? tokens
                : new Tokens(tokens.getAccessToken(), tokens.getAccessTokenExpiresAt(), null, refreshToken, null,
                        new JsonObject(), tokens.getClientId());
    }

    /** A refresh token may have been revoked, or its session may have ended. After any other failure it is still good. */
    private boolean isRefused(Throwable failure) {
        return failure instanceof OidcClientException && (status == BAD_REQUEST || status == UNAUTHORIZED);
    }

    private static Uni<Tokens> fresh(OidcClient found, String configured, Map<String, String> parameters) {
        return configured == null ? found.getTokens(parameters) : found.refreshTokens(configured, parameters);
    }

    /** Called before each request of the client. */
    Uni<Void> prepare(OidcRequestFilterContext context) {
        // An earlier answer says nothing of this request.
        status = 0;
        waitingHeaders = null;
        HttpRequest<?> request = context.request().getDelegate();
        request.as(new BoundedBodyCodec(MAX_ANSWER_BYTES, () -> tooLarge = true));
        // After the time limit, whose message is the better one. It ends requests whose call has gone.
        request.timeout(timeout.toMillis() + LATE_MILLIS);
        if (settings != null && settings.isJson() && context.requestBody() != null) {
            context.requestBody(Buffer.buffer(json(context.requestBody().toString()).encode()));
            context.request().putHeader("content-type", "application/json");
        }
        return guard == null ? Uni.createFrom().voidItem()
                // A second try on another connection goes to the address that was checked.
                : admit(request).memoize().indefinitely();
    }

    /**
     * Called after each answer to the client.
     *
     * @param answeredHeaders the headers that ask to wait, or null
     */
    void answered(int answeredStatus, ObjectNode answeredHeaders) {
        status = answeredStatus;
        waitingHeaders = answeredHeaders;
    }

    private Uni<Void> admit(HttpRequest<?> request) {
        boolean tls = Boolean.TRUE.equals(request.ssl());
        String host = request.host();
        String plain = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return guard.admit(new OutboundTarget(tls ? "https" : "http", plain, request.port()), caller)
                .invoke(route -> {
                    if (isProxied && ProxyResolution.isNeeded(plain, tls, route.address())) {
                        throw ProxyResolution.refusal("The token request to " + name, caller.task());
                    }
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
    public void disconnect() {
        OidcClient known = client;
        if (forget != null && known != null) {
            client = null;
            close(known);
        }
    }

    @Override
    public void close() {
        closed = true;
        if (forget != null) {
            disconnect();
            forget.run();
        }
    }

    private static void close(OidcClient client) {
        try {
            client.close();
        } catch (IOException ignored) {
            // Its connections are closed; there is nothing to keep.
        }
    }
}
