package dev.cairn.integrations.messaging.outgoing;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import org.eclipse.microprofile.reactive.messaging.Message;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.ExceptionMessageFormatter;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.queues.Queues;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Sends events to one channel. Events wait for the connector here; each belongs to a task that waits for it, so the memory of
 * instances bounds them. Thread-safe.
 */
final class OutgoingChannel {

    private static final int QUEUE_CHUNK = 256;

    private final String channel;
    private final OutgoingMessageWriter writer;
    private final Set<UniEmitter<?>> unconfirmed = ConcurrentHashMap.newKeySet();
    private final UnicastProcessor<Message<?>> messages = UnicastProcessor
            .create(Queues.<Message<?>>unbounded(QUEUE_CHUNK).get(), this::end);
    private volatile boolean ended;

    OutgoingChannel(String channel, OutgoingMessageWriter writer) {
        this.channel = channel;
        this.writer = writer;
    }

    /** The messages, for the connector. */
    Flow.Publisher<Message<?>> publisher() {
        return messages;
    }

    /** Completes when the broker has the event; fails with an error of communication. */
    Uni<Void> send(CloudEvent event, String task) {
        return send(() -> Message.of(writer.payload(event), writer.metadata(event)), task);
    }

    /** As {@link #send}, for a message that is no event. */
    Uni<Void> publish(PublishedMessage message, JsonNode keyed, String task) {
        return send(() -> Message.of(message.body(), writer.metadata(message, keyed)), task);
    }

    private Uni<Void> send(Supplier<Message<byte[]>> written, String task) {
        return Uni.createFrom().<Void>emitter(emitter -> {
            Message<byte[]> message = written.get();
            unconfirmed.add(emitter);
            if (ended) {
                fail(emitter, task, "the connector has ended the channel");
                return;
            }
            messages.onNext(message.withAck(() -> {
                unconfirmed.remove(emitter);
                emitter.complete(null);
                return CompletableFuture.completedFuture(null);
            }).withNack(reason -> {
                fail(emitter, task, ExceptionMessageFormatter.of(reason));
                return CompletableFuture.completedFuture(null);
            }));
        });
    }

    private void fail(UniEmitter<?> emitter, String task, String reason) {
        unconfirmed.remove(emitter);
        emitter.fail(new WorkflowException(WorkflowError.of(WorkflowError.Standard.COMMUNICATION, "Event not sent",
                "The channel " + channel + " did not take the event: " + reason, task)));
    }

    private void end() {
        ended = true;
        unconfirmed.forEach(emitter -> fail(emitter, null, "the connector has ended the channel"));
    }
}
