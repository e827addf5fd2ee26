package dev.cairn.task.trytask;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads {@code Retry-After} (RFC 9110, section 10.2.3) of the answer that is an error. */
final class RetryAfterReader {

    /** A server that asks for more time than this is asked again after it: a definition without a limit would wait for years. */
    static final long MAX_WAIT_MILLIS = Duration.ofDays(1).toMillis();

    private static final Pattern SECONDS = Pattern.compile("0*+(\\d*+)");
    private static final int MAX_DIGITS = 9;

    /** Obsolete forms of a date, which a client has to read (RFC 9110, section 5.6.7). */
    private static final List<DateTimeFormatter> OLD_DATES = List.of(
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC));

    private RetryAfterReader() {}

    /**
     * The time the server asks to wait for, at most {@link #MAX_WAIT_MILLIS}; 0 without an answer, and without a header that can be read.
     *
     * @param response {@code $error.response}, or null; a date in it counts from its {@code Date}, as the clocks of the two may differ
     */
    static long waitMillis(JsonNode response) {
        JsonNode headers = response == null ? null : response.get("headers");
        String value = text(headers, "retry-after");
        if (value == null || value.isEmpty()) {
            return 0;
        }
        Matcher seconds = SECONDS.matcher(value);
        long millis = seconds.matches() ? millis(seconds.group(1)) : between(text(headers, "date"), value);
        return Math.max(0, Math.min(millis, MAX_WAIT_MILLIS));
    }

    private static long millis(String seconds) {
        return seconds.isEmpty() ? 0 : seconds.length() > MAX_DIGITS ? MAX_WAIT_MILLIS : Long.parseLong(seconds) * 1_000;
    }

    private static String text(JsonNode headers, String name) {
        JsonNode value = headers == null ? null : headers.get(name);
        return value == null || !value.isTextual() ? null : value.textValue().strip();
    }

    /** Milliseconds between two dates; 0 if one is missing or unreadable. */
    private static long between(String from, String to) {
        try {
            return from == null ? 0 : instant(from).until(instant(to), ChronoUnit.MILLIS);
        } catch (DateTimeException | ArithmeticException unreadable) {
            return 0;
        }
    }

    private static Instant instant(String date) {
        for (DateTimeFormatter old : OLD_DATES) {
            try {
                return Instant.from(old.parse(date));
            } catch (DateTimeException another) {
                // The next form is tried, and the present one last.
            }
        }
        return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    }
}
