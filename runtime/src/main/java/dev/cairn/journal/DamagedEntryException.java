package dev.cairn.journal;

/** An entry cannot be read. The instance it belongs to cannot go on; nothing of it is guessed. */
public final class DamagedEntryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason completes "A journal entry cannot be read: …". */
    public DamagedEntryException(String reason) {
        super("A journal entry cannot be read: " + reason);
    }
}
