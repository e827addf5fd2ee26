package dev.cairn.tracing;

import dev.cairn.time.TimeSource;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.propagation.TextMapPropagator;

/**
 * The services that make spans.
 *
 * @param propagator writes contexts into requests
 * @param time clock of this node
 * @param open has the spans that are recorded, until they end
 */
record SpanServices(Tracer tracer, TextMapPropagator propagator, TimeSource time, ShutdownSpanEnder open) {}
