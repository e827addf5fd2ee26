package dev.cairn.traced;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.MDC;

import dev.cairn.api.WorkflowFunction;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;

/** Methods that workflows call; each has a span of its own. */
@ApplicationScoped
public class CallCounter {

    private final Tracer tracer;
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    CallCounter(Tracer tracer) {
        this.tracer = tracer;
    }

    /** The current span and the one of the log context, as the method saw them. */
    public record Seen(String span, String logged) {}

    /** On a worker thread. */
    @WorkflowFunction
    public Seen countOnWorker() {
        return seen("worker");
    }

    /** On an event loop; the span is current in what follows the method as well. */
    @NonBlocking
    @WorkflowFunction
    public Uni<Seen> countOnLoop() {
        return Uni.createFrom().item(() -> seen("loop"));
    }

    /** Fails the first time for each key. */
    @WorkflowFunction
    public int countSecond(String key) {
        int call = calls.computeIfAbsent(key, any -> new AtomicInteger()).incrementAndGet();
        if (call == 1) {
            throw new IllegalStateException("not yet");
        }
        return call;
    }

    private Seen seen(String name) {
        Span own = tracer.spanBuilder(name).startSpan();
        own.end();
        return new Seen(Span.current().getSpanContext().getSpanId(), (String) MDC.get("spanId"));
    }
}
