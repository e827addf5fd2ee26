package dev.cairn.value;

/** Well-formed JSON that a value cannot hold without a loss. */
public final class JsonLossException extends ValueException {

    private static final long serialVersionUID = 1L;

    private final String pointer;

    JsonLossException(String pointer, String message) {
        super(message);
        this.pointer = pointer;
    }

    /** JSON pointer of the part that would be lost. */
    public String pointer() {
        return pointer;
    }
}
