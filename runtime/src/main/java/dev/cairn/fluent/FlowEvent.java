package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * An event to emit, as CloudEvents 1.0 describes events: {@link Flows#event(String)}. Immutable. Each text may be a jq
 * expression of the form {@code ${ … }}. Missing attributes are added when the event is emitted: an id, the workflow as its
 * source, the time.
 */
public final class FlowEvent {

    private final DefinitionFragment part;

    FlowEvent(DefinitionFragment part) {
        this.part = part;
    }

    /**
     * Distinguishes the event from others of its source. By default it is made of the instance and the task, and stays the same
     * when the event is emitted again after a crash.
     */
    public FlowEvent id(String id) {
        return new FlowEvent(part.text(id, "id"));
    }

    /** Source of the event: a URI or a path. */
    public FlowEvent source(String source) {
        return new FlowEvent(part.text(source, "source"));
    }

    /**
     * Subject of the event.
     *
     * <pre>{@code
     * event("shop.order.placed").subject("${ .orderId }")
     * }</pre>
     */
    public FlowEvent subject(String subject) {
        return new FlowEvent(part.text(subject, "subject"));
    }

    /** When it happened: a date and time of RFC 3339. */
    public FlowEvent time(String time) {
        return new FlowEvent(part.text(time, "time"));
    }

    /** Content type of the data; JSON by default. */
    public FlowEvent dataContentType(String contentType) {
        return new FlowEvent(part.text(contentType, "datacontenttype"));
    }

    /** A URI of the schema of the data. */
    public FlowEvent dataSchema(String schema) {
        return new FlowEvent(part.text(schema, "dataschema"));
    }

    /**
     * Data of the event.
     *
     * <pre>{@code
     * event("shop.order.placed").data(Map.of("order", "${ . }"))
     * }</pre>
     *
     * @param data strings, numbers, booleans, lists, maps and null; strings of the form {@code ${ … }} are jq expressions
     */
    public FlowEvent data(Object data) {
        return new FlowEvent(part.value(data, "data"));
    }

    /**
     * An attribute of your own.
     *
     * <pre>{@code
     * event("shop.order.placed").attribute("tenant", "${ .tenant }")
     * }</pre>
     *
     * @param name lower case letters and digits
     * @param value a string, a boolean or an int
     */
    public FlowEvent attribute(String name, Object value) {
        return new FlowEvent(name == null ? part.missing("attribute", "null") : part.value(value, name));
    }

    DefinitionFragment part() {
        return part;
    }
}
