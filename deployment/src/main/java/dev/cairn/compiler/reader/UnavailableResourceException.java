package dev.cairn.compiler.reader;

/** A remote resource cannot be read while the application is built. */
public final class UnavailableResourceException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String suggestion;

    /**
     * The reason.
     *
     * @param code code of the error
     * @param message the reason, as a message of the build has it
     * @param suggestion advice
     */
    public UnavailableResourceException(String code, String message, String suggestion) {
        super(message);
        this.code = code;
        this.suggestion = suggestion;
    }

    /** Code of the error. */
    public String code() {
        return code;
    }

    /** Advice. */
    public String suggestion() {
        return suggestion;
    }
}
