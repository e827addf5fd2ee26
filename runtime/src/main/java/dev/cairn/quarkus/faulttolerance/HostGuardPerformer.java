package dev.cairn.quarkus.faulttolerance;

import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.util.TypeLiteral;

import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.quarkus.config.HostGuardConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Makes HTTP calls, each through the circuit breaker and the bulkhead of its host and port. */
final class HostGuardPerformer implements EffectPerformer {

    /** Input may choose hosts. Beyond that number a guard is dropped for each new host, with what it knows. */
    private static final int MAX_HOSTS = 1_000;
    private static final int REFUSED = 503;
    private static final TypeLiteral<CompletionStage<JsonNode>> ANSWER = new TypeLiteral<>() {};

    private final EffectPerformer http;
    private final HostGuardConfig config;
    private final Map<String, TypedGuard<CompletionStage<JsonNode>>> guards = new ConcurrentHashMap<>();

    HostGuardPerformer(EffectPerformer http, HostGuardConfig config) {
        this.http = http;
        this.config = config;
    }

    @Override
    public Uni<JsonNode> perform(EffectCall call) {
        String origin = HttpPerformer.origin(call);
        if (origin == null) {
            return http.perform(call);
        }
        return Uni.createFrom().emitter(emitter -> {
            GuardedCall guarded = new GuardedCall(call);
            emitter.onTermination(guarded::cancel);
            ofHost(origin).get(guarded::begin).whenComplete((answer, failure) -> end(call, origin, emitter, answer, failure));
        });
    }

    private static void end(EffectCall call, String origin, UniEmitter<? super JsonNode> emitter, JsonNode answer,
            Throwable failure) {
        if (failure == null) {
            emitter.complete(answer);
            return;
        }
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CircuitBreakerOpenException) {
            emitter.fail(refused(call, "Circuit breaker open",
                    "CAIRN-0885: Nothing was sent to " + origin + ": the last calls failed. Try again later"));
        } else if (cause instanceof BulkheadException) {
            emitter.fail(refused(call, "Too many calls",
                    "CAIRN-0886: Nothing was sent to " + origin + ": too many calls are under way or wait. Try again later"));
        } else {
            emitter.fail(cause);
        }
    }

    private static WorkflowException refused(EffectCall call, String title, String detail) {
        return new WorkflowException(new WorkflowError(Standard.COMMUNICATION.type(), REFUSED, title, detail, call.task()));
    }

    private TypedGuard<CompletionStage<JsonNode>> ofHost(String origin) {
        TypedGuard<CompletionStage<JsonNode>> known = guards.get(origin);
        if (known != null) {
            return known;
        }
        if (guards.size() >= MAX_HOSTS) {
            Iterator<String> oldest = guards.keySet().iterator();
            if (oldest.hasNext()) {
                guards.remove(oldest.next());
            }
        }
        return guards.computeIfAbsent(origin, this::guard);
    }

    private TypedGuard<CompletionStage<JsonNode>> guard(String origin) {
        TypedGuard.Builder<CompletionStage<JsonNode>> guard = TypedGuard.create(ANSWER).withDescription(origin);
        HostGuardConfig.CircuitBreaker breaker = config.circuitBreaker();
        if (breaker.enabled()) {
            guard.withCircuitBreaker().requestVolumeThreshold(breaker.requestVolumeThreshold())
                    .failureRatio(breaker.failureRatio()).delay(breaker.delay().toMillis(), ChronoUnit.MILLIS)
                    .successThreshold(breaker.successThreshold()).when(HostGuardPerformer::isFailure).done();
        }
        config.bulkhead().maxConcurrentCalls()
                .ifPresent(limit -> guard.withBulkhead().limit(limit).queueSize(config.bulkhead().queueSize()).done());
        return guard.build();
    }

    /** An answer that the request is wrong says that the host is well. */
    private static boolean isFailure(Throwable failure) {
        return failure instanceof WorkflowException workflow && workflow.error() != null
                && workflow.error().type().equals(Standard.COMMUNICATION.type())
                && workflow.error().status() >= Standard.COMMUNICATION.status();
    }

    /** One call. Cancelling it ends its request, or keeps a waiting request from being made, and gives back its permit. */
    private final class GuardedCall {

        private final EffectCall call;
        private final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        private volatile Cancellable request;

        GuardedCall(EffectCall call) {
            this.call = call;
        }

        CompletionStage<JsonNode> begin() {
            if (!answer.isDone()) {
                request = http.perform(call).subscribe().with(answer::complete, answer::completeExceptionally);
                if (answer.isCancelled()) {
                    request.cancel();
                }
            }
            return answer;
        }

        void cancel() {
            answer.cancel(false);
            Cancellable running = request;
            if (running != null) {
                running.cancel();
            }
        }
    }
}
