package dev.cairn.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The client's preference for waiting ({@code Prefer}, RFC 7240). Other preferences, and invalid values, are ignored, as the
 * RFC demands.
 *
 * @param async true if {@code respond-async} was given
 * @param preferredWait maximum time that the client wants to wait, or null
 */
record PreferHeader(boolean async, Duration preferredWait) {

    private static final int MAX_DIGITS = 9;

    /**
     * Reads all fields of that name, in one pass: clients write them, and an event loop reads them. Of a preference that is given twice
     * the first counts.
     */
    static PreferHeader of(List<String> fields) {
        String text = String.join(",", fields);
        PreferHeader found = new PreferHeader(false, null);
        boolean quoted = false;
        int start = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                at++;
            } else if (c == ',' && !quoted) {
                found = found.and(text.substring(start, at));
                start = at + 1;
            }
        }
        return quoted ? found : found.and(text.substring(start));
    }

    /** With a preference of the form {@code name [= value] [; parameters]}. */
    private PreferHeader and(String preference) {
        int end = preference.indexOf(';');
        String[] parts = (end < 0 ? preference : preference.substring(0, end)).split("=", 2);
        String name = parts[0].strip();
        if (name.equalsIgnoreCase("respond-async")) {
            return new PreferHeader(true, preferredWait);
        }
        return name.equalsIgnoreCase("wait") && preferredWait == null && parts.length == 2
                ? new PreferHeader(async, seconds(parts[1].strip()))
                : this;
    }

    private static Duration seconds(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        String digits = quoted ? value.substring(1, value.length() - 1) : value;
        boolean number = !digits.isEmpty() && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Duration.ofSeconds(Long.parseLong(digits)) : null;
    }

    /**
     * Time to wait for a result.
     *
     * @param usual time without a preference
     * @param longest maximum that a client may ask for
     */
    Duration waitTime(Duration usual, Duration longest) {
        if (preferredWait == null) {
            return async ? Duration.ZERO : usual;
        }
        return preferredWait.compareTo(longest) > 0 ? longest : preferredWait;
    }

    /**
     * Value of {@code Preference-Applied}.
     *
     * @param answeredAsync true if the answer did not wait until the result
     * @param longest maximum that a client may ask for; a longer wait was not applied
     */
    Optional<String> applied(boolean answeredAsync, Duration longest) {
        boolean waitApplied = preferredWait != null && preferredWait.compareTo(longest) <= 0;
        String waited = waitApplied ? "wait=" + preferredWait.toSeconds() : null;
        if (async && answeredAsync) {
            return Optional.of(waited == null ? "respond-async" : "respond-async, " + waited);
        }
        return Optional.ofNullable(waited);
    }
}
