package dev.cairn.jq.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Moments as RFC 3339 writes them, with fractions of seconds and offsets, which the date functions of jq do not know. */
public final class Rfc3339Format {

    private static final Pattern MOMENT = Pattern
            .compile("(\\d{4})-(\\d\\d)-(\\d\\d)[Tt ]([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d|60)"
                    + "(\\.\\d{1,18})?(?:[Zz]|([+-])([01]\\d|2[0-3]):([0-5]\\d))");
    private static final int MAX_YEAR = 9_999;
    /** Digits of a fraction that a double of today holds. */
    private static final int MICROSECONDS = 6;
    private static final long DAY_MINUTES = 1_440;

    private Rfc3339Format() {}

    /** The seconds since 1970, with a fraction where the text has one. */
    public static JsonNode toSeconds(JsonNode input) {
        Matcher moment = MOMENT.matcher(ValueTextConverter.require(input, "fromrfc3339 requires a string"));
        if (!moment.matches()) {
            throw noMoment(input);
        }
        long seconds;
        try {
            long day = LocalDate.of(part(moment, 1), part(moment, 2), part(moment, 3)).toEpochDay();
            long minutes = day * DAY_MINUTES + part(moment, 4) * 60L + part(moment, 5);
            if (moment.group(8) != null) {
                int offset = part(moment, 9) * 60 + part(moment, 10);
                minutes -= moment.group(8).equals("-") ? -offset : offset;
            }
            seconds = minutes * 60 + part(moment, 6);
        } catch (DateTimeException e) {
            throw noMoment(input);
        }
        if (moment.group(7) == null) {
            return CanonicalArithmetic.of(seconds);
        }
        return CanonicalArithmetic
                .wholeIfExact(BigDecimal.valueOf(seconds).add(new BigDecimal("0" + moment.group(7))).doubleValue());
    }

    /** The text for seconds since 1970, in UTC; microseconds are the smallest part. */
    public static JsonNode ofSeconds(JsonNode input) {
        if (!input.isNumber()) {
            throw new ExpressionException("torfc3339 requires a number");
        }
        double value = input.doubleValue();
        if (!Double.isFinite(value)) {
            throw outOfRange(input);
        }
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(MICROSECONDS, RoundingMode.HALF_EVEN);
        BigDecimal whole = rounded.setScale(0, RoundingMode.FLOOR);
        BrokenDownTime time = BrokenDownTime.ofSeconds(CanonicalArithmetic.of(whole.toBigInteger()));
        if (time.date().getYear() < 0 || time.date().getYear() > MAX_YEAR) {
            throw outOfRange(input);
        }
        BigDecimal fraction = rounded.subtract(whole).stripTrailingZeros();
        return TextNode.valueOf(time.date() + TimeFormatter.write(time, "T%H:%M:%S")
                + (fraction.signum() == 0 ? "" : fraction.toPlainString().substring(1)) + "Z");
    }

    private static int part(Matcher moment, int group) {
        return Integer.parseInt(moment.group(group));
    }

    private static ExpressionException noMoment(JsonNode input) {
        return new ExpressionException("date " + JqValues.shortForm(input) + " is not as RFC 3339 writes it");
    }

    private static ExpressionException outOfRange(JsonNode input) {
        return new ExpressionException(JqValues.describe(input) + " is no moment of the years 0 to " + MAX_YEAR);
    }
}
