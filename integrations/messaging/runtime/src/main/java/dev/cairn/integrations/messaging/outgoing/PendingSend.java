package dev.cairn.integrations.messaging.outgoing;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.ExceptionMessageFormatter;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A message whose sender waits until the broker acknowledges it. Thread-safe. */
final class PendingSend {

    private final SendTarget target;
    private final Message<byte[]> content;
    private final long sizeBytes;
    private final UniEmitter<? super Void> sender;

    PendingSend(SendTarget target, Message<byte[]> content, long sizeBytes, UniEmitter<? super Void> sender) {
        this.target = target;
        this.content = content;
        this.sizeBytes = sizeBytes;
        this.sender = sender;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /**
     * The message for the connector.
     *
     * @param settled hears of the answer of the broker
     */
    Message<byte[]> message(Consumer<PendingSend> settled) {
        return content.withAck(() -> {
            settled.accept(this);
            sender.complete(null);
            return CompletableFuture.completedFuture(null);
        }).withNack(reason -> {
            settled.accept(this);
            fail(ExceptionMessageFormatter.of(reason));
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Runs an action when the sender has an answer or has given up; at once if that has happened. */
    void onTermination(Runnable action) {
        sender.onTermination(action);
    }

    void fail(String reason) {
        sender.fail(target.failure(reason));
    }

    /**
     * The channel, and the task that sends.
     *
     * @param task the task; null for none
     */
    record SendTarget(String channel, String task) {

        /** An error of communication. */
        WorkflowException failure(String reason) {
            return new WorkflowException(WorkflowError.of(WorkflowError.Standard.COMMUNICATION, "Message not sent",
                    "The channel " + channel + " did not take the message: " + reason, task));
        }
    }
}
