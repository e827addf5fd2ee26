package dev.cairn.effect.http;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.engine.observer.CallSpan;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.RequestOptions;

/**
 * One request and its answer, from asking for a connection to the outcome. Runs on the context it was started on; only
 * {@link #cancel} comes from elsewhere.
 */
final class HttpExchange {

    private static final TimeSource CLOCK = TimeSource.system();
    private static final int FIRST_FINAL_STATUS = 200;
    private static final int UNAUTHORIZED = 401;
    private static final long NO_TIMER = -1;

    /** RFC 9110, section 9.2.1. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    private final Vertx vertx;
    private final ProxiedHttpClient client;
    private final HttpCallLimits limits;
    private final PreparedHttpRequest call;
    private final UniEmitter<? super JsonNode> emitter;
    private final BooleanSupplier closed;
    private final CallSpan trace;
    private final HttpOutcomeReader outcomes;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Buffer body = Buffer.buffer();

    private final TargetAdmission target = new TargetAdmission();
    private volatile HttpClientRequest request;
    /** The checked address, or null to resolve the host. */
    private InetAddress checked;
    private boolean answered;
    private boolean repeated;
    private long timer;
    private long connectTimer = NO_TIMER;

    HttpExchange(Vertx vertx, ProxiedHttpClient client, HttpCallLimits limits, PreparedHttpRequest call,
            UniEmitter<? super JsonNode> emitter, BooleanSupplier closed, CallSpan trace) {
        this.vertx = vertx;
        this.client = client;
        this.limits = limits;
        this.call = call;
        this.emitter = emitter;
        this.closed = closed;
        this.trace = trace;
        this.outcomes = new HttpOutcomeReader(vertx);
    }

    /** @param admission admits the target, or null if it needs no admission */
    void start(Uni<OutboundRoute> admission) {
        long timeoutMillis = limits.requestMillis();
        timer = vertx.setTimer(timeoutMillis, id -> abort(HttpCallErrors.late(call, timeoutMillis)));
        if (admission == null) {
            connect(limits.connectMillis());
        } else {
            admit(admission);
        }
    }

    /** The lookup of the host is part of the time to get a connection, and ends with the call. */
    private void admit(Uni<OutboundRoute> admission) {
        long connectMillis = limits.connectMillis();
        long sinceNanos = connectMillis < 1 ? 0 : CLOCK.elapsedNanos();
        if (connectMillis > 0) {
            connectTimer = vertx.setTimer(connectMillis,
                    id -> abort(
                            HttpCallErrors.broken(call, new IOException("No host was found within " + connectMillis + " ms"))));
        }
        target.ask(admission, route -> {
            checked = route.address();
            vertx.cancelTimer(connectTimer);
            if (!ended.get()) {
                connect(connectMillis < 1 ? connectMillis
                        : Math.max(1, connectMillis - TimeUnit.NANOSECONDS.toMillis(CLOCK.elapsedNanos() - sinceNanos)));
            }
        }, this::refused);
    }

    private void refused(Throwable failure) {
        if (failure instanceof WorkflowException refusal) {
            fail(refusal);
        } else {
            broken(failure);
        }
    }

    private void connect(long connectMillis) {
        client.request(call, checked, new RequestOptions().setConnectTimeout(connectMillis))
                .onSuccess(this::send).onFailure(this::unconnected);
    }

    /** A kept connection may be closed at the very moment it is chosen. Then nothing has been sent, so any method is safe. */
    private void unconnected(Throwable failure) {
        if (failure instanceof HttpClosedException && !repeated && !ended.get() && !closed.getAsBoolean()) {
            repeated = true;
            connect(limits.connectMillis());
        } else {
            refused(failure);
        }
    }

    /** Ends the request if it has no outcome yet; its outcome is no longer wanted. */
    void cancel() {
        if (ended.compareAndSet(false, true)) {
            release();
        }
    }

    private void send(HttpClientRequest connected) {
        request = connected;
        connected.exceptionHandler(failure -> unanswered(connected, failure));
        if (ended.get()) {
            // Timed out or cancelled while it waited for a connection.
            connected.reset();
            return;
        }
        (call.body() == null ? connected.send() : connected.send(call.body()))
                .onSuccess(this::receive)
                .onFailure(failure -> unanswered(connected, failure));
    }

    /**
     * A server may close an idle connection at the very moment it is used again. A request that changes nothing is then sent
     * once more; of any other it is unknown if the server processed it.
     */
    private void unanswered(HttpClientRequest failed, Throwable failure) {
        if (failed != request) {
            return;
        }
        boolean lost = failure instanceof HttpClosedException || failure instanceof IOException;
        if (lost && SAFE_METHODS.contains(call.method()) && !repeated && !answered && !closed.getAsBoolean()) {
            repeated = true;
            request = null;
            connect(limits.connectMillis());
        } else {
            broken(failure);
        }
    }

    private void receive(HttpClientResponse response) {
        answered = true;
        trace.attribute("http.response.status_code", response.statusCode());
        response.exceptionHandler(this::broken);
        if (response.statusCode() < FIRST_FINAL_STATUS) {
            // The request did not ask for another protocol; the next request on this connection would be answered in it.
            response.request().connection().close();
            broken(new IOException("answered with status " + response.statusCode() + ", which no request asked for"));
            return;
        }
        response.handler(chunk -> {
            if (body.length() + chunk.length() > limits.maxResponseBytes()) {
                abort(HttpCallErrors.tooLong(call, limits.maxResponseBytes()));
            } else if (!ended.get()) {
                body.appendBuffer(chunk);
            }
        });
        response.endHandler(end -> read(BufferedHttpResponse.of(call, response, body)));
    }

    private void read(BufferedHttpResponse answer) {
        if (call.answer().challenged() && answer.status() == UNAUTHORIZED) {
            // Its body is read only if the request is not made again.
            fail(new HttpChallengeException(answer, outcomes));
        } else {
            outcomes.read(answer, () -> !ended.get(), this::succeed, this::fail);
        }
    }

    private void succeed(JsonNode outcome) {
        if (ended.compareAndSet(false, true)) {
            cancelTimers();
            emitter.complete(outcome);
        }
    }

    private void broken(Throwable cause) {
        fail(HttpCallErrors.broken(call, cause));
    }

    private void fail(Throwable failure) {
        if (ended.compareAndSet(false, true)) {
            cancelTimers();
            tell(failure);
        }
    }

    private void abort(WorkflowException failure) {
        if (ended.compareAndSet(false, true)) {
            release();
            tell(failure);
        }
    }

    /** A connection that was closed because the application stops says nothing of the call. */
    private void tell(Throwable failure) {
        if (!closed.getAsBoolean()) {
            emitter.fail(failure);
        }
    }

    private void cancelTimers() {
        vertx.cancelTimer(timer);
        vertx.cancelTimer(connectTimer);
    }

    private void release() {
        cancelTimers();
        target.cancel();
        HttpClientRequest sent = request;
        if (sent != null) {
            sent.reset();
        }
    }
}
