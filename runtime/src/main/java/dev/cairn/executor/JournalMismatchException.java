package dev.cairn.executor;

/**
 * A journal does not fit the program: the definition was changed under a running instance. The message says where they differ.
 */
public final class JournalMismatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The journal says {@code happened}, the program {@code expected}. */
    public JournalMismatchException(String expected, Object happened) {
        super("the program expects " + expected + ", but the journal has " + happened, null, false, false);
    }
}
