package dev.cairn.definition;

/**
 * Something wrong with a definition.
 *
 * @param code {@code CAIRN-…}
 * @param severity whether the build fails
 * @param location where
 * @param message what is wrong, with the values
 * @param suggestion what to do; null only if nobody knows
 */
public record Problem(String code, Severity severity, Location location, String message, String suggestion) {

    /** Whether the build fails. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** One line for people: place, code, what and what to do. */
    @Override
    public String toString() {
        return location + ": " + code + ": " + message + (message.endsWith(".") ? "" : ".")
                + (suggestion == null ? "" : " " + suggestion);
    }
}
