package dev.cairn.devui;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** Serves the web components of the console to the Dev UI. Only names that the build knows lead to a resource. Immutable. */
final class WebComponentHandler implements Handler<RoutingContext> {

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final String root;
    private final Set<String> files;

    WebComponentHandler(String root, Set<String> files) {
        this.root = root;
        this.files = files;
    }

    @Override
    public void handle(RoutingContext routing) {
        String path = routing.normalizedPath();
        String file = path.startsWith(root) ? path.substring(root.length()) : "";
        String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
        if (type == null || !files.contains(file)) {
            routing.response().setStatusCode(404).end();
            return;
        }
        routing.vertx().executeBlocking(() -> read(file), false).onComplete(content -> routing.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, type)
                // Another build may have another file.
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
                .end(Buffer.buffer(content)), routing::fail);
    }

    private byte[] read(String file) throws IOException {
        try (InputStream in = loader.getResourceAsStream(WebComponentRecorder.RESOURCES + file)) {
            return in.readAllBytes();
        }
    }
}
