package dev.cairn.management.request;

import java.util.List;
import java.util.function.Function;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.request.ManagementAnswer.LinesAnswer;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * Writes an answer as lines of JSON, a page at a time. The next page is read when the client has room for it, so memory holds at most one
 * page. The answer ends when the client closes the connection. Runs on the event loop of the response.
 */
public final class JsonLinesWriter {

    public static final String MEDIA_TYPE = "application/x-ndjson";

    private static final Logger LOG = Logger.getLogger("dev.cairn.management");

    private final HttpServerResponse response;
    private final Context context;
    private final Function<String, Uni<Page>> source;
    private int remainingLines;
    private boolean gone;

    private JsonLinesWriter(HttpServerResponse response, Context context, LinesAnswer answer) {
        this.response = response;
        this.context = context;
        this.source = answer.source();
        this.remainingLines = answer.limit();
    }

    /** @param response with its status and headers, before the first byte of its body */
    static void write(HttpServerResponse response, Context context, LinesAnswer answer) {
        JsonLinesWriter lines = new JsonLinesWriter(response, context, answer);
        response.setChunked(true);
        response.closeHandler(closed -> lines.gone = true);
        response.exceptionHandler(failure -> lines.gone = true);
        lines.write(answer.first());
    }

    private void write(Page page) {
        if (gone) {
            return;
        }
        Buffer text = Buffer.buffer();
        for (ObjectNode line : page.lines()) {
            if (remainingLines > 0) {
                text.appendBytes(JsonCodec.writeAsJq(line)).appendByte((byte) '\n');
                remainingLines--;
            }
        }
        if (page.next() == null || remainingLines == 0) {
            response.end(text);
            return;
        }
        response.write(text);
        if (response.writeQueueFull()) {
            response.drainHandler(drained -> {
                response.drainHandler(null);
                readOn(page.next());
            });
        } else {
            readOn(page.next());
        }
    }

    private void readOn(String cursor) {
        source.apply(cursor).subscribe().with(page -> context.runOnContext(any -> write(page)),
                failure -> context.runOnContext(any -> fail(failure)));
    }

    /** Closes the connection, because the status is already sent. The missing last chunk tells the client that lines are missing. */
    private void fail(Throwable failure) {
        if (!gone) {
            gone = true;
            LOG.warnf("CAIRN-0745: Cut off an answer of the management API [mediaType=%s]: %s. Its client has to ask again.",
                    MEDIA_TYPE, ExceptionMessageFormatter.of(failure));
            response.reset();
        }
    }

    /**
     * Some lines.
     *
     * @param lines not to be changed
     * @param next cursor of the page that follows, or null
     */
    public record Page(List<ObjectNode> lines, String next) {}
}
