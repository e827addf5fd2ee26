package dev.cairn.spi;

/**
 * A store failed to perform an operation: the server is gone, the disk is full, the data is damaged. The contents of a failed
 * commit may or may not have become durable; the caller never reports them as done.
 */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean permanent;

    /**
     * @param message the operation that failed, with values and the next step
     * @param permanent true if trying again in this process cannot help, for example after a failed fsync
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
