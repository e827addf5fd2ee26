package dev.cairn.persistence.file.index;

/** The index is missing, damaged, or behind what it was: it has to be rebuilt from the log. The message says why. */
public final class IndexDamageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public IndexDamageException(String why, Throwable cause) {
        super(why, cause);
    }
}
