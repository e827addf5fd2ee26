package dev.cairn.effect.http;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** Converts answers to the outcomes of calls: a short answer at once, a long one on a worker thread. Called on the event loop. */
final class HttpOutcomeReader {

    /** Reading a body longer than this would hold up others on the event loop. */
    private static final int LONG_BODY_BYTES = 64 * 1024;
    private static final long FULL_MILLIS = 50;

    private final Vertx vertx;

    HttpOutcomeReader(Vertx vertx) {
        this.vertx = vertx;
    }

    /** The outcome of an answer, as {@link BufferedHttpResponse#outcome}. */
    Uni<JsonNode> outcome(BufferedHttpResponse answer) {
        return Uni.createFrom().emitter(emitter -> read(answer, () -> true, emitter::complete, emitter::fail));
    }

    /** @param wanted false if nothing waits for the outcome any more */
    void read(BufferedHttpResponse answer, BooleanSupplier wanted, Consumer<JsonNode> outcome, Consumer<Throwable> failure) {
        if (answer.body().length() <= LONG_BODY_BYTES) {
            JsonNode read;
            try {
                read = answer.outcome();
            } catch (RuntimeException none) {
                failure.accept(none);
                return;
            }
            outcome.accept(read);
            return;
        }
        vertx.executeBlocking(answer::outcome, false).onSuccess(outcome::accept).onFailure(none -> {
            if (!(none instanceof RejectedExecutionException)) {
                failure.accept(none);
            } else if (wanted.getAsBoolean()) {
                // The queue of the application's threads may be bounded: completed work must not be repeated for that.
                vertx.setTimer(FULL_MILLIS, again -> read(answer, wanted, outcome, failure));
            }
        });
    }
}
