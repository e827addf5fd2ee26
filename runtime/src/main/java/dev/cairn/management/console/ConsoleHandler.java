package dev.cairn.management.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Serves the page and the files of the console. Only names that the build has recorded lead to a resource. Immutable. Runs on the event loop
 * and reads files on a worker.
 */
final class ConsoleHandler implements Handler<RoutingContext> {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");
    /** A file of another version has another path. Private: shared caches must not keep files that need a permission. */
    private static final String FOREVER = "private, max-age=31536000, immutable";
    private static final String REVALIDATED = "private, no-cache";

    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final String root;
    private final String assets;
    private final String version;
    private final Set<String> files;
    private final String policy;

    ConsoleHandler(String root, String version, Set<String> files, String policy) {
        this.root = root;
        this.assets = root + "/" + ConsoleRecorder.ASSETS + "/" + version + "/";
        this.version = version;
        this.files = files;
        this.policy = policy;
    }

    @Override
    public void handle(RoutingContext routing) {
        String path = routing.normalizedPath();
        HttpMethod method = routing.request().method();
        if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
            routing.response().setStatusCode(405).putHeader(HttpHeaders.ALLOW, "GET, HEAD").end();
        } else if (path.equals(root)) {
            // Relative, so that it holds behind a proxy that adds a prefix.
            routing.response().setStatusCode(302).putHeader(HttpHeaders.LOCATION, ConsoleRecorder.PATH + "/").end();
        } else if (path.equals(root + "/")) {
            send(routing, ConsoleRecorder.INDEX, REVALIDATED);
        } else if (path.startsWith(assets) && files.contains(path.substring(assets.length()))) {
            send(routing, path.substring(assets.length()), FOREVER);
        } else {
            routing.response().setStatusCode(404).putHeader(HttpHeaders.CACHE_CONTROL, "no-store").end();
        }
    }

    private void send(RoutingContext routing, String file, String caching) {
        boolean compressed = acceptsGzip(routing);
        String tag = "\"" + version + (compressed ? "-gz\"" : "\"");
        HttpServerResponse response = routing.response()
                .putHeader(HttpHeaders.CACHE_CONTROL, caching)
                .putHeader(HttpHeaders.ETAG, tag)
                .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
                .putHeader("Content-Security-Policy", policy)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin");
        if (tag.equals(routing.request().getHeader(HttpHeaders.IF_NONE_MATCH))) {
            response.setStatusCode(304).end();
            return;
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, TYPES.get(file.substring(file.lastIndexOf('.') + 1)));
        if (compressed) {
            response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        if (routing.request().method() == HttpMethod.HEAD) {
            response.end();
            return;
        }
        routing.vertx().executeBlocking(() -> read(file, compressed), false).onComplete(content -> {
            if (response.closed()) {
                return;
            }
            response.end(Buffer.buffer(content));
        }, routing::fail);
    }

    private static boolean acceptsGzip(RoutingContext routing) {
        return routing.parsedHeaders().acceptEncoding().stream()
                .anyMatch(accepted -> accepted.value().equalsIgnoreCase("gzip") && accepted.weight() > 0);
    }

    private byte[] read(String file, boolean compressed) throws IOException {
        try (InputStream in = loader.getResourceAsStream(ConsoleRecorder.RESOURCES + file)) {
            byte[] content = in.readAllBytes();
            return compressed ? content : new GZIPInputStream(new ByteArrayInputStream(content)).readAllBytes();
        }
    }
}
