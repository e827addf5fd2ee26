package dev.cairn.persistence.redis;

import java.util.List;

import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** One round trip to the server, with a time limit. */
final class Connection {

    private final Redis redis;
    private final Vertx vertx;
    private final Settings settings;
    /**
     * Of the thread that opens the store, which made the client as well: the client has all its connections on the event loop of that
     * context. Asked from there a round trip changes threads twice; asked from another event loop it does so four times.
     */
    private final ContextInternal context;

    Connection(Redis redis, Vertx vertx, Settings settings) {
        this.redis = redis;
        this.vertx = vertx;
        this.settings = settings;
        this.context = ((VertxInternal) vertx).getOrCreateContext();
    }

    /**
     * Sends requests at once and gives their answers. They go over one connection, so one that waits for the disk waits for those
     * before it.
     *
     * @param what what they are for, for messages
     * @return fails with a {@link StoreException} if one of them fails
     */
    Uni<List<Response>> send(String what, List<Request> requests) {
        return Uni.createFrom().emitter(emitter -> context.emit(emitter, there -> send(what, requests, there)));
    }

    private void send(String what, List<Request> requests, UniEmitter<? super List<Response>> emitter) {
        long timer = vertx.setTimer(settings.timeout().toMillis(),
                id -> emitter.fail(Failures.timedOut(what, settings.timeout())));
        try {
            redis.batch(requests).onComplete(done -> {
                vertx.cancelTimer(timer);
                if (done.succeeded()) {
                    emitter.complete(done.result());
                } else {
                    emitter.fail(failure(what, done.cause()));
                }
            });
        } catch (RuntimeException e) {
            vertx.cancelTimer(timer);
            emitter.fail(failure(what, e));
        }
    }

    private static StoreException failure(String what, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("CAIRN_FORMAT") ? Failures.unknownFormat(what, cause) : Failures.failed(what, cause);
    }

    /** True if a server answered with an error. The client makes such an answer itself when a connection is lost. */
    static boolean isAnswer(Throwable failure) {
        Throwable cause = failure.getCause();
        String message = cause == null ? "" : String.valueOf(cause.getMessage());
        return cause instanceof Response && !message.contains("CONNECTION_CLOSED") && !message.contains("Exception");
    }

    /** True if a server refused a script because it does not know it: after a restart, say. */
    static boolean isUnknownScript(Throwable failure) {
        return failure.getCause() != null && String.valueOf(failure.getCause().getMessage()).contains("NOSCRIPT");
    }
}
