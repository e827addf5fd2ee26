package dev.cairn.driver;

import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.Step;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** The call that an instance has under way, or the last one. */
final class CallUnderWay {

    private final InstalledProgram program;
    private final EventLoop loop;
    /** Belongs to the event loop. */
    private Cancellable call;

    CallUnderWay(InstalledProgram program, EventLoop loop) {
        this.program = program;
        this.loop = loop;
    }

    /** Makes a call; one of the two is told, on any thread. */
    void begin(Step.Call wanted, EffectCall effect, Consumer<JsonNode> answered, Consumer<Throwable> failed) {
        loop.run(() -> call = answer(wanted, effect).subscribe().with(answered, failed));
    }

    /** Cancels the call, if there is one: whoever makes it gives up, and nobody is told. */
    void cancel() {
        loop.run(() -> {
            if (call != null) {
                call.cancel();
            }
        });
    }

    private Uni<JsonNode> answer(Step.Call wanted, EffectCall effect) {
        try {
            return program.performer(wanted.operation()).perform(effect);
        } catch (RuntimeException thrown) {
            return Uni.createFrom().failure(thrown);
        }
    }
}
