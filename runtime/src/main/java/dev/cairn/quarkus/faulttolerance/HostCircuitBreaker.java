package dev.cairn.quarkus.faulttolerance;

import java.time.temporal.ChronoUnit;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import jakarta.enterprise.util.TypeLiteral;

import dev.cairn.quarkus.config.HostGuardConfig;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.TypedGuard;

/**
 * The circuit breaker of a host. A call asks for a permit, and tells the permit its outcome. A cancelled call has none: its permit
 * counts neither as a success nor as a failure. Thread-safe.
 */
final class HostCircuitBreaker {

    private static final TypeLiteral<CompletionStage<Void>> OUTCOME = new TypeLiteral<>() {};

    /** Null if the configuration has no breaker: all calls get a permit. */
    private final TypedGuard<CompletionStage<Void>> guard;
    /** A half-open breaker gives few permits and waits for their outcomes, so the next calls get those of cancelled calls. */
    private final Queue<CompletableFuture<Void>> returned = new ConcurrentLinkedQueue<>();
    private volatile State state = new State(CircuitBreakerState.CLOSED);

    /** @param meteredName names the breaker in metrics */
    HostCircuitBreaker(String meteredName, HostGuardConfig.CircuitBreaker config) {
        this.guard = !config.enabled() ? null
                : TypedGuard.create(OUTCOME).withDescription(meteredName).withCircuitBreaker()
                        .requestVolumeThreshold(config.requestVolumeThreshold()).failureRatio(config.failureRatio())
                        .delay(config.delay().toMillis(), ChronoUnit.MILLIS).successThreshold(config.successThreshold())
                        .onStateChange(this::changed).done().build();
    }

    private void changed(CircuitBreakerState now) {
        state = new State(now);
        returned.clear();
    }

    boolean isOpen() {
        return state.value == CircuitBreakerState.OPEN;
    }

    boolean isClosed() {
        return state.value == CircuitBreakerState.CLOSED;
    }

    /**
     * Decides about a call: at once, or soon on the event loop that this is called on.
     *
     * @param admitted takes the permit to make the call
     * @param refused runs instead if the breaker lets no call through
     */
    void admit(Consumer<Permit> admitted, Runnable refused) {
        State now = state;
        CompletableFuture<Void> early = now.value == CircuitBreakerState.HALF_OPEN ? returned.poll() : null;
        if (early != null || guard == null) {
            admitted.accept(new Permit(now, early == null ? new CompletableFuture<>() : early));
            return;
        }
        AtomicBoolean isAdmitted = new AtomicBoolean();
        guard.get(() -> {
            isAdmitted.set(true);
            Permit permit = new Permit(state, new CompletableFuture<>());
            admitted.accept(permit);
            return permit.outcome;
        }).whenComplete((nothing, failure) -> {
            if (!isAdmitted.get()) {
                refused.run();
            }
        });
    }

    /** The state from one change to the next. */
    private static final class State {

        private final CircuitBreakerState value;

        private State(CircuitBreakerState value) {
            this.value = value;
        }
    }

    /** Permission to make one call. */
    final class Permit {

        private final State since;
        private final CompletableFuture<Void> outcome;
        private final AtomicBoolean used = new AtomicBoolean();

        private Permit(State since, CompletableFuture<Void> outcome) {
            this.since = since;
            this.outcome = outcome;
        }

        void succeeded() {
            if (used.compareAndSet(false, true)) {
                outcome.complete(null);
            }
        }

        void failed(Throwable failure) {
            if (used.compareAndSet(false, true)) {
                outcome.completeExceptionally(failure);
            }
        }

        /** The call was cancelled, or made no request. Has no effect on a call with an outcome. */
        void giveBack() {
            if (used.compareAndSet(false, true) && since == state && since.value == CircuitBreakerState.HALF_OPEN) {
                returned.add(outcome);
            }
        }
    }
}
