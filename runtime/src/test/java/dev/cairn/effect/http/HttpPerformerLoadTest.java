package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** Many calls at once, and cancelled calls. */
class HttpPerformerLoadTest {

    private static final int CALLS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final ConcurrentLinkedQueue<CompletableFuture<Void>> closed = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> arrived = new CompletableFuture<>();
    private final List<HttpServerRequest> together = new ArrayList<>();
    private final HttpTestServer server = new HttpTestServer(vertx, new HttpServerOptions().setAcceptBacklog(1_024),
            this::answer);

    @AfterEach
    void close() {
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void threeHundredCallsFromOneEventLoopAreUnderWayTogether() throws Exception {
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD)) {
            perform(performer, "/together");
            int connections = server.connections.get();

            perform(performer, "/together");

            assertThat(server.connections).as("connections are kept alive").hasValue(connections);
        }
    }

    @Test
    void callsBeyondThePoolWaitForAConnection() throws Exception {
        HttpClientSettings small = new HttpClientSettings(100, PATIENCE, PATIENCE, PATIENCE, 1_000);
        try (HttpPerformer performer = new HttpPerformer(vertx, small, HttpTestServer.NO_GUARD)) {
            perform(performer, "/slow");

            assertThat(server.connections).hasValue(100);
        }
    }

    @Test
    void aLongAnswerThatIsNoChallengeForTheCallIsReadOnAWorker() throws Exception {
        HttpClientSettings one = new HttpClientSettings(1, PATIENCE, PATIENCE, PATIENCE, 1_000_000);
        Vertx busy = Vertx.vertx(new VertxOptions().setWorkerPoolSize(1));
        try (HttpPerformer performer = new HttpPerformer(busy, one, HttpTestServer.NO_GUARD)) {
            CountDownLatch idle = new CountDownLatch(1);
            busy.executeBlocking(() -> idle.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            CompletableFuture<JsonNode> refused = performer.perform(server.get("/refused")).subscribeAsCompletionStage();

            // The same connection, after the whole of the refusal.
            performer.perform(server.get("/slow")).await().atMost(PATIENCE);

            assertThat(refused).isNotDone();
            idle.countDown();
            assertThat(refused).failsWithin(PATIENCE);
        } finally {
            busy.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Test
    void cancellingEndsTheRequest() throws Exception {
        try (HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD)) {
            Cancellable call = performer.perform(server.get("/silence")).subscribe().with(answer -> {});
            arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            call.cancel();

            closed.remove().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void closingSaysNothingOfTheCallsUnderWay() throws Exception {
        HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);
        CompletableFuture<JsonNode> call = performer.perform(server.get("/silence")).subscribeAsCompletionStage();
        arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        performer.close();
        CompletableFuture<JsonNode> later = performer.perform(server.get("/slow")).subscribeAsCompletionStage();

        closed.remove().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        vertx.executeBlocking(() -> "what the closing connection causes").toCompletionStage().toCompletableFuture().join();
        assertThat(call).isNotDone();
        assertThat(later).isNotDone();
    }

    @Test
    void cancellingWhileWaitingForAConnectionSendsNothing() throws Exception {
        HttpClientSettings one = new HttpClientSettings(1, PATIENCE, PATIENCE, PATIENCE, 1_000);
        try (HttpPerformer performer = new HttpPerformer(vertx, one, HttpTestServer.NO_GUARD)) {
            CompletableFuture<JsonNode> first = performer.perform(server.get("/slow")).subscribeAsCompletionStage();
            performer.perform(server.get("/silence")).subscribe().with(answer -> {}).cancel();

            first.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            performer.perform(server.get("/slow")).await().atMost(PATIENCE);

            assertThat(arrived).isNotDone();
        }
    }

    private void perform(HttpPerformer performer, String path) throws Exception {
        CompletableFuture<List<JsonNode>> all = new CompletableFuture<>();
        Context context = vertx.getOrCreateContext();
        context.runOnContext(on -> Uni.join()
                .all(IntStream.range(0, CALLS).mapToObj(i -> performer.perform(server.get(path))).toList())
                .andFailFast()
                .subscribe().with(all::complete, all::completeExceptionally));
        assertThat(all.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasSize(CALLS)
                .allMatch(answer -> answer.textValue().equals("done"));
    }

    private void answer(HttpServerRequest request) {
        CompletableFuture<Void> gone = new CompletableFuture<>();
        request.connection().closeHandler(gone::complete);
        if (request.path().equals("/silence")) {
            closed.add(gone);
            arrived.complete(null);
        } else if (request.path().equals("/refused")) {
            request.response().setStatusCode(401).putHeader("Content-Type", "application/json")
                    .end("[" + "1,".repeat(99_999) + "1]");
        } else if (request.path().equals("/together")) {
            answerOnceAllAreThere(request);
        } else {
            vertx.setTimer(200, id -> done(request));
        }
    }

    /** No request is answered before the last one has arrived. */
    private synchronized void answerOnceAllAreThere(HttpServerRequest request) {
        together.add(request);
        if (together.size() == CALLS) {
            together.forEach(HttpPerformerLoadTest::done);
            together.clear();
        }
    }

    private static void done(HttpServerRequest request) {
        request.response().putHeader("Content-Type", "text/plain").end("done");
    }
}
