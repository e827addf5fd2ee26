package dev.cairn.quarkus.secret;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;

/** Moves outcomes of calls from the event loop to a worker if secrets are looked for in them for long. */
final class LargeOutcomeMover {

    /** The same bound as for the conversion of answers: longer work would hold up others on the event loop. */
    private static final int MAX_INLINE_BYTES = 64 << 10;

    private LargeOutcomeMover() {}

    /** The same outcome, on a worker if it is large or an error, which may have the whole of an answer. */
    static Uni<JsonNode> offEventLoop(Uni<JsonNode> outcome) {
        return offEventLoop(outcome, Infrastructure.getDefaultExecutor());
    }

    static Uni<JsonNode> offEventLoop(Uni<JsonNode> outcome, Executor workers) {
        return outcome.onItemOrFailure().call((answer, failure) -> Context.isOnEventLoopThread()
                && (failure instanceof WorkflowException || isLarge(answer)) ? onWorker(workers) : Uni.createFrom().voidItem());
    }

    private static boolean isLarge(JsonNode answer) {
        return answer != null
                && JsonPayload.textBytes(answer, MAX_INLINE_BYTES, ValueDepthLimits.MAX_WRITTEN_DEPTH) >= MAX_INLINE_BYTES;
    }

    private static Uni<Void> onWorker(Executor workers) {
        return Uni.createFrom().emitter(emitter -> {
            try {
                workers.execute(() -> emitter.complete(null));
            } catch (RejectedExecutionException full) {
                // The call was made: for want of a worker, its outcome must not be lost.
                emitter.complete(null);
            }
        });
    }
}
