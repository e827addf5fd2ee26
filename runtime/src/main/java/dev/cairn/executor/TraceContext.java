package dev.cairn.executor;

/**
 * The position of an instance in a distributed trace, as defined by W3C Trace Context. Replay does not read it.
 *
 * @param traceId 32 hexadecimal digits in lower case
 * @param parentId span of the code that started the instance, 16 hexadecimal digits, or null if it was started outside of a
 *        trace and has no span yet
 * @param spanId the span of the instance that began last, or null if there is none
 * @param flags trace flags; the lowest bit says that the trace is sampled
 * @param state value of {@code tracestate}, or null
 */
public record TraceContext(String traceId, String parentId, String spanId, int flags, String state) {

    private static final int SAMPLED = 1;

    /** True if spans of this trace are recorded. */
    public boolean sampled() {
        return (flags & SAMPLED) != 0;
    }

    /** The last span, or if there is none its parent, as a value of {@code traceparent}. */
    public String traceparent() {
        return "00-" + traceId + "-" + (spanId == null ? parentId : spanId) + (sampled() ? "-01" : "-00");
    }

    /** The same position, in a later span. An instance without a parent keeps its first span as one. */
    public TraceContext in(String newSpanId) {
        return new TraceContext(traceId, parentId == null ? spanId : parentId, newSpanId, flags, state);
    }
}
