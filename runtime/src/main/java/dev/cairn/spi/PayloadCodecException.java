package dev.cairn.spi;

/**
 * A codec cannot decode an entry. The instance cannot go on; what is stored stays as it is.
 */
public class PayloadCodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean damaged;

    /**
     * @param message what failed and what to do next
     * @param damaged true if the entry is not what the codec wrote there; false if something is missing, such as a key, and the
     *        entry may be read when it is there
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
