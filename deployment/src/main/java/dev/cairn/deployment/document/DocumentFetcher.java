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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.cairn.api.WorkflowException;
import dev.cairn.compiler.reader.UnavailableResourceException;
import dev.cairn.deployment.BuildErrorCodes;
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
    private static final int OK = 200;
    private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
    private static final OutboundCaller BUILD = new OutboundCaller("", "", "", "");

    private final OutboundGuard guard;
    private final Duration timeout;
    private final Supplier<HttpClient> clients;
    /** Null until a document is fetched: most builds fetch none. */
    private HttpClient client;

    /** @param rules rules for hosts that no definition names */
    DocumentFetcher(OutboundRules rules, Duration timeout) {
        this(rules, timeout, () -> HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build());
    }

    /** @param clients creates the client for the first document */
    DocumentFetcher(OutboundRules rules, Duration timeout, Supplier<HttpClient> clients) {
        this.guard = new OutboundPolicy(rules, DocumentFetcher::resolve, refusal -> {}, host -> host);
        this.timeout = timeout;
        this.clients = clients;
    }

    private static Uni<List<InetAddress>> resolve(String host) {
        return Uni.createFrom().item(host).map(name -> {
            try {
                // The client connects to the first one.
                return List.of(InetAddress.getByName(name));
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
                if (!REDIRECTIONS.contains(answer.statusCode())) {
                    return content(answer, redirects > 0);
                }
                URI next = location(answer);
                route = follow(route, next);
                uri = next;
            }
            throw new IOException("more than " + MAX_REDIRECTS + " redirections");
        } catch (IOException broken) {
            throw failed(url, broken);
        }
    }

    private static byte[] content(HttpResponse<byte[]> answer, boolean redirected) throws IOException {
        String server = redirected ? DocumentAddress.shown(answer.uri().toString()) : "the server";
        if (answer.statusCode() != OK) {
            throw new IOException(server + " answers with status " + answer.statusCode());
        }
        if (answer.body().length == 0) {
            throw new IOException(server + " answers with status " + OK + " and no content");
        }
        return answer.body();
    }

    private static URI location(HttpResponse<byte[]> answer) throws IOException {
        String location = answer.headers().firstValue("Location").orElse("");
        if (location.isBlank()) {
            throw new IOException("the server answers with status " + answer.statusCode() + " and no header Location");
        }
        try {
            return uri(answer.uri().resolve(new URI(location.strip().replace(" ", "%20"))).toString());
        } catch (URISyntaxException noUri) {
            throw new IOException("the server redirects to no URL: " + noUri.getReason());
        }
    }

    private HttpResponse<byte[]> get(URI uri, long endNanos) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri).header("User-Agent", "cairn")
                .header("Accept", "application/json, application/yaml, text/yaml, */*;q=0.5").build();
        CompletableFuture<HttpResponse<byte[]>> answer = client().sendAsync(request,
                head -> head.statusCode() == OK ? LimitedBodySubscriber.reading(MAX_BYTES) : LimitedBodySubscriber.ignoring());
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

    private synchronized HttpClient client() {
        if (client == null) {
            client = clients.get();
        }
        return client;
    }

    private OutboundRoute follow(OutboundRoute from, URI to) throws IOException {
        try {
            OutboundRoute route = guard.follow(from, target(to), BUILD).await().atMost(timeout);
            if (route.address() != null) {
                checkConnected(route.address(), to);
            }
            return route;
        } catch (WorkflowException refused) {
            throw new IOException(
                    refused.error().detail().replaceFirst("^CAIRN-\\d+: ", "").replaceFirst("\\.? List the target .*", ""),
                    refused);
        } catch (io.smallrye.mutiny.TimeoutException late) {
            throw new IOException("the host was not resolved within " + timeout.toSeconds() + " s", late);
        } catch (CompletionException failed) {
            throw new IOException(failed.getCause());
        }
    }

    /** The client resolves the host itself, and reads some addresses otherwise, such as {@code 010.0.0.5}. */
    private static void checkConnected(InetAddress checked, URI to) throws IOException {
        InetAddress connected = InetAddress.getByName(to.getHost());
        if (!connected.equals(checked)) {
            throw new IOException("the host is ambiguous: " + checked.getHostAddress()
                    + " was checked, and the connection would go to " + connected.getHostAddress());
        }
    }

    private static URI uri(String url) throws IOException {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null && uri.getRawUserInfo() == null && target(uri).scheme().matches("https?")) {
                return uri;
            }
        } catch (URISyntaxException noUri) {
            throw new IOException("this is no URL: " + noUri.getReason());
        } catch (IllegalArgumentException noTarget) {
            throw new IOException("this is no URL: " + noTarget.getMessage());
        }
        throw new IOException("the URL must have http or https and a host, and no credentials");
    }

    private static OutboundTarget target(URI uri) {
        String scheme = String.valueOf(uri.getScheme());
        String host = String.valueOf(uri.getHost()).replaceAll("[\\[\\]]", "");
        return new OutboundTarget(scheme, host,
                uri.getPort() > 0 ? uri.getPort() : scheme.equalsIgnoreCase("https") ? 443 : 80);
    }

    private static String described(IOException failure) {
        if (failure.getCause() instanceof UnknownHostException unknown) {
            return described(unknown);
        }
        return failure instanceof UnknownHostException || failure.getMessage() == null
                ? failure.getClass().getSimpleName() + (failure.getMessage() == null ? "" : " " + failure.getMessage())
                : failure.getMessage();
    }

    private static UnavailableResourceException failed(String url, IOException cause) {
        UnavailableResourceException failed = new UnavailableResourceException(BuildErrorCodes.DOCUMENT_NOT_FETCHED,
                "The document \"" + DocumentAddress.shown(url) + "\" cannot be fetched: " + described(cause) + ".",
                "Correct the URL, or put the document into the application. quarkus.cairn.documents.allow lists hosts that"
                        + " redirections and references may lead to.");
        failed.initCause(cause);
        return failed;
    }
}
