package dev.cairn.spi;

/**
 * A store is well but will never do what it was asked for one instance: its journal is damaged, say, or a write is larger than the
 * store takes. Always permanent. The instance is parked, and others go on.
 *
 * <p>
 * When a commit fails with it, nothing of the batch is durable, and one or more of its writes are the reason: they are found by
 * committing smaller batches.
 */
public class InstanceRefusedException extends StoreException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, with values and what to do next
     * @param cause may be null
     */
    public InstanceRefusedException(String message, Throwable cause) {
        super(message, true, cause);
    }
}
