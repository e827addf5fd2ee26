package dev.cairn.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.ManagementAnswer.LinesAnswer;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;

/** Lines follow the pace of the client, and end when it goes. */
class AnswerLinesTest {

    private static final int MANY_PAGES = 2_000;
    /** More than a connection takes that nobody reads from. */
    private static final int SOME_PAGES = 200;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger pagesRead = new AtomicInteger();
    private volatile boolean failing;
    private HttpServer server;

    @BeforeEach
    void listen() throws Exception {
        ObjectNode line = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(1_000));
        List<ObjectNode> lines = Collections.nCopies(100, line);
        server = get(vertx.createHttpServer().requestHandler(request -> AnswerLines.write(request.response(),
                vertx.getOrCreateContext(), new LinesAnswer(new AnswerLines.Page(lines, "next"), Integer.MAX_VALUE, cursor -> {
                    int read = pagesRead.incrementAndGet();
                    return failing ? Uni.createFrom().failure(new IllegalStateException("The store is gone"))
                            : Uni.createFrom().item(new AnswerLines.Page(lines, read < MANY_PAGES ? "next" : null));
                }))).listen(0));
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
    void readsNoFurtherThanTheClientDoes() throws Exception {
        HttpClientResponse response = get(response().map(HttpClientResponse::pause));

        await().during(Duration.ofMillis(500)).until(() -> pagesRead.get() < SOME_PAGES);

        get(response.request().connection().close());
        await().during(Duration.ofMillis(500)).until(() -> pagesRead.get() < SOME_PAGES);
    }

    @Test
    void isIncompleteIfAPageFails() throws Exception {
        failing = true;

        Future<Buffer> body = response().compose(HttpClientResponse::body);

        await().until(body::isComplete);
        assertThat(body.failed()).isTrue();
    }

    private Future<HttpClientResponse> response() {
        return vertx.createHttpClient().request(HttpMethod.GET, server.actualPort(), "localhost", "/")
                .compose(HttpClientRequest::send);
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
