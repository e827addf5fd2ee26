package dev.cairn.integrations.mcp.session;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.protocol.McpMessages;
import dev.cairn.integrations.mcp.session.HttpMessenger.MessageContext;
import dev.cairn.spi.outbound.EventStreamParser;
import dev.cairn.spi.outbound.OutboundHttpAnswer;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;

/**
 * Finds the answer to a request in a stream of events. Replies to requests of the server, and ignores its notifications. Reads on for
 * a moment after the answer: the server closes the stream, and the connection can be used again.
 */
final class EventStreamAnswer {

    private static final long CLOSE_MILLIS = 1_000;
    private static final long AT_ONCE = 0;
    /** Requests of the server that are replied to in one answer. Each reply is a request of HTTP, and a server has reason for few. */
    static final int MAX_REPLIES = 100;

    private final HttpMessenger messenger;
    private final Vertx vertx;
    private final MessageContext context;
    private final long id;
    private final UniEmitter<? super JsonNode> emitter;
    private final EventStreamParser parser = new EventStreamParser();
    private long sizeBytes;
    private int replies;
    /** Messages that are being read, and the stream itself. */
    private int pending = 1;
    private boolean answered;
    private Cancellable stream;

    EventStreamAnswer(HttpMessenger messenger, Vertx vertx, MessageContext context, long id,
            UniEmitter<? super JsonNode> emitter) {
        this.messenger = messenger;
        this.vertx = vertx;
        this.context = context;
        this.id = id;
        this.emitter = emitter;
    }

    void read(OutboundHttpAnswer answer) {
        emitter.onTermination(this::unwanted);
        Cancellable reading = answer.content().subscribe().with(this::part, this::fail, this::done);
        boolean cancelled;
        synchronized (this) {
            stream = reading;
            cancelled = answered;
        }
        if (cancelled) {
            vertx.setTimer(CLOSE_MILLIS, timer -> reading.cancel());
        }
    }

    private void part(byte[] bytes) {
        List<String> messages;
        synchronized (this) {
            sizeBytes += bytes.length;
            if (answered) {
                return;
            }
            if (sizeBytes > context.maxBytes()) {
                messages = null;
            } else {
                messages = parser.feed(bytes);
                pending += messages.size();
            }
        }
        if (messages == null) {
            fail(McpCallErrors.COMMON.tooLong(context.caller().task(), context.maxBytes()));
            return;
        }
        messages.forEach(message -> messenger.json(context, message.getBytes(StandardCharsets.UTF_8)).subscribe()
                .with(this::message, this::fail));
    }

    private void message(JsonNode message) {
        if (message.isArray()) {
            message.forEach(this::single);
        } else {
            single(message);
        }
        done();
    }

    private void single(JsonNode message) {
        if (McpMessages.answers(message, id)) {
            if (finish(CLOSE_MILLIS)) {
                emitter.complete(message);
            }
            return;
        }
        ObjectNode reply = McpMessages.reply(message);
        if (reply != null) {
            reply(reply);
        }
    }

    private void reply(ObjectNode reply) {
        boolean tooMany;
        synchronized (this) {
            replies++;
            tooMany = replies > MAX_REPLIES;
        }
        if (tooMany) {
            fail(McpCallErrors.COMMON.broken(context.caller().task(), "MCP server asks too much",
                    "The MCP server sent more than " + MAX_REPLIES + " requests before the response to the request"));
        } else {
            messenger.tellLater(context, reply);
        }
    }

    /** A message was read, or the stream has ended. */
    private void done() {
        boolean last;
        synchronized (this) {
            pending--;
            last = pending == 0;
        }
        if (last && finish(AT_ONCE)) {
            emitter.fail(McpCallErrors.COMMON.broken(context.caller().task(), "MCP answer is incomplete",
                    "The MCP server ended the stream without the response to the request"));
        }
    }

    private void fail(Throwable failure) {
        if (finish(AT_ONCE)) {
            emitter.fail(failure);
        }
    }

    private void unwanted() {
        finish(AT_ONCE);
    }

    /**
     * Takes no more of the stream, and closes it after a delay.
     *
     * @return false if it was finished before
     */
    private boolean finish(long delayMillis) {
        Cancellable reading;
        synchronized (this) {
            if (answered) {
                return false;
            }
            answered = true;
            reading = stream;
        }
        if (reading != null && delayMillis == AT_ONCE) {
            reading.cancel();
        } else if (reading != null) {
            vertx.setTimer(delayMillis, timer -> reading.cancel());
        }
        return true;
    }
}
