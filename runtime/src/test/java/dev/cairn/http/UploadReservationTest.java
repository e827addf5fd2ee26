package dev.cairn.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.cairn.time.TimeSource;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** A body that takes too long ends its request, and no other does. */
@Timeout(30)
class UploadReservationTest {

    private final Vertx vertx = Vertx.vertx();
    private final UploadMemoryBudget uploads = new UploadMemoryBudget(vertx, TimeSource.system(),
            new HttpSettings("/", Duration.ZERO, Duration.ZERO, 1_000, Duration.ofMinutes(1), false));
    private final List<Integer> statuses = new CopyOnWriteArrayList<>();
    private final List<String> texts = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** Answers with what is given by name of the method, otherwise with itself, false or null. */
    private <T> T stub(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (method.getName().equals("setStatusCode")) {
                statuses.add((Integer) arguments[0]);
            }
            if (method.getName().equals("end") && arguments != null) {
                texts.add(arguments[0].toString());
            }
            Object other = method.getReturnType() == boolean.class ? Boolean.FALSE
                    : method.getReturnType() == int.class ? Integer.valueOf(0)
                            : method.getReturnType().isInstance(proxy) ? proxy : null;
            return answers.getOrDefault(method.getName(), other);
        }));
    }

    private RoutingContext request() {
        Map<String, Object> answers = Map.of("vertx", vertx, "response", stub(HttpServerResponse.class, Map.of()),
                "request", stub(HttpServerRequest.class, Map.of("version", HttpVersion.HTTP_2)));
        return stub(RoutingContext.class, answers);
    }

    /** Runs something on the event loop of a request, and then what it leaves there. */
    private void onEventLoop(Runnable action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(begun -> {
            action.run();
            Vertx.currentContext().runOnContext(any -> done.complete(null));
        });
        done.join();
    }

    @Test
    void isAnsweredIfItDoesNotArrive() {
        onEventLoop(() -> new UploadReservation(uploads, request(), false, 0).expire());
        assertThat(statuses).containsExactly(408);
        assertThat(texts).singleElement().asString().contains("within 60000 ms", "quarkus.cairn.http.body-timeout");
    }

    /** Its start may be durable by then. */
    @Test
    void isNotAnsweredIfItArrivesInTheLastMoment() {
        onEventLoop(() -> {
            UploadReservation upload = new UploadReservation(uploads, request(), false, 0);
            upload.expire();
            upload.arrived();
        });
        assertThat(statuses).isEmpty();
    }

    /** Vert.x has one such handler a response, and the routes share it. */
    @Test
    void handlersOfOthersHearOfTheEndOfARefusedRequest() throws Exception {
        CompletableFuture<Void> heard = new CompletableFuture<>();
        Router router = Router.router(vertx);
        router.route().handler(routing -> {
            routing.addEndHandler(ended -> heard.complete(null));
            RefusedBodyResponder.answer(routing, JsonBodyReader.tooLarge(), true);
        });
        HttpServer server = vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1").toCompletionStage()
                .toCompletableFuture().get();
        try (Socket client = new Socket("127.0.0.1", server.actualPort())) {
            client.getOutputStream().write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(client.getInputStream().readAllBytes(), UTF_8)).startsWith("HTTP/1.1 413");
        }
        heard.get();
    }
}
