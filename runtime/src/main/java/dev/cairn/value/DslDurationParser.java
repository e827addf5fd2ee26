package dev.cairn.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Durations as the DSL writes them: an ISO 8601 literal ({@code PT1H}, {@code P1W}, {@code P0.5D}) or an object
 * ({@code {"minutes": 5}}). A year counts 365 days and a month 30: a duration here is a fixed length, not a calendar's.
 */
public final class DslDurationParser {

    private static final Pattern ISO = Pattern.compile("P(?:(N)Y)?(?:(N)M)?(?:(N)W)?(?:(N)D)?(T(?:(N)H)?(?:(N)M)?(?:(N)S)?)?"
            .replace("N", "\\d+(?:[.,]\\d+)?"));
    /** A sign before the whole duration or before an amount. */
    private static final Pattern SIGN = Pattern.compile("^-(?=P)|(?<=[A-Z])-(?=\\d)");
    private static final long SECOND = 1_000;
    private static final long DAY = 86_400 * SECOND;
    /** Longer literals and numbers of a greater magnitude are refused unread: arithmetic with them could take hours. */
    private static final int MAX_LENGTH = 100;
    private static final int MAX_MAGNITUDE = 30;
    private static final long[] ISO_UNITS = { 365 * DAY, 30 * DAY, 7 * DAY, DAY, 0, 3_600 * SECOND, 60 * SECOND, SECOND };
    private static final Map<String, Long> OBJECT_UNITS = Map.of(
            "days", DAY, "hours", 3_600 * SECOND, "minutes", 60 * SECOND, "seconds", SECOND, "milliseconds", 1L);

    /** The latest time that a duration leads to, which leaves room for what is added to times: some hundred million years. */
    private static final long LATEST = Long.MAX_VALUE / 2;

    private DslDurationParser() {}

    /** The sum of a time or duration and a duration, both in milliseconds and at least 0; what does not fit is as late as can be. */
    public static long after(long millis, long lengthMillis) {
        return lengthMillis > LATEST - millis ? LATEST : millis + lengthMillis;
    }

    /**
     * Reads a duration.
     *
     * @return milliseconds, at least 0
     * @throws IllegalArgumentException with a message for the author if it is none, is negative or does not fit in a long
     */
    public static long millis(JsonNode value) {
        if (value.isTextual()) {
            return ofIso(value.textValue());
        }
        if (value.isObject() && !value.isEmpty()) {
            return ofObject(value);
        }
        throw new IllegalArgumentException("A duration is an ISO 8601 literal such as \"PT5M\" or an object such as"
                + " {\"minutes\": 5}, not " + shortened(value.toString()));
    }

    private static boolean isIso(String text) {
        return ISO.matcher(text).matches() && !text.endsWith("T") && text.length() >= 3;
    }

    private static long ofIso(String text) {
        if (text.length() > MAX_LENGTH) {
            throw tooLong(shortened(text));
        }
        Matcher matcher = ISO.matcher(text);
        if (!isIso(text) || !matcher.matches()) {
            String unsigned = SIGN.matcher(text).replaceAll("");
            if (!unsigned.equals(text) && isIso(unsigned)) {
                throw new IllegalArgumentException("The duration " + text + " is negative");
            }
            throw new IllegalArgumentException("\"" + text + "\" is no ISO 8601 duration such as \"PT5M\" or \"P1DT12H\"");
        }
        BigDecimal sum = BigDecimal.ZERO;
        for (int group = 1; group <= ISO_UNITS.length; group++) {
            String amount = ISO_UNITS[group - 1] == 0 ? null : matcher.group(group);
            if (amount != null) {
                sum = sum.add(new BigDecimal(amount.replace(',', '.')).multiply(BigDecimal.valueOf(ISO_UNITS[group - 1])));
            }
        }
        return exact(sum, text);
    }

    private static long ofObject(JsonNode value) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            Long unit = OBJECT_UNITS.get(field.getKey());
            if (unit == null) {
                throw new IllegalArgumentException("A duration has days, hours, minutes, seconds and milliseconds, not \""
                        + field.getKey() + "\"");
            }
            BigDecimal amount = amount(field.getKey(), field.getValue());
            if (Math.abs((long) amount.precision() - amount.scale()) > MAX_MAGNITUDE || amount.scale() > MAX_LENGTH) {
                throw tooLong(shortened(value.toString()));
            }
            sum = sum.add(amount.multiply(BigDecimal.valueOf(unit)));
        }
        return exact(sum, value.toString());
    }

    private static BigDecimal amount(String unit, JsonNode value) {
        boolean finite = value.isNumber() && !(value.isFloatingPointNumber() && !Double.isFinite(value.doubleValue())
                && !value.isBigDecimal());
        if (!finite || value.decimalValue().signum() < 0) {
            throw new IllegalArgumentException("The " + unit + " of a duration are a number of at least 0, not "
                    + shortened(value.toString()));
        }
        return value.decimalValue();
    }

    private static long exact(BigDecimal millis, String text) {
        try {
            return millis.setScale(0, RoundingMode.CEILING).longValueExact();
        } catch (ArithmeticException overflow) {
            throw tooLong(shortened(text));
        }
    }

    private static IllegalArgumentException tooLong(String text) {
        return new IllegalArgumentException("The duration " + text + " is too long or too exact");
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
