package dev.cairn.driver;

/** An instance left the memory before it did what it was asked for: it has to be asked again, wherever it is by now. */
final class MovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MovedException() {
        super("The instance is no longer in memory", null, false, false);
    }
}
