package dev.cairn.integrations.messaging.outgoing;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.CauseText;
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
        return Uni.createFrom().<Void>emitter(emitter -> {
            Metadata metadata = writer.metadata(event);
            byte[] payload = writer.payload(event);
            unconfirmed.add(emitter);
            if (ended) {
                fail(emitter, task, "the connector has ended the channel");
                return;
            }
            messages.onNext(Message.of(payload, metadata, () -> {
                unconfirmed.remove(emitter);
                emitter.complete(null);
                return CompletableFuture.completedFuture(null);
            }, reason -> {
                fail(emitter, task, CauseText.of(reason));
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
