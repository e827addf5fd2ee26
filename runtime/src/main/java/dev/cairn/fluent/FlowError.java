package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * An error to raise, as RFC 9457 describes problems: {@link Flows#error(String, int)}. Immutable. Each text may be a jq expression
 * of the form {@code ${ … }}.
 */
public final class FlowError {

    private final DefinitionFragment part;

    FlowError(DefinitionFragment part) {
        this.part = part;
    }

    /**
     * The kind of problem, in a few words.
     *
     * <pre>{@code
     * error("https://acme.example/errors/rejected", 409).title("Order rejected")
     * }</pre>
     */
    public FlowError title(String title) {
        return new FlowError(part.text(title, "title"));
    }

    /**
     * Details of this occurrence.
     *
     * <pre>{@code
     * error("https://acme.example/errors/rejected", 409).detail("${ \"Not enough of \\(.sku)\" }")
     * }</pre>
     */
    public FlowError detail(String detail) {
        return new FlowError(part.text(detail, "detail"));
    }

    /** The failed element, as a JSON pointer or URI; by default the task that raises the error. */
    public FlowError instance(String instance) {
        return new FlowError(part.text(instance, "instance"));
    }

    DefinitionFragment part() {
        return part;
    }
}
