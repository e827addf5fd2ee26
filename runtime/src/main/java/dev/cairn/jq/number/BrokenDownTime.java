package dev.cairn.jq.number;

import java.time.DateTimeException;
import java.time.LocalDate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;

/**
 * A moment in UTC taken apart, which as a value is an array of year, month from 0, day, hour, minute, second, day of the week
 * from Sunday as 0, and day of the year from 0.
 *
 * @param second may have a fraction
 */
public record BrokenDownTime(LocalDate date, int hour, int minute, double second) {

    private static final long DAY_SECONDS = 86_400;
    private static final int HOUR_SECONDS = 3_600;
    private static final int MINUTE_SECONDS = 60;
    private static final int FIRST_YEAR = 1900;
    /** Far more years than any program needs, and few enough for {@link LocalDate}. */
    private static final double MAX_SECONDS = 1e15;

    public static BrokenDownTime ofSeconds(JsonNode seconds) {
        double value = seconds.doubleValue();
        if (!(Math.abs(value) <= MAX_SECONDS)) {
            throw new ExpressionException("error converting number of seconds since epoch to datetime");
        }
        long whole = (long) Math.floor(value);
        int ofDay = (int) Math.floorMod(whole, DAY_SECONDS);
        return new BrokenDownTime(LocalDate.ofEpochDay(Math.floorDiv(whole, DAY_SECONDS)), ofDay / HOUR_SECONDS,
                ofDay % HOUR_SECONDS / MINUTE_SECONDS, ofDay % MINUTE_SECONDS + (value - whole));
    }

    /** From an array; parts that are missing at its end are those of the C library, the year 1900 and else 0, and those that are out of range carry over. */
    public static BrokenDownTime ofParts(JsonNode parts, String function) {
        String failure = function + " requires parsed datetime inputs";
        int[] numbers = { FIRST_YEAR, 0, 0, 0, 0 };
        double second = 0;
        if (!parts.isArray()) {
            throw new ExpressionException(failure);
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).isNumber() || CanonicalArithmetic.isNan(parts.get(i))) {
                throw new ExpressionException(failure);
            }
            if (i < numbers.length) {
                numbers[i] = (int) parts.get(i).doubleValue();
            } else if (i == numbers.length) {
                second = parts.get(i).doubleValue();
            }
        }
        try {
            LocalDate date = LocalDate.of(numbers[0], 1, 1).plusMonths(numbers[1]).plusDays(numbers[2] - 1L);
            double ofDay = numbers[3] * (double) HOUR_SECONDS + numbers[4] * (double) MINUTE_SECONDS + second;
            return ofSeconds(CanonicalArithmetic.of(date.toEpochDay() * (double) DAY_SECONDS + ofDay));
        } catch (DateTimeException e) {
            throw new ExpressionException(failure);
        }
    }

    public long epochSeconds() {
        return date.toEpochDay() * DAY_SECONDS + hour * HOUR_SECONDS + minute * MINUTE_SECONDS + (long) Math.floor(second);
    }

    /** From Sunday as 0. */
    int dayOfWeek() {
        return date.getDayOfWeek().getValue() % 7;
    }

    public JsonNode toValue() {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode(8);
        parts.add(CanonicalArithmetic.of(date.getYear())).add(CanonicalArithmetic.of(date.getMonthValue() - 1))
                .add(CanonicalArithmetic.of(date.getDayOfMonth()));
        parts.add(CanonicalArithmetic.of(hour)).add(CanonicalArithmetic.of(minute))
                .add(CanonicalArithmetic.wholeIfExact(second));
        return parts.add(CanonicalArithmetic.of(dayOfWeek())).add(CanonicalArithmetic.of(date.getDayOfYear() - 1));
    }
}
