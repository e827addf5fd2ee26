package dev.cairn.integrations.messaging.outgoing;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.integrations.messaging.outgoing.PendingSend.SendTarget;
import dev.cairn.spi.ExceptionMessageFormatter;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Sends events and other messages to one channel. Thread-safe. */
final class OutgoingChannel {

    private static final Logger LOG = Logger.getLogger("dev.cairn.messaging");

    private final String channel;
    private final OutgoingMessageWriter writer;
    private final OutgoingLimits limits;
    private final OutgoingQueue queue;
    private final LifecycleBacklog lifecycle;
    /** True from the first message that finds no room until half of the room is free: a warning for each would flood the log. */
    private final AtomicBoolean full = new AtomicBoolean();
    /** True once the connector has thrown a message back. */
    private final AtomicBoolean rejects = new AtomicBoolean();

    OutgoingChannel(String channel, OutgoingMessageWriter writer, OutgoingLimits limits) {
        this.channel = channel;
        this.writer = writer;
        this.limits = limits;
        this.queue = new OutgoingQueue(limits, this::rejected, this::proceed);
        this.lifecycle = new LifecycleBacklog(queue, limits);
    }

    /** The messages, for the connector. */
    Flow.Publisher<Message<?>> publisher() {
        return queue;
    }

    /** Completes when the broker has the event; fails with an error of communication. */
    Uni<Void> send(CloudEvent event, String task) {
        return send(() -> Message.of(writer.payload(event), writer.metadata(event)), writer.attributeChars(event), task);
    }

    /** As {@link #send}, for an event that may be lost. It waits while half of the room is taken; fails if too many wait. */
    Uni<Void> offer(CloudEvent event) {
        return Uni.createFrom().emitter(sender -> {
            PendingSend send = pending(Message.of(writer.payload(event), writer.metadata(event)), writer.attributeChars(event),
                    null, sender);
            if (!lifecycle.add(send)) {
                send.fail(LifecycleBacklog.MAX_WAITING_EVENTS + " lifecycle events wait already, and " + waitingMessages());
            }
        });
    }

    /** As {@link #send}, for a message that is no event. */
    Uni<Void> publish(PublishedMessage message, JsonNode keyed, String task) {
        return send(() -> Message.of(message.body(), writer.metadata(message, keyed)), message.headerChars(), task);
    }

    private Uni<Void> send(Supplier<Message<byte[]>> written, long headerBytes, String task) {
        return Uni.createFrom().emitter(sender -> enter(pending(written.get(), headerBytes, task, sender)));
    }

    private PendingSend pending(Message<byte[]> message, long headerBytes, String task, UniEmitter<? super Void> sender) {
        long sizeBytes = OutgoingLimits.MESSAGE_OVERHEAD_BYTES + message.getPayload().length + headerBytes;
        return new PendingSend(new SendTarget(channel, task), message, sizeBytes, sender);
    }

    private void enter(PendingSend send) {
        if (queue.reserve(send.sizeBytes())) {
            noteRoom();
            queue.add(send);
        } else {
            refuse(send);
        }
    }

    private void proceed() {
        lifecycle.proceed();
    }

    private void noteRoom() {
        if (full.get() && isHalfFree()) {
            full.set(false);
        }
    }

    private boolean isHalfFree() {
        return queue.messages() <= limits.maxMessages() / 2 && queue.bytes() <= limits.maxBytes() / 2;
    }

    private String waitingMessages() {
        return queue.messages() + " messages with " + queue.bytes() + " bytes wait for the acknowledgement of the broker";
    }

    private void rejected(Throwable failure) {
        if (rejects.compareAndSet(false, true)) {
            LOG.errorf(failure, "CAIRN-0909: Connector failed [channel=%s]: %s. The task that sends fails with an error of"
                    + " communication, and the channel goes on; this is told once.", channel,
                    ExceptionMessageFormatter.of(failure));
        }
    }

    private void refuse(PendingSend send) {
        String reason = waitingMessages() + ", and quarkus.cairn.messaging.outgoing.\"" + channel
                + "\" allows no more by max-in-flight=" + limits.maxMessages() + " and max-in-flight-size="
                + limits.maxBytes();
        if (full.compareAndSet(false, true)) {
            LOG.warnf("CAIRN-0908: Channel full [channel=%s]: %s. Tasks that send to it fail with an error of communication"
                    + " until the broker acknowledges messages.", channel, reason);
        }
        send.fail(reason);
    }
}
