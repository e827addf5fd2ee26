package dev.cairn.effect.http;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.cairn.engine.observer.CallSpan;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.outbound.OutboundAuthenticator;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.tracing.TracingPolicy;

/**
 * Performs {@code call: http}. Connections are pooled and kept alive; no thread waits for an answer. Thread-safe.
 *
 * <p>
 * The arguments of a call are an object:
 *
 * <pre>{@code
 * {"method": "POST", "uri": "http://host/path", "headers": {}, "query": {}, "body": …,
 *  "output": "content|raw|response", "redirect": false,
 *  "limits": {"connectMillis": 0, "requestMillis": 0, "maxResponseBytes": 0}}
 * }</pre>
 *
 * {@code authentication} is {@code {username, password}} or {@code {token}}, for HTTP Basic or a bearer token,
 * {@code {digest: {username, password}}}, or a form that an {@link OutboundAuthenticator} reads, or absent. {@code authorization} is a
 * text that stands for the parameter of the credentials in the other arguments.
 * {@code method} and {@code uri} are required; the URI is absolute, http or https, with its template expanded. A header is a string,
 * number or boolean; a query parameter is that or an array of it; a null leaves either out. Without a body, or with null, none is
 * sent. A body is sent as JSON, unless the content type header names something else: then it must be text and is sent as it is, or an
 * object for a form. A limit of 0 is that of the settings.
 *
 * <p>
 * An answer may be compressed, with gzip or deflate at least, and requests say so unless their headers say something else; with
 * {@code raw} as well its outcome is what was compressed.
 *
 * <p>
 * A status of 200–299, with {@code redirect} of 200–399, is a success; a redirection is an answer like any other and not
 * followed. The outcome of a success is its content: JSON as a tree, text as text, anything else as base64, nothing as null; or
 * with {@code raw} the body as base64; or with {@code response} an object {@code {request, statusCode, headers, content}} in
 * which names of headers are in lower case and credentials of the request are left out. Any other status is a communication
 * error with that status. A missing or unreadable answer is one with status 500. Arguments that make no request are a
 * validation error.
 *
 * <p>
 * A call whose target input can influence is admitted first, and connects to the address that was checked; if a proxy would resolve
 * the host again, it is a configuration error. Any other pays nothing for that.
 *
 * <p>
 * Each request carries {@code Idempotency-Key}, the key of the call, unless its headers have one. Cancelling the result ends the
 * request.
 */
public final class HttpPerformer implements EffectPerformer, AutoCloseable {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final Vertx vertx;
    private final HttpClientSettings settings;
    private final OutboundGuard guard;
    private final HttpConnectionRules<ProxiedHttpClient> clients;
    /** Other clients only if servers may answer in HTTP/2. */
    private final HttpConnectionRules<ProxiedHttpClient> tlsClients;
    private final Supplier<OutboundAuthenticator> authenticator;
    /** Created with the first such call, as are the others: most applications make none. */
    private volatile AuthenticatedCalls authenticated;
    private volatile DigestCalls digest;
    private volatile boolean closed;

    /**
     * Trusts the servers that the Java runtime trusts, unless the connections say otherwise. The Vert.x is the caller's to close.
     *
     * @param guard admits the targets that input can influence
     * @param authenticator gives the credentials that are known only in the attempt; asked for with the first such call
     * @param connections TLS and proxies by host
     */
    public HttpPerformer(Vertx vertx, HttpClientSettings settings, OutboundGuard guard,
            Supplier<OutboundAuthenticator> authenticator,
            HttpConnectionRules<HttpClientOptions> connections) {
        this.vertx = vertx;
        this.settings = settings;
        this.guard = guard;
        this.clients = connections.map(options -> client(vertx, settings, options));
        this.tlsClients = settings.http2() ? connections.map(options -> client(vertx, settings, tlsOptions(options))) : clients;
        this.authenticator = authenticator;
        load(connections);
    }

