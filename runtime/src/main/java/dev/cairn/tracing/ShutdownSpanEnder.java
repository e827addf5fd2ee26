package dev.cairn.tracing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;

/** The registry of spans that have not ended, so that an application that stops loses none. Thread-safe. */
final class ShutdownSpanEnder {

    private final Map<Span, Boolean> spans = new ConcurrentHashMap<>();

    /** @param ofCall false for the span of an instance */
    void add(Span span, boolean ofCall) {
        spans.put(span, ofCall);
    }

    void remove(Span span) {
        spans.remove(span);
    }

    /** Ends all: the instances go on in another life, which makes the calls again. */
    void endAll(AttributeKey<String> outcome, String ofCalls) {
        spans.forEach((span, ofCall) -> {
            if (ofCall) {
                span.setAttribute(outcome, ofCalls);
            }
            span.end();
        });
        spans.clear();
    }
}
