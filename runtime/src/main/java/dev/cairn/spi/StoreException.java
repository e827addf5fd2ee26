package dev.cairn.spi;

/**
 * A store could not do what it was asked: the server is gone, the disk is full, the data is damaged. What a failed commit
 * contained may or may not have become durable; the caller never reports it as done.
 */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean permanent;

    /**
     * @param message what failed, with values and what to do next
     * @param permanent true if trying again in this process cannot help: after a failed fsync, say
     * @param cause may be null
     */
    public StoreException(String message, boolean permanent, Throwable cause) {
        super(message, cause);
        this.permanent = permanent;
    }

    /** True if trying again in this process cannot help. */
    public boolean permanent() {
        return permanent;
    }
}
