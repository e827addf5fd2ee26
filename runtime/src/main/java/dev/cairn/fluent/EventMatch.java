package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * Which events a task takes: {@link Flows#events(String)} or {@link Flows#eventsWith(String, Object)}. Immutable. All that is said of
 * an event has to fit.
 */
public final class EventMatch {

    private final DefinitionFragment part;

    EventMatch(DefinitionFragment part) {
        this.part = part;
    }

    /**
     * The expected value of an attribute.
     *
     * <pre>{@code
     * events("shop.payment.received").with("data", "${ .amount >= $workflow.input.amount }")
     * }</pre>
     *
     * @param attribute a name such as {@code source}, the name of an extension attribute, or {@code data}
     * @param value a string, which may be a regular expression for the whole of the attribute; any other value; or an
     *        expression {@code ${ … }} that sees the attribute and gives true or false, or the expected value
     */
    public EventMatch with(String attribute, Object value) {
        return new EventMatch(attribute == null ? part.absent("attribute", "with") : part.value(value, "with", attribute));
    }

    /**
     * A value that all events of the task have to have in common; the first event decides which.
     *
     * <pre>{@code
     * events("room.heat").correlate("room", ".data.room")
     * }</pre>
     *
     * @param name of the value, which the filters share
     * @param from a jq expression that takes it out of the event
     */
    public EventMatch correlate(String name, String from) {
        return new EventMatch(name == null ? part.missing("correlate", "null") : part.text(from, "correlate", name, "from"));
    }

    /**
     * A value that the event has to have.
     *
     * <pre>{@code
     * events("shop.payment.received").correlate("order", ".data.orderId", "${ .orderId }")
     * }</pre>
     *
     * @param name of the value
     * @param from a jq expression that takes it out of the event
     * @param expect the expected value, evaluated with the task's input: an expression {@code ${ … }}, or a text
     */
    public EventMatch correlate(String name, String from, String expect) {
        EventMatch bound = correlate(name, from);
        return name == null ? bound : new EventMatch(bound.part.text(expect, "correlate", name, "expect"));
    }

    DefinitionFragment part() {
        return part;
    }
}
