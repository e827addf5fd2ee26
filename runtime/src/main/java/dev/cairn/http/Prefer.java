package dev.cairn.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client prefers about waiting ({@code Prefer}, RFC 7240). Other preferences, and values that make no sense, are ignored,
 * as the RFC wants it.
 *
 * @param async true if {@code respond-async} was given
 * @param preferredWait the longest the client wants to wait, or null
 */
record Prefer(boolean async, Duration preferredWait) {

    private static final int MAX_DIGITS = 9;
    private static final Pattern PREFERENCE = Pattern.compile(
            "\\s*([^\\s=;,\"]+)\\s*(?:=\\s*(\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s;,\"]*))?\\s*((?:;(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^,\"])*+)?)(?:,|$)");

    /** Reads all fields of that name; of a preference that is given twice the first counts. */
    static Prefer of(List<String> fields) {
        boolean async = false;
        Duration wait = null;
        Matcher preference = PREFERENCE.matcher(String.join(",", fields));
        while (preference.find()) {
            String name = preference.group(1).toLowerCase(Locale.ROOT);
            if (name.equals("respond-async")) {
                async = true;
            } else if (name.equals("wait") && wait == null) {
                wait = seconds(preference.group(2));
            }
        }
        return new Prefer(async, wait);
    }

    private static Duration seconds(String value) {
        String digits = value == null ? "" : value.replace("\"", "");
        boolean number = !digits.isEmpty() && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Duration.ofSeconds(Long.parseLong(digits)) : null;
    }

    /**
     * How long to wait for a result.
     *
     * @param usual if nothing is preferred
     * @param longest the most a client may ask for
     */
    Duration waitTime(Duration usual, Duration longest) {
        if (preferredWait == null) {
            return async ? Duration.ZERO : usual;
        }
        return preferredWait.compareTo(longest) > 0 ? longest : preferredWait;
    }

    /**
     * What to say in {@code Preference-Applied}.
     *
     * @param answeredAsync whether the result was not waited for to the end
     * @param longest the most a client may ask for; a longer wait was not applied
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
