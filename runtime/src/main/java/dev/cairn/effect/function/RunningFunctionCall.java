package dev.cairn.effect.function;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jboss.logging.MDC;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CallContext;
import dev.cairn.engine.port.EffectCall;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InjectableContext.ContextState;
import io.quarkus.arc.ManagedContext;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.quarkus.virtual.threads.VirtualThreadsRecorder;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.impl.ContextInternal;

/**
 * One call of a method, on the thread the method asks for. It has a Vert.x context of its own, and a CDI request context that
 * lives until the method's result is there.
 */
final class RunningFunctionCall {

    private static final long FULL_MILLIS = 50;

    private final FunctionBinding binding;
    private final EffectCall call;
    private final CallContext context;
    private final UniEmitter<? super JsonNode> emitter;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean cancelled;
    private volatile Cancellable awaited;
    /** The thread that a blocking method runs on, while it does. */
    private Thread interruptible;
    private FunctionBeanProvider.Lease bean;
    private ManagedContext requestContext;
    private ContextState requestState;

    RunningFunctionCall(FunctionBinding binding, EffectCall call, UniEmitter<? super JsonNode> emitter) {
        this.binding = binding;
        this.call = call;
        this.context = new CallContext(call.instanceId(), call.workflow(), call.version(), call.task(), call.idempotencyKey());
        this.emitter = emitter;
        emitter.onTermination(this::cancel);
    }

    void begin() {
        begin(ownContext());
    }

    private void begin(ContextInternal vertx) {
        switch (binding.function().thread()) {
            case EVENT_LOOP -> vertx.emit(this, RunningFunctionCall::run);
            case WORKER -> vertx.executeBlocking(() -> {
                run();
                return null;
            }, false).onFailure(failure -> notBegun(vertx, failure));
            case VIRTUAL -> vertx.emit(this, RunningFunctionCall::runOnVirtualThread);
        }
    }

    private void notBegun(ContextInternal vertx, Throwable failure) {
        if (!(failure instanceof RejectedExecutionException)) {
            emitter.fail(failure);
        } else if (!cancelled) {
            // The queue of the application's threads may be bounded: a call for which there is no room has not failed.
            vertx.setTimer(FULL_MILLIS, timer -> {
                if (!cancelled) {
                    begin(vertx);
                }
            });
        }
    }

    /** Calls of one instance may overlap; a method's data in its Vert.x context must not be seen by another. */
    private static ContextInternal ownContext() {
        Context own = VertxContext.createNewDuplicatedContext();
        if (own == null) {
            throw new IllegalStateException("A call has to be made on a Vert.x context");
        }
        VertxContextSafetyToggle.setContextSafe(own, true);
        return (ContextInternal) own;
    }

    private void runOnVirtualThread() {
        try {
            VirtualThreadsRecorder.getCurrent().execute(this::run);
        } catch (RejectedExecutionException e) {
            emitter.fail(e);
        }
    }

    private void run() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            // On an event loop there is nothing that waits, and others to be disturbed.
            interruptible = binding.function().thread() == FunctionThreadKind.EVENT_LOOP ? null : Thread.currentThread();
        }
        requestContext = Arc.container().requestContext();
        requestState = requestContext.activate();
        try {
            describe();
            call.trace().enter();
            Object[] arguments = binding.converter().arguments(call.arguments(), context);
            bean = binding.bean().take();
            Object result = binding.invoker().invoke(bean.instance(), arguments);
            uninterruptible();
            await(result);
        } catch (Throwable e) {
            // An Error of the application, such as a missing class, ends this task, not the event loop.
            uninterruptible();
            fail(e);
        } finally {
            uninterruptible();
            requestContext.deactivate();
        }
    }

    /**
     * Describes the call in the mapped diagnostic context of the log. The context is the call's own, so nothing has to be taken
     * back.
     */
    private void describe() {
        MDC.put("cairn.workflow", call.workflow());
        MDC.put("cairn.instance", call.instanceId());
        MDC.put("cairn.task", call.task());
    }

    /** From now on the thread does something else. An interruption that came too late to be seen must not reach that. */
    private synchronized void uninterruptible() {
        if (interruptible != null) {
            interruptible = null;
            if (cancelled) {
                Thread.interrupted();
            }
        }
    }

    private void await(Object result) {
        if (result instanceof Uni<?> uni) {
            awaited = uni.subscribe().with(this::complete, this::fail);
        } else if (result instanceof CompletionStage<?> stage) {
            awaited = Uni.createFrom().completionStage(stage).subscribe().with(this::complete, this::fail);
        } else {
            complete(result);
        }
        if (cancelled) {
            cancel();
        }
    }

    private void complete(Object result) {
        JsonNode json;
        try {
            json = binding.converter().result(result, context);
        } catch (RuntimeException | Error e) {
            // An Error too, such as a value that contains itself: an exception thrown to a Uni is lost.
            fail(e);
            return;
        }
        end();
        emitter.complete(json);
    }

    private void fail(Throwable failure) {
        end();
        emitter.fail(WebExceptionTranslator.translated(failure, call.task()));
    }

    private void cancel() {
        synchronized (this) {
            cancelled = true;
            if (interruptible != null && interruptible != Thread.currentThread()) {
                interruptible.interrupt();
            }
        }
        Cancellable running = awaited;
        if (running != null) {
            running.cancel();
            end();
        }
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            if (bean != null) {
                bean.end().run();
            }
            requestContext.destroy(requestState);
        }
    }
}
