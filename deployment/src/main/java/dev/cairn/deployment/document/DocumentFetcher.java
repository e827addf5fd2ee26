package dev.cairn.deployment.document;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.cairn.api.WorkflowException;
import dev.cairn.compiler.reader.UnavailableResourceException;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.effect.outbound.HostResolver;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Fetches documents while an application is built: a GET without credentials, bounded in bytes and time. A definition may name any
 * host. A host that a document or a redirection names is admitted by the policy for outgoing calls.
 */
final class DocumentFetcher {

    /** Longest document; the reader of definitions takes no more. */
    static final int MAX_BYTES = 16 << 20;
    private static final int MAX_REDIRECTS = 5;
    private static final OutboundCaller BUILD = new OutboundCaller("", "", "", "");

    private final HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private final OutboundGuard guard;
    private final Duration timeout;

    /** @param rules rules for hosts that no definition names */
    DocumentFetcher(OutboundRules rules, Duration timeout) {
        this(rules, DocumentFetcher::resolve, timeout);
    }

    /** With a resolver of names. */
    DocumentFetcher(OutboundRules rules, HostResolver resolver, Duration timeout) {
        this.guard = new OutboundPolicy(rules, resolver, refusal -> {}, host -> host);
        this.timeout = timeout;
    }

    private static Uni<List<InetAddress>> resolve(String host) {
        return Uni.createFrom().item(host).map(name -> {
            try {
                return List.of(InetAddress.getAllByName(name));
            } catch (UnknownHostException unknown) {
                return List.of();
            }
        });
    }

    /**
     * Fetches a document.
     *
     * @param url its URL
     * @param referrer URL of the document that refers to it, or null if a definition does
     */
    byte[] fetch(String url, String referrer) throws UnavailableResourceException {
        long endNanos = TimeSource.system().elapsedNanos() + timeout.toNanos();
        try {
            URI uri = uri(url);
            OutboundRoute route = referrer == null ? OutboundRoute.constant(target(uri))
                    : follow(OutboundRoute.constant(target(uri(referrer))), uri);
            for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
                HttpResponse<byte[]> answer = get(uri, endNanos);
                int status = answer.statusCode();
                if (status == 200) {
                    return answer.body();
                }
                String location = answer.headers().firstValue("Location").orElse(null);
                if (status < 300 || status > 399 || location == null) {
                    throw failed(url, "the server answers with status " + status, null);
                }
                URI next = uri(uri.resolve(location.replace(" ", "%20")).toString());
                route = follow(route, next);
                uri = next;
            }
            throw failed(url, "more than " + MAX_REDIRECTS + " redirections", null);
        } catch (IOException | IllegalArgumentException broken) {
            throw failed(url, described(broken), broken);
        }
    }

    private HttpResponse<byte[]> get(URI uri, long endNanos) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri).header("User-Agent", "cairn")
                .header("Accept", "application/json, application/yaml, text/yaml, */*;q=0.5").build();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request,
                head -> new LimitedBodySubscriber(head.statusCode() == 200 ? MAX_BYTES : 0));
        try {
            return answer.get(Math.max(1, endNanos - TimeSource.system().elapsedNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw new IOException("no complete answer within " + timeout.toSeconds() + " s", late);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException io ? io : new IOException(failure.getCause());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("the build was interrupted", interrupted);
        }
    }

    private OutboundRoute follow(OutboundRoute from, URI to) throws IOException {
        try {
            return guard.follow(from, target(to), BUILD).await().atMost(timeout);
        } catch (WorkflowException refused) {
            throw new IOException(
                    refused.error().detail().replace("quarkus.cairn.outbound.allow", "quarkus.cairn.documents.allow")
                            .replaceFirst("^CAIRN-\\d+: ", "").replaceFirst("\\.? List the target .*", ""),
                    refused);
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause());
        }
    }

    private static URI uri(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException noUri) {
            throw new IllegalArgumentException("this is no URL: " + noUri.getReason(), noUri);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || !target(uri).scheme().matches("https?")) {
            throw new IllegalArgumentException("the URL must have http or https and a host, and no credentials");
        }
        return uri;
    }

    private static OutboundTarget target(URI uri) {
        String scheme = String.valueOf(uri.getScheme());
        String host = String.valueOf(uri.getHost()).replaceAll("[\\[\\]]", "");
        return new OutboundTarget(scheme, host,
                uri.getPort() > 0 ? uri.getPort() : scheme.equalsIgnoreCase("https") ? 443 : 80);
    }

    private static String described(Exception failure) {
        return failure instanceof UnknownHostException || failure.getMessage() == null
                ? failure.getClass().getSimpleName() + (failure.getMessage() == null ? "" : " " + failure.getMessage())
                : failure.getMessage();
    }

    private static UnavailableResourceException failed(String url, String reason, Exception cause) {
        UnavailableResourceException failed = new UnavailableResourceException(BuildErrorCodes.DOCUMENT_NOT_FETCHED,
                "The document \"" + url + "\" cannot be fetched: " + reason + ".",
                "Correct the URL, or put the document into the application. quarkus.cairn.documents.allow lists hosts that"
                        + " redirections and references may lead to.");
        failed.initCause(cause);
        return failed;
    }
}
