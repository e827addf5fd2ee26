package dev.cairn.definition;

/**
 * Something wrong with a definition.
 *
 * @param code {@code CAIRN-…}
 * @param severity its effect on the build
 * @param location its source location
 * @param message the fault, with the values
 * @param suggestion the way to mend it; null only if none is known
 */
public record Problem(String code, Severity severity, SourceLocation location, String message, String suggestion) {

    /** Effect of a problem on the build. */
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
