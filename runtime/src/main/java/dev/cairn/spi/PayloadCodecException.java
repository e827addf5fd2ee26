package dev.cairn.spi;

/** A codec cannot decode an entry. The instance cannot go on; the stored bytes stay as they are. */
public class PayloadCodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean damaged;

    /**
     * @param message the operation that failed, and the next step
     * @param damaged true if the entry is not what the codec wrote there; false if something is missing, such as a key, so that
     *        the entry may become readable later
     * @param cause may be null
     */
    public PayloadCodecException(String message, boolean damaged, Throwable cause) {
        super(message, cause);
        this.damaged = damaged;
    }

    /** True if the entry is not what the codec wrote there. */
    public boolean damaged() {
        return damaged;
    }
}
