package dev.cairn.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** The body of one request, from its headers until the engine has it. Thread-safe. */
public final class UploadReservation {

    /** Key of the upload in the request. */
    static final String KEY = "dev.cairn.http.upload";

    private final UploadMemoryBudget uploads;
    private final RoutingContext routing;
    private final Context eventLoopContext;
    private final boolean isSmall;
    private final long begunAtNanos;
    private long reservedBytes;
    private boolean released;
    private volatile boolean arrived;

    UploadReservation(UploadMemoryBudget uploads, RoutingContext routing, boolean isSmall, long begunAtNanos) {
        this.uploads = uploads;
        this.routing = routing;
        this.isSmall = isSmall;
        this.eventLoopContext = routing.vertx().getOrCreateContext();
        this.begunAtNanos = begunAtNanos;
    }

    /** The upload of a request, or null if it has no body. */
    public static UploadReservation of(RoutingContext routing) {
        return routing.get(KEY);
    }

    long begunAtNanos() {
        return begunAtNanos;
    }

    /** Bytes for which there has to be room, including those reserved before. False if there is none. */
    public synchronized boolean reserve(long totalBytes) {
        long more = totalBytes - reservedBytes;
        if (more <= 0) {
            return true;
        }
        if (released || !uploads.reserve(more, reservedBytes, isSmall)) {
            return false;
        }
        reservedBytes = totalBytes;
        return true;
    }

    /** All of the body is there. It stays in memory. */
    public void arrived() {
        arrived = true;
        uploads.arrived(this);
    }

    /** The body is no longer in memory, or counted elsewhere. Its rest may still be read. */
    void release() {
        // Not inside the lock: this takes that of the connection, under which others call this.
        if (isRead()) {
            arrived();
        }
        synchronized (this) {
            released = true;
            uploads.release(reservedBytes, isSmall);
            reservedBytes = 0;
        }
    }

    /** The body took too long: ends the request, unless all of it is there when its event loop comes to that. */
    void expire() {
        uploads.arrived(this);
        eventLoopContext.runOnContext(any -> {
            if (arrived || isRead()) {
                return;
            }
            release();
            if (routing.response().headWritten()) {
                RefusedBodyResponder.end(routing);
                return;
            }
            RefusedBodyResponder.answer(routing, uploads.tooLate(), true);
        });
    }

    /** Ends a request whose answer has been sent: more of its body is not even dropped. On its event loop. */
    void endIfAnswered() {
        if (routing.response().ended()) {
            RefusedBodyResponder.end(routing);
        }
    }

    /**
     * True if nothing of the body is to come. The last response of a connection counts as closed once it has ended, although Vert.x keeps
     * the connection until the rest of the body is there.
     */
    boolean isRead() {
        HttpServerResponse response = routing.response();
        return routing.request().isEnded() || response.closed() && !response.ended();
    }

    /** True if the body is no longer wanted. */
    public synchronized boolean isOver() {
        return released;
    }
}