    /** For calls without tokens, to servers that the Java runtime trusts. */
    public HttpPerformer(Vertx vertx, HttpClientSettings settings, OutboundGuard guard) {
        this(vertx, settings, guard, new HttpClientOptions());
    }

    /** With options that the settings do not have. */
    HttpPerformer(Vertx vertx, HttpClientSettings settings, OutboundGuard guard, HttpClientOptions options) {
        this(vertx, settings, guard, () -> null, HttpConnectionRules.of(options));
    }

    private static ProxiedHttpClient client(Vertx vertx, HttpClientSettings settings, HttpClientOptions options) {
        int keepAliveSeconds = Math.toIntExact(settings.keepAliveTimeout().toSeconds());
        HttpClient client = vertx.httpClientBuilder()
                .with(new HttpClientOptions(options)
                        .setProxyOptions(null).setNonProxyHosts(null)
                        .setDecompressionSupported(true)
                        // The span of the call is sent with the request instead.
                        .setTracingPolicy(TracingPolicy.IGNORE)
                        .setConnectTimeout(Math.toIntExact(settings.connectTimeout().toMillis()))
                        .setKeepAliveTimeout(keepAliveSeconds)
                        .setHttp2KeepAliveTimeout(keepAliveSeconds))
                .with(new PoolOptions().setHttp1MaxSize(settings.maxConnectionsPerHost()))
                .withConnectHandler(HttpPerformer::filter)
                .build();
        return ProxiedHttpClient.of(client, options);
    }

    private static void filter(HttpConnection connection) {
        ExcessResponseFilter.install(connection);
        InterimResponseFilter.drop(connection);
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        return needsAuthenticator(call.arguments())
                ? attempt(call).onFailure(CredentialFailureException.class).transform(Throwable::getCause)
                : attempt(call);
    }

    private Uni<JsonNode> attempt(EffectCall call) {
        if (needsAuthenticator(call.arguments())) {
            return authenticated().perform(call);
        }
        if (call.arguments().path("authentication").has("digest")) {
            return digest().perform(call);
        }
        return send(call, request -> request);
    }

    /**
     * Makes a call that has waited to be made.
     *
     * @param waitedMillis part of {@link #timeoutMillis}, which the rest is left of
     * @return fails as {@link #perform(EffectCall)}, or with a {@link CredentialFailureException} that has such a failure as its cause
     */
    public Uni<JsonNode> perform(EffectCall call, long waitedMillis) {
        return attempt(shortened(call, waitedMillis));
    }

    /** The call with less time. */
    EffectCall shortened(EffectCall call, long usedMillis) {
        return usedMillis < 1 ? call : HttpCallLimits.within(Math.max(1, timeoutMillis(call) - usedMillis), call);
    }

    /** Maximum time of a call in milliseconds, as its arguments or the settings say. */
    public long timeoutMillis(EffectCall call) {
        return HttpCallLimits.of(settings, call.arguments().path("limits")).requestMillis();
    }

    /** True if an authenticator has to be asked for the credentials of a call. */
    private static boolean needsAuthenticator(JsonNode arguments) {
        JsonNode authentication = arguments.path("authentication");
        return authentication.has("oauth2") || authentication.has("client") || authentication.has("caller")
                || arguments.has("authorization");
    }

    private AuthenticatedCalls authenticated() {
        if (authenticated == null) {
            // Two of them do no harm: they keep nothing.
            authenticated = new AuthenticatedCalls(this, vertx, authenticator.get());
        }
        return authenticated;
    }

    private DigestCalls digest() {
        if (digest == null) {
            // Of two, one forgets its challenges.
            digest = new DigestCalls(this);
        }
        return digest;
    }

