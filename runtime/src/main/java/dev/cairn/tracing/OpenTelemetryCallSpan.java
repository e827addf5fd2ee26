package dev.cairn.tracing;

import java.util.Locale;
import java.util.function.BiConsumer;

import dev.cairn.api.WorkflowError;
import dev.cairn.engine.observer.CallObserver;
import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.engine.observer.CallSpan;
import dev.cairn.executor.TraceContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.quarkus.opentelemetry.runtime.QuarkusContextStorage;

/** The span of one attempt at a call. In a trace that is not sampled, it only passes the context on. Thread-safe. */
final class OpenTelemetryCallSpan implements CallObserver, CallSpan {

    private static final String TIMEOUT = "timeout";

    private final Span span;
    private final Context context;
    private final SpanServices tools;

    OpenTelemetryCallSpan(Span span, Context context, SpanServices tools) {
        this.span = span;
        this.context = context;
        this.tools = tools;
        if (span.isRecording()) {
            tools.open().add(span, true);
        }
    }

    @Override
    public CallSpan trace() {
        return this;
    }

    @Override
    public void ended(CallOutcome outcome, WorkflowError failure) {
        if (outcome != CallOutcome.COMPLETED) {
            span.setAttribute(SpanSemanticConventions.OUTCOME, outcome.name().toLowerCase(Locale.ROOT));
        }
        if (failure != null) {
            failed(span, failure);
        } else if (outcome == CallOutcome.TIMED_OUT) {
            span.setAttribute(SpanSemanticConventions.ERROR_TYPE, TIMEOUT).setStatus(StatusCode.ERROR);
        }
        span.end();
        tools.open().remove(span);
    }

    @Override
    public void within(Runnable telling) {
        SpanContextRunner.run(context, telling);
    }

    /** Says of a span with which error it ends. */
    static void failed(Span span, WorkflowError error) {
        String title = error.title() == null ? error.type() : error.title();
        span.setAttribute(SpanSemanticConventions.ERROR_TYPE, error.type())
                .setStatus(StatusCode.ERROR, error.detail() == null ? title : title + ": " + error.detail());
    }

    @Override
    public TraceContext mark() {
        return SpanContextConverter.childOf(Span.fromContext(context).getSpanContext());
    }

    @Override
    public void enter() {
        // Never the thread itself, which does other things afterwards.
        if (QuarkusContextStorage.getVertxContext() != null) {
            context.makeCurrent();
        }
    }

    @Override
    public void propagate(BiConsumer<String, String> carrier) {
        tools.propagator().inject(context, carrier, (fields, name, value) -> fields.accept(name, value));
    }

    @Override
    public void name(String name) {
        span.updateName(name);
    }

    @Override
    public void attribute(String name, String value) {
        span.setAttribute(name, value);
    }

    @Override
    public void attribute(String name, long value) {
        span.setAttribute(name, value);
    }
}
