package dev.cairn.quarkus.faulttolerance;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.http.CredentialFailureException;
import dev.cairn.engine.observer.CallGuardKind;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EventLoopExecutor;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;

/** One call on its way through the guards of its host: it waits, is made, and ends. Refused and cancelled calls end earlier. */
final class GuardedHttpCall {

    private static final int REFUSED = 503;

    private enum Phase {
        WAITING,
        BEGUN,
        ENDED
    }

    private final CallGuardTools tools;
    private final HostGuard guard;
    private final EffectCall call;
    private final UniEmitter<? super JsonNode> emitter;
    private final EventLoopExecutor loop;
    private final long limitMillis;
    private final long sinceNanos;
    private final Runnable turn = this::begin;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile Runnable stopTimer = () -> {};
    private volatile HostCircuitBreaker.Permit permit;
    private volatile Cancellable request;

    GuardedHttpCall(CallGuardTools tools, HostGuard guard, EffectCall call, UniEmitter<? super JsonNode> emitter) {
        this.tools = tools;
        this.guard = guard;
        this.call = call;
        this.emitter = emitter;
        this.loop = tools.threads().eventLoop();
        this.limitMillis = tools.http().timeoutMillis(call);
        this.sinceNanos = tools.time().elapsedNanos();
    }

    /** Begins the call, or lets it wait; the time that it waits is part of its time limit. */
    void start() {
        emitter.onTermination(this::cancel);
        if (guard.breaker().isOpen()) {
            // Do not wait for a refusal.
            endWaiting(this::refuseOpen);
        } else if (!guard.bulkhead().enter(turn)) {
            endWaiting(() -> refuseFull("too many calls are under way or wait"));
        } else if (phase.get() == Phase.WAITING) {
            stopTimer = tools.timers().after(limitMillis, () -> {
                guard.bulkhead().withdraw(turn);
                endWaiting(() -> refuseFull("too many calls are under way, and this one has waited for the " + limitMillis
                        + " ms that it may take"));
            });
            if (phase.get() != Phase.WAITING) {
                stopTimer.run();
            }
        }
    }

    private void endWaiting(Runnable refusal) {
        if (phase.compareAndSet(Phase.WAITING, Phase.ENDED)) {
            refusal.run();
        }
    }

    /** The bulkhead lets the call begin, on any thread. */
    private void begin() {
        stopTimer.run();
        if (!phase.compareAndSet(Phase.WAITING, Phase.BEGUN)) {
            guard.bulkhead().release();
            return;
        }
        loop.run(() -> guard.breaker().admit(this::send, () -> {
            if (ends()) {
                guard.bulkhead().release();
                refuseOpen();
            }
        }));
    }

    private void send(HostCircuitBreaker.Permit given) {
        permit = given;
        if (phase.get() != Phase.ENDED) {
            long waitedMillis = TimeUnit.NANOSECONDS.toMillis(tools.time().elapsedNanos() - sinceNanos);
            request = tools.http().perform(call, waitedMillis).subscribe().with(
                    this::succeed, this::fail);
        }
        if (phase.get() == Phase.ENDED) {
            // Cancelled meanwhile, or it has an outcome already: then this has no effect.
            abandon();
        }
    }

    private boolean ends() {
        return phase.compareAndSet(Phase.BEGUN, Phase.ENDED);
    }

    private void succeed(JsonNode answer) {
        if (ends()) {
            end(permit.succeeded(), () -> emitter.complete(answer));
        }
    }

    private void fail(Throwable failure) {
        if (ends()) {
            end(judge(failure),
                    () -> emitter.fail(failure instanceof CredentialFailureException ? failure.getCause() : failure));
        }
    }

    /** The next call begins when the breaker has counted this one, which may open or close it. */
    private void end(CompletableFuture<Void> counted, Runnable emission) {
        counted.thenRun(() -> {
            guard.bulkhead().release();
            emission.run();
        });
    }

    /**
     * Tells the breaker the outcome. An answer that the request is wrong says that the host is well. A call that made no request says
     * nothing of the host, nor does the failure of another server that gives its credentials.
     *
     * @return completes when the breaker has counted the outcome
     */
    private CompletableFuture<Void> judge(Throwable failure) {
        WorkflowError error = failure instanceof WorkflowException workflow ? workflow.error() : null;
        if (error == null || !error.type().equals(Standard.COMMUNICATION.type())) {
            permit.giveBack();
            return CompletableFuture.completedFuture(null);
        } else if (error.status() >= Standard.COMMUNICATION.status()) {
            return permit.failed(failure);
        } else {
            return permit.succeeded();
        }
    }

    private void cancel() {
        Phase before = phase.getAndSet(Phase.ENDED);
        if (before == Phase.WAITING) {
            stopTimer.run();
            guard.bulkhead().withdraw(turn);
        } else if (before == Phase.BEGUN) {
            abandon();
            guard.bulkhead().release();
        }
    }

    private void abandon() {
        Cancellable sent = request;
        if (sent != null) {
            sent.cancel();
        }
        HostCircuitBreaker.Permit given = permit;
        if (given != null) {
            given.giveBack();
        }
    }

    private void refuseOpen() {
        refuse(CallGuardKind.CIRCUIT_BREAKER, "Circuit breaker open", "CAIRN-0885: Nothing was sent to " + guard.origin()
                + ": the last calls failed. Try again later");
    }

    private void refuseFull(String reason) {
        refuse(CallGuardKind.BULKHEAD, "Too many calls",
                "CAIRN-0886: Nothing was sent to " + guard.origin() + ": " + reason + ". Try again later");
    }

    private void refuse(CallGuardKind kind, String title, String detail) {
        tools.observer().callHeldBack(call.workflow(), kind);
        emitter.fail(new WorkflowException(
                new WorkflowError(Standard.COMMUNICATION.type(), REFUSED, title, detail, call.task())));
    }
}
