package dev.cairn.engine.port;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.time.TimeSource;

/** Dates the headers of an answer that asks to try again later: a date in {@code Retry-After} counts from that of the answer. */
public final class RetryAfterDate {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    private static final TimeSource CLOCK = TimeSource.system();

    private RetryAfterDate() {}

    /**
     * Gives headers with {@code Retry-After} the time now as their {@code Date}, unless they have one (RFC 9110, section 6.6.1).
     *
     * @param headers texts by names in lower case
     */
    public static void complete(ObjectNode headers) {
        if (headers.has("retry-after") && !headers.has("date")) {
            headers.put("date", HTTP_DATE.format(Instant.ofEpochMilli(CLOCK.millis())));
        }
    }
}
