package dev.cairn.http;

import jakarta.ws.rs.core.Response.Status;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** The body of one request, from its headers until the engine has it. Safe for any thread. */
final class Upload {

    /** Where the request has it. */
    static final String KEY = "dev.cairn.http.upload";

    private final Uploads uploads;
    private final RoutingContext routing;
    private final Context context;
    private final long begunAtNanos;
    private long reservedBytes;
    private boolean released;
    private volatile boolean arrived;

    Upload(Uploads uploads, RoutingContext routing, long begunAtNanos) {
        this.uploads = uploads;
        this.routing = routing;
        this.context = routing.vertx().getOrCreateContext();
        this.begunAtNanos = begunAtNanos;
    }

    /** That of a request, or null if it has no body. */
    static Upload of(RoutingContext routing) {
        return routing.get(KEY);
    }

    long begunAtNanos() {
        return begunAtNanos;
    }

    /** Bytes for which there has to be room; what was reserved before counts. False if there is none. */
    synchronized boolean reserve(long totalBytes) {
        long more = totalBytes - reservedBytes;
        if (more <= 0) {
            return true;
        }
        if (released || !uploads.reserve(more)) {
            return false;
        }
        reservedBytes = totalBytes;
        return true;
    }

    /** All of the body is there. It stays in memory. */
    void arrived() {
        arrived = true;
        uploads.arrived(this);
    }

    /** The body is no longer in memory, or somebody else counts it. */
    synchronized void release() {
        arrived();
        released = true;
        uploads.release(reservedBytes);
        reservedBytes = 0;
    }

    /** The body took too long: ends the request, unless all of it is there when its event loop comes to that. */
    void expire() {
        uploads.arrived(this);
        context.runOnContext(any -> {
            HttpServerResponse response = routing.response();
            if (arrived || response.headWritten() || response.closed()) {
                return;
            }
            release();
            RefusedBody.answer(routing, ProblemDetails.of(Status.REQUEST_TIMEOUT, "The body did not arrive in time."), true);
        });
    }

    /** True if nobody wants the body any more. */
    synchronized boolean isOver() {
        return released;
    }
}
