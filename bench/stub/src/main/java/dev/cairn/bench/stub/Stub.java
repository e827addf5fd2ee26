package dev.cairn.bench.stub;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/**
 * A service that assesses risks slowly: {@code POST /mock/external?delayMs=100} with a JSON object is answered after that many
 * milliseconds, with that object and {@code {"risk": "MEDIUM", "segment": "STANDARD", "source": "mock-service"}}. A timer
 * waits, and no thread does, so that it answers any number of requests at once.
 */
public final class Stub implements AutoCloseable {

    private static final String PATH = "/mock/external";
    /** More than any scenario has under way at once. */
    private static final int MAX_WAITING_CONNECTIONS = 8_192;
    private static final int LONGEST_DELAY_MILLIS = 60_000;
    private static final long PATIENCE_SECONDS = 30;

    private final Vertx vertx;
    private final HttpServer server;

    private Stub(int port) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
        server = vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(MAX_WAITING_CONNECTIONS))
                .requestHandler(this::handle);
        try {
            server.listen(port, "127.0.0.1").toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception failure) {
            vertx.close();
            throw new IllegalStateException("The stub cannot listen on port " + port, failure);
        }
    }

    /**
     * Starts it on loopback; returns when it takes connections.
     *
     * @param port its port; 0 for any free one
     */
    public static Stub listen(int port) {
        return new Stub(port);
    }

    /** URL for requests. */
    public String url() {
        return "http://127.0.0.1:" + server.actualPort() + PATH;
    }

    private void handle(HttpServerRequest request) {
        if (!request.path().equals(PATH) || request.method() != HttpMethod.POST) {
            request.response().setStatusCode(404).end();
            return;
        }
        int delayMillis = delayMillis(request.getParam("delayMs", "0"));
        if (delayMillis < 0) {
            request.response().setStatusCode(400).end("delayMs is a number from 0 to " + LONGEST_DELAY_MILLIS);
            return;
        }
        // The delay counts from the request's arrival, as it would in a service that is slow.
        long arrivedNanos = System.nanoTime();
        request.body().onSuccess(body -> {
            long readMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - arrivedNanos);
            after(delayMillis - readMillis, () -> answer(request.response(), body));
        });
    }

    /** Negative if it is no delay. */
    private static int delayMillis(String text) {
        try {
            int delay = Integer.parseInt(text);
            return delay > LONGEST_DELAY_MILLIS ? -1 : delay;
        } catch (NumberFormatException noNumber) {
            return -1;
        }
    }

    private void after(long millis, Runnable answer) {
        if (millis <= 0) {
            answer.run();
        } else {
            vertx.setTimer(millis, fired -> answer.run());
        }
    }

    private static void answer(HttpServerResponse response, Buffer body) {
        JsonObject object;
        try {
            object = new JsonObject(body);
        } catch (DecodeException | ClassCastException noObject) {
            response.setStatusCode(400).end("The body is no JSON object");
            return;
        }
        object.put("risk", "MEDIUM").put("segment", "STANDARD").put("source", "mock-service");
        response.putHeader(HttpHeaderNames.CONTENT_TYPE, "application/json").end(object.toBuffer());
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /**
     * Starts it, prints its URL, and ends when its standard input does, so that it never outlives its parent.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException {
        try (Stub stub = listen(0)) {
            System.out.println(stub.url());
            while (System.in.read() >= 0) {
                // The content is ignored; only the end counts.
            }
        }
    }
}
