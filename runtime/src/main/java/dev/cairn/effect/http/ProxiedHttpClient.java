package dev.cairn.effect.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.cairn.effect.outbound.ProxyResolution;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.SocketAddress;

/**
 * A client, with the proxy of its requests. The client itself has none: it would compare a checked address, and not the host, with the
 * hosts that are called without the proxy.
 *
 * @param proxy the proxy, or null
 * @param direct hosts that are called without it
 */
record ProxiedHttpClient(HttpClient client, ProxyOptions proxy, List<Pattern> direct) {

    /** @param client has neither the proxy of the options nor its exceptions */
    static ProxiedHttpClient of(HttpClient client, HttpClientOptions options) {
        List<String> direct = options.getNonProxyHosts() == null ? List.of() : options.getNonProxyHosts();
        return new ProxiedHttpClient(client, options.getProxyOptions(),
                direct.stream().map(ProxiedHttpClient::pattern).toList());
    }

    /** A star stands for any characters. */
    private static Pattern pattern(String host) {
        return Pattern.compile(Arrays.stream(host.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.CASE_INSENSITIVE);
    }

    /**
     * Opens a request.
     *
     * @param checked the address to call, or null to resolve the host
     * @param options its limits
     * @return fails with a {@link dev.cairn.api.WorkflowException} if the proxy would not keep to the address
     */
    Future<HttpClientRequest> request(PreparedHttpRequest call, InetAddress checked, RequestOptions options) {
        HttpTarget target = call.target();
        ProxyOptions used = isDirect(target.host()) ? null : proxy;
        boolean isHttpProxy = used != null && used.getType() == ProxyType.HTTP;
        if (isHttpProxy && ProxyResolution.isNeeded(target.host(), target.tls(), checked)) {
            return Future.failedFuture(ProxyResolution.refusal(call.toString(), call.task()));
        }
        return client.request(options
                .setProxyOptions(used)
                .setMethod(HttpMethod.valueOf(call.method()))
                // Connections are shared by the text of their address, so it must not be the name: that may have
                // another address.
                .setServer(checked == null ? null : SocketAddress.inetSocketAddress(target.port(), checked.getHostAddress()))
                .setSsl(target.tls())
                .setHost(target.host())
                .setPort(target.port())
                .setURI(target.requestUri())
                .setHeaders(call.headers()));
    }

    private boolean isDirect(String host) {
        return direct.stream().anyMatch(pattern -> pattern.matcher(host).matches());
    }
}
