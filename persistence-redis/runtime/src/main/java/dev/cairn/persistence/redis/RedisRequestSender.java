package dev.cairn.persistence.redis;

import java.util.List;
import java.util.regex.Pattern;

import dev.cairn.persistence.redis.EventLoopRedisClients.Client;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Sends requests to the server in one round trip, with a time limit. */
final class RedisRequestSender {

    private static final long NOTED_AFTER_MILLIS = 1_000;
    private static final Pattern PASSING = Pattern.compile("\\b(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|BUSY|MASTERDOWN) ");

    private static final Pattern NO_WRITES = Pattern.compile("\\b(MISCONF|NOREPLICAS) ");

    private final Vertx vertx;
    private volatile boolean cluster;

    RedisRequestSender(Vertx vertx) {
        this.vertx = vertx;
    }

    /** The server is one of a cluster: what the client calls a connection is one to each of the servers. */
    void toCluster() {
        cluster = true;
    }

    /**
     * Sends requests at once and gives their answers. They go over one connection, so a request that waits for the disk also
     * delays the ones behind it.
     *
     * @param operation their purpose, for messages
     * @param deadline has begun
     * @return fails with a {@link StoreException} if one of them fails
     */
    Uni<List<Response>> send(Client client, String operation, List<Request> requests, OperationDeadline deadline) {
        return Uni.createFrom().emitter(emitter -> client.context().emit(emitter,
                there -> new RoundTrip(client.redis(), operation, requests, deadline, there).begin()));
    }

    private static StoreException failure(String operation, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("CAIRN_LATE")) {
            return RedisStoreExceptionFactory.tooLate(operation);
        }
        return message.contains("CAIRN_FORMAT") ? RedisStoreExceptionFactory.unknownFormat(operation, cause)
                : RedisStoreExceptionFactory.failed(operation, cause);
    }

    /** True if a server answered with an error. The client makes such an answer itself when a connection is lost. */
    static boolean isAnswer(Throwable failure) {
        Throwable cause = failure.getCause();
        String message = cause == null ? "" : String.valueOf(cause.getMessage());
        return cause instanceof Response && !message.contains("CONNECTION_CLOSED") && !message.contains("Exception");
    }

    /** True if a server answered that it does not do this: not that it is not up to it now, or that another one has the key. */
    static boolean isRefusal(Throwable failure) {
        return isAnswer(failure) && !PASSING.matcher(String.valueOf(failure.getCause().getMessage())).find();
    }

    /** True if a server answered that it takes no writes for now, since its disk or its replicas fail. */
    static boolean takesNoWrites(Throwable failure) {
        return isAnswer(failure) && NO_WRITES.matcher(String.valueOf(failure.getCause().getMessage())).find();
    }

    /** True if a server refused a script because it does not know it: after a restart, say. */
    static boolean isUnknownScript(Throwable failure) {
        return failure.getCause() != null && String.valueOf(failure.getCause().getMessage()).contains("NOSCRIPT");
    }

    /**
     * True if a server answered that it is a replica. It was the master when the connection was made: behind the same address there is
     * another one by now.
     */
    private static boolean isReplica(Throwable answer) {
        String message = String.valueOf(answer.getMessage());
        return message.contains("READONLY ") || message.contains("MASTERDOWN ");
    }

    /** Used in the context of its client alone. */
    private final class RoundTrip {
        private final Redis redis;
        private final String operation;
        private final List<Request> requests;
        private final OperationDeadline deadline;
        private final UniEmitter<? super List<Response>> emitter;
        private long timer;
        private RedisConnection connection;
        private boolean late;
        private boolean givenUp;

        RoundTrip(Redis redis, String operation, List<Request> requests, OperationDeadline deadline,
                UniEmitter<? super List<Response>> emitter) {
            this.redis = redis;
            this.operation = operation;
            this.requests = requests;
            this.deadline = deadline;
            this.emitter = emitter;
        }

        void begin() {
            long leftMillis = deadline.leftMillis();
            if (leftMillis == 0) {
                emitter.fail(RedisStoreExceptionFactory.timedOut(operation, deadline.timeout()));
                return;
            }
            timer = vertx.setTimer(leftMillis, id -> timedOut());
            try {
                redis.connect().onComplete(this::connected);
            } catch (RuntimeException e) {
                failed(e);
            }
        }

        private void connected(AsyncResult<RedisConnection> found) {
            if (found.failed()) {
                failed(found.cause());
                return;
            }
            connection = found.result();
            if (late) {
                connection.close();
                return;
            }
            try {
                connection.batch(requests).onComplete(this::answered);
            } catch (RuntimeException e) {
                connection.close();
                failed(e);
            }
        }

        private void answered(AsyncResult<List<Response>> answers) {
            if (!givenUp) {
                if (answers.failed() && isReplica(answers.cause()) && !cluster) {
                    leave();
                } else {
                    connection.close();
                }
            }
            if (answers.failed()) {
                failed(answers.cause());
            } else {
                vertx.cancelTimer(timer);
                emitter.complete(answers.result());
            }
        }

        private void failed(Throwable cause) {
            vertx.cancelTimer(timer);
            emitter.fail(failure(operation, cause));
        }

        private void timedOut() {
            late = true;
            emitter.fail(RedisStoreExceptionFactory.timedOut(operation, deadline.timeout()));
            if (connection != null && !cluster) {
                giveUp();
            }
        }

        /** Cuts the connection, so that the next one leads to the master. In a cluster the client is told where that is. */
        private void leave() {
            connection.handler(unsubscribed -> {});
            connection.send(Request.cmd(Command.UNSUBSCRIBE)).onComplete(sent -> connection.close());
        }

        /**
         * If the other side is gone without notice, no request will ever be answered, and the connection would be missing in
         * the pool until the application ends. The client cuts a connection that has been used for subscriptions when it is
         * closed, and does not keep it for others.
         */
        private void giveUp() {
            givenUp = true;
            // The client may note that on another event loop than this one.
            vertx.setTimer(NOTED_AFTER_MILLIS, id -> connection.close());
            connection.send(Request.cmd(Command.UNSUBSCRIBE));
        }
    }
}
