package dev.cairn.engine.instance;

import dev.cairn.api.WorkflowError;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.executor.TransitionResult;

/** An effect that is under way: a call that is being made, or a wait. Used only in the turns of its instance. */
final class RunningEffect {
    /** As it was wanted last. */
    TransitionResult.Effect wanted;
    /** Null for a wait. */
    final RunningCall call;
    /** False for a call of an earlier life that is only to be given up. */
    boolean begun;
    /** Approximate text of the call's arguments. */
    long sentBytes;
    /** True for a call that is made again by the next life. */
    boolean moved;
    /** Null while it runs; settled, but not failed, when it is given up. */
    Promise<Void> ending;
    Runnable timer;
    /** Observes the end of the attempt; null before it begins and after it has ended. */
    CallObserver observed;

    RunningEffect(TransitionResult.Effect wanted, RunningCall call) {
        this.wanted = wanted;
        this.call = call;
    }

    String id() {
        return wanted.id();
    }

    boolean keepsItself() {
        return call != null && call.keepsItself();
    }

    void ended(CallOutcome outcome, WorkflowError failure) {
        if (observed != null) {
            observed.ended(outcome, failure);
            observed = null;
        }
    }

    void stopTimer() {
        if (timer != null) {
            timer.run();
            timer = null;
        }
    }

    void cancel() {
        if (call != null) {
            call.cancel();
        }
    }
}
