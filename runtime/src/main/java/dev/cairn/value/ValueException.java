package dev.cairn.value;

/** A value cannot be read, written or worked with. Meant for users; carries no stack trace. */
public class ValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ValueException(String message) {
        super(message, null, false, false);
    }
}
