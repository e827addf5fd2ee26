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
    private final Queue<AdmittedCall> returned = new ConcurrentLinkedQueue<>();
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
        AdmittedCall early = now.value == CircuitBreakerState.HALF_OPEN ? returned.poll() : null;
        if (early != null || guard == null) {
            admitted.accept(new Permit(now, early == null ? AdmittedCall.withoutBreaker() : early));
            return;
        }
        AtomicBoolean isAdmitted = new AtomicBoolean();
        AdmittedCall call = AdmittedCall.ofBreaker();
        guard.get(() -> {
            isAdmitted.set(true);
            admitted.accept(new Permit(state, call));
            return call.outcome;
        }).whenComplete((nothing, failure) -> {
            if (isAdmitted.get()) {
                call.counted.complete(null);
            } else {
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

    /**
     * A call that the breaker has let through.
     *
     * @param outcome completes when the call ends
     * @param counted completes when the breaker has counted the outcome, which it may do on another thread
     */
    private record AdmittedCall(CompletableFuture<Void> outcome, CompletableFuture<Void> counted) {

        static AdmittedCall ofBreaker() {
            return new AdmittedCall(new CompletableFuture<>(), new CompletableFuture<>());
        }

        /** A call of a host without a breaker. */
        static AdmittedCall withoutBreaker() {
            return new AdmittedCall(new CompletableFuture<>(), CompletableFuture.completedFuture(null));
        }
    }

    /** Permission to make one call. */
    final class Permit {

        private final State since;
        private final AdmittedCall call;
        private final AtomicBoolean used = new AtomicBoolean();

        private Permit(State since, AdmittedCall call) {
            this.since = since;
            this.call = call;
        }

        /** @return completes when the breaker has counted the success: it is closed then if the success closes it */
        CompletableFuture<Void> succeeded() {
            return count(() -> call.outcome.complete(null));
        }

        /** @return completes when the breaker has counted the failure: it is open then if the failure opens it */
        CompletableFuture<Void> failed(Throwable failure) {
            return count(() -> call.outcome.completeExceptionally(failure));
        }

        private CompletableFuture<Void> count(Runnable outcome) {
            if (!used.compareAndSet(false, true)) {
                return CompletableFuture.completedFuture(null);
            }
            outcome.run();
            return call.counted;
        }

        /** The call was cancelled, or made no request. Has no effect on a call with an outcome. */
        void giveBack() {
            if (used.compareAndSet(false, true) && since == state && since.value == CircuitBreakerState.HALF_OPEN) {
                returned.add(call);
            }
        }
    }
}
