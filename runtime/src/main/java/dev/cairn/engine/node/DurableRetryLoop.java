package dev.cairn.engine.node;

import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/**
 * Repeats a step until it succeeds. A timer begins each attempt: the stack and the memory do not grow with the number of
 * attempts. Each attempt starts after the one before has ended.
 */
public final class DurableRetryLoop<T> {

    private final TimerService timers;
    private final Supplier<Uni<T>> step;
    private final Predicate<Throwable> passes;
    private final UniEmitter<? super T> emitter;
    private long delayMillis = StoreBackoff.FIRST_MILLIS;
    private volatile Runnable cancelTimer = () -> {};
    /** True if the step has ended, or the subscriber has cancelled. */
    private volatile boolean ended;

    private DurableRetryLoop(TimerService timers, Supplier<Uni<T>> step, Predicate<Throwable> passes,
            UniEmitter<? super T> emitter) {
        this.timers = timers;
        this.step = step;
        this.passes = passes;
        this.emitter = emitter;
    }

    /**
     * Runs a loop for each subscriber.
     *
     * @param passes true for a failure after which the step is tried again; another failure ends the loop
     */
    public static <T> Uni<T> run(TimerService timers, Supplier<Uni<T>> step, Predicate<Throwable> passes) {
        return Uni.createFrom().emitter(emitter -> {
            DurableRetryLoop<T> loop = new DurableRetryLoop<>(timers, step, passes, emitter);
            emitter.onTermination(loop::end);
            loop.attempt();
        });
    }

    private void end() {
        ended = true;
        cancelTimer.run();
    }

    private void attempt() {
        if (!ended) {
            step.get().subscribe().with(emitter::complete, this::failed);
        }
    }

    private void failed(Throwable failure) {
        if (!passes.test(failure)) {
            emitter.fail(failure);
            return;
        }
        long pauseMillis = delayMillis;
        delayMillis = StoreBackoff.after(delayMillis);
        cancelTimer = timers.after(pauseMillis, this::attempt);
        if (ended) {
            cancelTimer.run();
        }
    }
}
