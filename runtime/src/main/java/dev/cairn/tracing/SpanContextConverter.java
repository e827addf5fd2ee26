package dev.cairn.tracing;

import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.TraceContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;

/** Converts contexts of spans to the form of journals and events, and back. */
final class SpanContextConverter {

    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    /** W3C Trace Context wants at least this to be handed on; a longer one is left out. */
    private static final int MAX_STATE_CHARACTERS = 512;

    private static final TextMapGetter<JsonNode> ATTRIBUTES = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(JsonNode event) {
            return event::fieldNames;
        }

        @Override
        public String get(JsonNode event, String key) {
            return event.path(key).textValue();
        }
    };

    private SpanContextConverter() {}

    /** Trace position for work that a span starts; null if the span belongs to no trace. */
    static TraceContext childOf(SpanContext span) {
        return span.isValid()
                ? new TraceContext(span.getTraceId(), span.getSpanId(), null, span.getTraceFlags().asByte() & 0xFF,
                        state(span))
                : null;
    }

    /** Trace position of a root instance, in its first span; null if that belongs to no trace. */
    static TraceContext root(SpanContext span) {
        return span.isValid()
                ? new TraceContext(span.getTraceId(), null, span.getSpanId(), span.getTraceFlags().asByte() & 0xFF,
                        state(span))
                : null;
    }

    /** A span in the trace of a mark. */
    static SpanContext of(TraceContext mark, String spanId) {
        return SpanContext.createFromRemoteParent(mark.traceId(), spanId, TraceFlags.fromByte((byte) mark.flags()),
                state(mark));
    }

    /** The context that an event was published in; invalid if it has none. */
    static SpanContext of(JsonNode event) {
        Context extracted = W3CTraceContextPropagator.getInstance().extract(Context.root(), event, ATTRIBUTES);
        return Span.fromContext(extracted).getSpanContext();
    }

    private static TraceState state(TraceContext mark) {
        if (mark.state() == null) {
            return TraceState.getDefault();
        }
        Map<String, String> fields = Map.of(PARENT, mark.traceparent(), STATE, mark.state());
        Context extracted = W3CTraceContextPropagator.getInstance().extract(Context.root(), fields, new TextMapGetter<>() {
            @Override
            public Iterable<String> keys(Map<String, String> carrier) {
                return carrier.keySet();
            }

            @Override
            public String get(Map<String, String> carrier, String key) {
                return carrier.get(key);
            }
        });
        return Span.fromContext(extracted).getSpanContext().getTraceState();
    }

    /** Null if there is none, or it is too long to be kept. */
    private static String state(SpanContext span) {
        if (span.getTraceState().isEmpty()) {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        W3CTraceContextPropagator.getInstance().inject(Context.root().with(Span.wrap(span)), fields, Map::put);
        String state = fields.get(STATE);
        return state == null || state.length() > MAX_STATE_CHARACTERS ? null : state;
    }
}
