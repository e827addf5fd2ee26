package dev.cairn.engine.port;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/**
 * Makes calls of one kind: a bean method, HTTP.
 */
@FunctionalInterface
public interface EffectPerformer {

    /**
     * Makes a call. Called on an event loop (a Vert.x context of the instance's own), which it must not block; it moves blocking
     * work to a worker itself.
     *
     * @return completes on any thread with the answer in canonical form, never null. A failure with
     *         {@link dev.cairn.api.WorkflowException} is that error; with {@link InstanceUnloadedException} there will be no answer, since
     *         the application stops; any other failure becomes a runtime error. Subscribed once; cancelled if the instance no longer
     *         wants the answer
     */
    Uni<JsonNode> perform(EffectCall call);

    /**
     * True if work begun by a call goes on by itself, and a repeated call finds it again: then stopping need not wait for its
     * answer, and cancelling the call leaves it alone.
     */
    default boolean keepsItself() {
        return false;
    }

    /**
     * Ends work of a call that goes on by itself: the instance is cancelled, or out of time. Called before the instance records
     * it, in any life of the application; called again if it fails.
     *
     * @param compensate true if what the call began is to undo what it did; that may take longer than this
     * @return completes when nothing of the call goes on but compensation
     */
    default Uni<Void> giveUp(EffectCall call, boolean compensate) {
        return Uni.createFrom().voidItem();
    }
}