    /**
     * Makes one request.
     *
     * @param authorizing gives the request its credentials
     */
    Uni<JsonNode> send(EffectCall call, UnaryOperator<PreparedHttpRequest> authorizing) {
        return Uni.createFrom().<JsonNode>emitter(emitter -> {
            PreparedHttpRequest request = authorizing.apply(PreparedHttpRequest.of(call));
            trace(call.trace(), request);
            if (!closed) {
                HttpExchange exchange = new HttpExchange(vertx,
                        client(request.target()),
                        HttpCallLimits.of(settings, call.arguments().path("limits")), request, emitter, () -> closed,
                        call.trace());
                emitter.onTermination(exchange::cancel);
                exchange.start(call.site().dynamicTarget() ? admission(call, request.target()) : null);
            }
        });
    }

    ProxiedHttpClient client(HttpTarget target) {
        return (target.tls() ? tlsClients : clients).of(target.host());
    }

    OutboundGuard guard() {
        return guard;
    }

    /**
     * Later connections use other certificates. If these cannot be loaded, the log says so and the present ones stay in use.
     *
     * @param connections gives the rules with the other certificates
     */
    public void renew(Supplier<HttpConnectionRules<HttpClientOptions>> connections) {
        try {
            load(connections.get());
        } catch (RuntimeException unfit) {
            logNotLoaded(null, unfit);
        }
    }

    /** At once: a client without loaded certificates would have none to keep if later ones could not be loaded. */
    private void load(HttpConnectionRules<HttpClientOptions> connections) {
        tlsClients.forEach((host, client) -> {
            HttpClientOptions options = connections.of(host);
            if (options.getTrustOptions() != null || options.getKeyCertOptions() != null) {
                client.client().updateSSLOptions(tlsOptions(options).getSslOptions(), true)
                        .onFailure(failure -> logNotLoaded(host, failure));
            }
        });
    }

    private static void logNotLoaded(String host, Throwable failure) {
        LOG.errorf(
                "CAIRN-0859: Certificates of HTTP calls cannot be loaded [host=%s]: %s. New connections use the ones that were"
                        + " loaded before; without any, calls to servers with TLS fail. Correct the TLS configuration in quarkus.tls.",
                host == null ? "all others" : host, ExceptionMessageFormatter.of(failure));
    }

    private HttpClientOptions tlsOptions(HttpClientOptions options) {
        return settings.http2()
                ? new HttpClientOptions(options).setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true)
                : options;
    }

    boolean isClosed() {
        return closed;
    }

    /** Scheme, host and port that a call goes to, or null if its arguments name none. */
    public static String origin(EffectCall call) {
        try {
            HttpTarget target = HttpTarget.of(call.arguments().path("uri").asText(), MissingNode.getInstance());
            return (target.tls() ? "https://" : "http://") + target.host().toLowerCase(Locale.ROOT) + ":" + target.port();
        } catch (IllegalArgumentException unfit) {
            return null;
        }
    }

    /**
     * The host that a URI names, in the form in which the configuration of connections names hosts; null if it names none.
     *
     * @throws IllegalArgumentException if it is no URI
     */
    public static String host(String uri) {
        return HttpTarget.host(uri);
    }

    private Uni<OutboundRoute> admission(EffectCall call, HttpTarget target) {
        return guard.admit(target.outbound(), caller(call));
    }

    static OutboundCaller caller(EffectCall call) {
        return new OutboundCaller(call.workflow(), call.version(), call.instanceId(), call.task());
    }

    private static void trace(CallSpan trace, PreparedHttpRequest request) {
        if (trace != CallSpan.NONE) {
            trace.name(request.method());
            trace.attribute("http.request.method", request.method());
            trace.attribute("server.address", request.target().host());
            trace.attribute("server.port", request.target().port());
            trace.propagate((name, value) -> {
                // A header of the definition comes first.
                if (!request.headers().contains(name)) {
                    request.headers().set(name, value);
                }
            });
        }
    }

    /**
     * Closes all connections; does not wait for that. Calls under way, and later ones, never complete: whether they had their effect
     * is not known, and an answer that says they failed would be stored. The next start of the application makes them again.
     */
    @Override
    public void close() {
        closed = true;
        clients.forEach((host, client) -> client.client().close());
        if (tlsClients != clients) {
            tlsClients.forEach((host, client) -> client.client().close());
        }
    }
}
