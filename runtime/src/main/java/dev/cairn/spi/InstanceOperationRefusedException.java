package dev.cairn.spi;

/**
 * The store works, but will never perform the operation for this one instance: for example, its journal is damaged, or a write
 * is larger than the store takes. Always permanent. The instance is parked, and others go on.
 *
 * <p>
 * When a commit fails with it, nothing of the batch is durable, and one or more of its writes are the reason. Committing
 * smaller batches finds them.
 */
public class InstanceOperationRefusedException extends StoreException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message the operation that failed, with values and the next step
     * @param cause may be null
     */
    public InstanceOperationRefusedException(String message, Throwable cause) {
        super(message, true, cause);
    }
}
