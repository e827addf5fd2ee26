package dev.cairn.jq.node;

/** Leaves the label that created it. No error, so {@code try} does not see it. */
final class BreakSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BreakSignal() {
        super(null, null, false, false);
    }
}
