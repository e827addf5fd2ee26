package dev.cairn.driver;

import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.executor.Step;
import dev.cairn.program.Program;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** A call that an instance has under way. */
final class CallUnderWay {

    private final Performer performer;
    private final EffectCall effect;
    private final WorkflowError failure;
    private final EventLoop loop;
    /** Belongs to the event loop, as does the next. */
    private Cancellable call;
    private boolean cancelled;

    /** @param engines runs other workflows, or emits events: work without a performer in the program */
    CallUnderWay(String instanceId, InstalledProgram program, Performer engines, Step.Call wanted, EventLoop loop) {
        Performer own = program.performer(wanted.operation());
        this.performer = own == null ? engines : own;
        Program data = program.program();
        String task = data.tasks().get(data.operations().get(wanted.operation()).task()).reference();
        this.effect = new EffectCall(instanceId, data.workflow(), data.version(), task, instanceId + ":" + wanted.id(),
                wanted.arguments());
        this.failure = wanted.failure();
        this.loop = loop;
    }

    /** Makes the call in a span; exactly one of the two callbacks runs, on any thread. */
    void begin(CallTrace trace, Consumer<JsonNode> answered, Consumer<Throwable> failed) {
        loop.run(() -> {
            // From a worker it may come behind what cancels it.
            if (!cancelled) {
                call = answer(effect.in(trace)).subscribe().with(answered, failed);
            }
        });
    }

    /** True if work begun by the call goes on by itself. */
    boolean keepsItself() {
        return performer.keepsItself();
    }

    /** Cancels the call if it was made here: its performer gives up, and no listener is notified. */
    void cancel() {
        loop.run(() -> {
            cancelled = true;
            if (call != null) {
                call.cancel();
            }
        });
    }

    /** Ends work that the call began, even in an earlier life of the application. Runs after earlier requests to the call. */
    Uni<Void> giveUp(boolean compensate) {
        Uni<Void> end = Uni.createFrom().deferred(() -> performer.giveUp(effect, compensate));
        return Uni.createFrom().emitter(
                emitter -> loop.run(() -> end.subscribe().with(emitter::complete, emitter::fail)));
    }

    private Uni<JsonNode> answer(EffectCall made) {
        if (failure != null) {
            return Uni.createFrom().failure(new WorkflowException(failure));
        }
        try {
            return performer.perform(made);
        } catch (RuntimeException | Error thrown) {
            return Uni.createFrom().failure(thrown);
        }
    }
}
