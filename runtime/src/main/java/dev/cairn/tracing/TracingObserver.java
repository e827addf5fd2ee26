package dev.cairn.tracing;

import java.util.Locale;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.observer.CallOutcome;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.observer.ProgramInstancesObserver;
import dev.cairn.executor.TraceContext;
import dev.cairn.program.Program;
import dev.cairn.time.TimeSource;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.quarkus.runtime.ShutdownEvent;

/** Makes spans of the work of this node's instances. Observes nothing if the SDK is disabled. */
@Singleton
public class TracingObserver implements EngineObserver {

    private static final String SCOPE = "dev.cairn";

    private final boolean disabled;
    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final TimeSource time;
    private final ShutdownSpanEnder open = new ShutdownSpanEnder();

    TracingObserver(OpenTelemetry telemetry, TimeSource time,
            @ConfigProperty(name = "quarkus.otel.sdk.disabled", defaultValue = "false") boolean disabled) {
        this.time = time;
        this.disabled = disabled;
        this.tracer = telemetry.getTracer(SCOPE);
        this.propagator = telemetry.getPropagators().getTextMapPropagator();
    }

    /** After the engine has stopped, and before the SDK is shut down. */
    void stop(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER + 1) ShutdownEvent event) {
        open.endAll(SpanSemanticConventions.OUTCOME, CallOutcome.ABANDONED.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public boolean hasSpans() {
        return !disabled;
    }

    @Override
    public TraceContext caller() {
        return disabled ? null : SpanContextConverter.childOf(Span.current().getSpanContext());
    }

    @Override
    public TraceContext publisher(JsonNode event) {
        return disabled ? null : SpanContextConverter.childOf(SpanContextConverter.of(event));
    }

    @Override
    public ProgramInstancesObserver program(Program program) {
        return disabled ? ProgramInstancesObserver.NONE
                : new ProgramSpanFactory(new SpanServices(tracer, propagator, time, open), program);
    }
}
