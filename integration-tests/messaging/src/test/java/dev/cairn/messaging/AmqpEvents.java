package dev.cairn.messaging;

import java.util.concurrent.TimeUnit;

import io.vertx.amqp.AmqpClient;
import io.vertx.amqp.AmqpClientOptions;
import io.vertx.amqp.AmqpMessage;
import io.vertx.amqp.AmqpSender;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/** Sends CloudEvents to an address of a broker. */
final class AmqpEvents implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 30;

    private final Vertx vertx = Vertx.vertx();
    private final AmqpSender sender;

    AmqpEvents(int port, String address) {
        sender = get(AmqpClient.create(vertx, new AmqpClientOptions().setHost("127.0.0.1").setPort(port))
                .createSender(address));
    }

    /** Sends an event in structured mode, and waits until the broker has it. */
    void send(String event) {
        get(sender.sendWithAck(AmqpMessage.create().withBufferAsBody(Buffer.buffer(event))
                .contentType("application/cloudevents+json").build()));
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new IllegalStateException("An event was not sent", failure);
        }
    }

    @Override
    public void close() {
        get(vertx.close());
    }
}
