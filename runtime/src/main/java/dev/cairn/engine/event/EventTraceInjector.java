package dev.cairn.engine.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.observer.CallSpan;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.executor.TraceContext;

/** Propagates the context of a trace in events, by the distributed tracing extension of CloudEvents. */
public final class EventTraceInjector {

    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    private EventTraceInjector() {}

    /** The event that a call publishes: with the context of the call's span, unless it has one of its own. */
    public static JsonNode of(EffectCall call) {
        JsonNode event = call.arguments();
        CallSpan trace = call.trace();
        if (trace == CallSpan.NONE) {
            return event;
        }
        String type = event.path("type").asText();
        trace.name("publish " + type);
        trace.attribute("cloudevents.event_type", type);
        trace.attribute("cloudevents.event_id", event.path("id").asText());
        trace.attribute("cloudevents.event_source", event.path("source").asText());
        return in(trace.mark(), event);
    }

    /** The same event in a trace, or itself if {@code mark} is null or it is in one already. The event is not changed. */
    public static JsonNode in(TraceContext mark, JsonNode event) {
        if (mark == null || event.has(PARENT)) {
            return event;
        }
        ObjectNode traced = JsonNodeFactory.instance.objectNode();
        traced.setAll((ObjectNode) event);
        traced.put(PARENT, mark.traceparent());
        return mark.state() == null ? traced : traced.put(STATE, mark.state());
    }
}
