package dev.cairn.management.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.request.JsonLinesWriter.Page;
import dev.cairn.management.request.ManagementAnswer.LinesAnswer;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Lines follow the pace of the client, and end when it goes. */
class JsonLinesWriterTest {

    private static final int MANY_PAGES = 2_000;
    private static final long PATIENCE_SECONDS = 30;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger pagesRead = new AtomicInteger();
    private final AtomicInteger pagesReadWithoutRoom = new AtomicInteger();
    private final List<ObjectNode> lines = Collections.nCopies(100,
            JsonNodeFactory.instance.objectNode().put("text", "x".repeat(1_000)));
    private volatile Uni<Page> pages;
    private volatile HttpServerResponse written;
    private volatile Context context;
    private HttpServer server;

    @BeforeEach
    void listen() throws Exception {
        pages = Uni.createFrom().item(() -> new Page(lines, pagesRead.get() < MANY_PAGES ? "next" : null));
        server = get(vertx.createHttpServer().requestHandler(this::answer).listen(0));
    }

    private void answer(HttpServerRequest request) {
        written = request.response();
        context = vertx.getOrCreateContext();
        JsonLinesWriter.write(written, context, new LinesAnswer(new Page(lines, "next"), Integer.MAX_VALUE, cursor -> {
            pagesRead.incrementAndGet();
            if (written.writeQueueFull()) {
                pagesReadWithoutRoom.incrementAndGet();
            }
            return pages;
        }));
    }

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    void writesAllPages() throws Exception {
        Buffer body = get(response().compose(HttpClientResponse::body));

        assertThat(body.length()).isEqualTo((MANY_PAGES + 1) * 100 * ("{\"text\":\"\"}\n".length() + 1_000));
    }

    @Test
    void readsNoPageWhileTheClientHasNoRoom() throws Exception {
        get(response().compose(HttpClientResponse::body));

        assertThat(pagesRead).hasValue(MANY_PAGES);
        assertThat(pagesReadWithoutRoom).hasValue(0);
    }

    @Test
    void readsNoMorePagesWhenTheClientHasGone() throws Exception {
        CompletableFuture<Page> page = new CompletableFuture<>();
        pages = Uni.createFrom().completionStage(page);
        HttpClientResponse response = get(response());
        await().until(() -> pagesRead.get() == 1);

        get(response.request().connection().close());
        await().until(() -> written.closed());
        page.complete(new Page(lines, "next"));

        // Runs after the page was handled, on the same event loop.
        CompletableFuture<Void> handled = new CompletableFuture<>();
        context.runOnContext(handled::complete);
        handled.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(pagesRead).hasValue(1);
    }

    @Test
    void isIncompleteIfAPageFails() throws Exception {
        pages = Uni.createFrom().failure(new IllegalStateException("The store is gone"));

        Future<Buffer> body = response().compose(HttpClientResponse::body);

        await().until(body::isComplete);
        assertThat(body.failed()).isTrue();
    }

    private Future<HttpClientResponse> response() {
        return vertx.createHttpClient().request(HttpMethod.GET, server.actualPort(), "localhost", "/")
                .compose(HttpClientRequest::send);
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
