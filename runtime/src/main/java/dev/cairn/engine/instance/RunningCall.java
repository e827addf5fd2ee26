package dev.cairn.engine.instance;

import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.observer.CallSpan;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.executor.TransitionResult;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** A call of an instance that is under way, with its performer and its cancellation. */
public final class RunningCall {

    private final EffectPerformer performer;
    private final EffectCall effect;
    private final WorkflowError failure;
    private final EventLoopExecutor loop;
    /** Belongs to the event loop, as does the next. */
    private Cancellable call;
    private boolean cancelled;

    /** @param engines runs other workflows, or emits events: work without a performer in the program */
    public RunningCall(String instanceId, InstalledProgram program, EffectPerformer engines, TransitionResult.Call wanted,
            EventLoopExecutor loop) {
        EffectPerformer own = program.performer(wanted.operation());
        this.performer = own == null ? engines : own;
        this.effect = new EffectCall(instanceId, program.site(wanted.operation()), instanceId + ":" + wanted.id(),
                wanted.arguments(), CallSpan.NONE);
        this.failure = wanted.failure();
        this.loop = loop;
    }

    /** Makes the call in a span; exactly one of the two callbacks runs, on any thread. */
    public void begin(CallSpan trace, Consumer<JsonNode> answered, Consumer<Throwable> failed) {
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
    public void cancel() {
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
