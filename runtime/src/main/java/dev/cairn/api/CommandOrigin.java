package dev.cairn.api;

/**
 * The principal that asks for a command, and the reason. Both are written to the journal of the instance and to the log category
 * {@code dev.cairn.audit} as they are given: Cairn does not verify them.
 *
 * @param principal name of the person or system that asks, at most {@value #MAX_PRINCIPAL_CHARS} characters, or null if the application
 *        itself asks
 * @param reason a reason for people, at most {@value #MAX_REASON_CHARS} characters, or null
 */
public record CommandOrigin(String principal, String reason) {

    /** Maximum length of a principal. */
    public static final int MAX_PRINCIPAL_CHARS = 255;

    /** Maximum length of a reason. */
    public static final int MAX_REASON_CHARS = 1_000;

    /** Refuses texts that are too long with an {@link IllegalArgumentException}. */
    public CommandOrigin {
        check("principal", principal, MAX_PRINCIPAL_CHARS);
        check("reason", reason, MAX_REASON_CHARS);
    }

    /** A principal without a reason. */
    public static CommandOrigin of(String principal) {
        return new CommandOrigin(principal, null);
    }

    private static void check(String what, String text, int most) {
        if (text != null && text.length() > most) {
            throw new IllegalArgumentException("A " + what + " has at most " + most + " characters, not " + text.length());
        }
    }
}
