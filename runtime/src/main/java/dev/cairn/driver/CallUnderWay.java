package dev.cairn.driver;

import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.Step;
import dev.cairn.program.Program;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** The call that an instance has under way, or the last one. */
final class CallUnderWay {

    private final String instanceId;
    private final InstalledProgram program;
    private final EventLoop loop;
    /** Belongs to the event loop. */
    private Cancellable call;

    CallUnderWay(String instanceId, InstalledProgram program, EventLoop loop) {
        this.instanceId = instanceId;
        this.program = program;
        this.loop = loop;
    }

    /** Makes a call; one of the two is told, on any thread. */
    void begin(Step.Call wanted, Consumer<JsonNode> answered, Consumer<Throwable> failed) {
        Program data = program.program();
        String task = data.tasks().get(data.operations().get(wanted.operation()).task()).reference();
        EffectCall effect = new EffectCall(instanceId, data.workflow(), data.version(), task, instanceId + ":" + wanted.id(),
                wanted.arguments());
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
