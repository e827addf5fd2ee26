package dev.cairn.management.request;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.live.ChangeViewer;
import dev.cairn.management.live.StreamInterruptionReason;
import dev.cairn.management.live.ViewerSink;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Writes changes to a client as server-sent events. Changes that do not fit into the write queue of Vert.x wait in the ring of all viewers.
 */
public final class ServerSentEventSink implements ViewerSink {

    static final String MEDIA_TYPE = "text/event-stream";

    private static final String NO_ROOM = "CAIRN-0774";
    private static final int RETRY_AFTER_SECONDS = 10;
    /** A client that does not read gets the last event if it reads again within this time. */
    private static final long MAX_FAREWELL_MILLIS = 5_000;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Context context;
    private final LiveAnswer answer;
    private Runnable cancelExpiry = () -> {};

    private ServerSentEventSink(HttpServerRequest request, Context context, LiveAnswer answer) {
        this.request = request;
        this.response = request.response();
        this.context = context;
        this.answer = answer;
    }

    /**
     * Begins to write, after the caller has set status and headers. Runs on the event loop of the response.
     *
     * @return false if there is no room for another viewer: then nothing will be written
     */
    static boolean begin(HttpServerRequest request, Context context, LiveAnswer answer) {
        ServerSentEventSink stream = new ServerSentEventSink(request, context, answer);
        return answer.hub().add(answer.filter(), answer.lastEventId(), stream, stream::opened);
    }

    /** The answer to a client that gets no stream. */
    public static ProblemDetails refusal() {
        return ProblemDetails.of(Status.SERVICE_UNAVAILABLE,
                NO_ROOM + ": As many clients watch changes on this node as may, or the application stops. Try again later, or raise"
                        + " quarkus.cairn.management.max-viewers.")
                .with("code", TextNode.valueOf(NO_ROOM)).withRetryAfter(RETRY_AFTER_SECONDS);
    }

    private void opened(ChangeViewer viewer) {
        response.closeHandler(closed -> {
            cancelExpiry.run();
            viewer.closeLater();
        });
        response.exceptionHandler(failure -> viewer.closeLater());
        if (response.closed()) {
            viewer.closeLater();
        }
        answer.millisUntilExpiry().ifPresent(millis -> cancelExpiry = answer.timers().after(millis,
                () -> viewer.endLater(StreamInterruptionReason.EXPIRED)));
    }

    @Override
    public void run(Runnable action) {
        context.runOnContext(any -> action.run());
    }

    @Override
    public boolean isWritable() {
        return !response.closed() && !response.writeQueueFull();
    }

    @Override
    public void write(byte[] text) {
        if (!response.closed()) {
            response.write(Buffer.buffer(text));
        }
    }

    @Override
    public void onWritable(Runnable action) {
        response.drainHandler(drained -> {
            response.drainHandler(null);
            action.run();
        });
    }

    @Override
    public void end() {
        cancelExpiry.run();
        if (response.closed()) {
            return;
        }
        Runnable cancel = answer.timers().after(MAX_FAREWELL_MILLIS, () -> run(this::close));
        response.end().onComplete(ended -> {
            cancel.run();
            if (request.version() != HttpVersion.HTTP_2) {
                // Otherwise each dropped client would hold a connection.
                close();
            }
        });
    }

    /** A connection of HTTP/2 may have other streams. */
    private void close() {
        if (request.version() == HttpVersion.HTTP_2) {
            response.reset();
        } else {
            request.connection().close();
        }
    }
}
