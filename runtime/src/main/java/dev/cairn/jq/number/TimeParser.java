package dev.cairn.jq.number;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.WorkMeter;

/** Reads moments by the formats of the C library, in English; a zone is read, but has no effect. */
public final class TimeParser {

    private final String text;
    private final String format;
    private int position;

    private int year = 1900;
    private int month = 1;
    /** 0 where none was read. */
    private int day;
    /** 0 where none was read. */
    private int dayOfYear;
    private int hour;
    private int minute;
    private int second;
    private int century = -1;
    private boolean isTwelve;
    private boolean isAfternoon;
    private BrokenDownTime whole;

    private TimeParser(String text, String format) {
        this.text = text;
        this.format = format;
    }

    public static BrokenDownTime read(String text, String format) {
        TimeParser reader = new TimeParser(text, format);
        reader.follow(format);
        if (reader.position != text.length()) {
            throw reader.mismatch();
        }
        return reader.result();
    }

    private void follow(String directives) {
        for (int i = 0; i < directives.length(); i++) {
            char c = directives.charAt(i);
            if (Character.isWhitespace(c)) {
                skipSpace();
            } else if (c == '%' && i + 1 < directives.length()) {
                directive(directives.charAt(++i));
            } else {
                expect(c);
            }
        }
    }

    private void directive(char directive) {
        switch (directive) {
            case 'F' -> follow("%Y-%m-%d");
            case 'T', 'X' -> follow("%H:%M:%S");
            case 'R' -> follow("%H:%M");
            case 'r' -> follow("%I:%M:%S %p");
            case 'D', 'x' -> follow("%m/%d/%y");
            case 'c' -> follow("%a %b %e %H:%M:%S %Y");
            case 'n', 't' -> skipSpace();
            case '%' -> expect('%');
            case 'Y' -> year = number(-9_999, 9_999, 4);
            case 'y' -> shortYear(number(0, 99, 2));
            case 'C' -> century = number(0, 99, 2);
            case 'm' -> month = number(1, 12, 2);
            case 'd', 'e' -> day = number(1, 31, 2);
            case 'j' -> dayOfYear = number(1, 366, 3);
            case 'H', 'k' -> hour = number(0, 23, 2);
            case 'I', 'l' -> {
                hour = number(1, 12, 2) % 12;
                isTwelve = true;
            }
            case 'p', 'P' -> isAfternoon = name("am", "pm") == 1;
            case 'M' -> minute = number(0, 59, 2);
            case 'S' -> second = number(0, 60, 2);
            case 's' -> whole = BrokenDownTime.ofSeconds(CanonicalArithmetic.of((long) number(0, Integer.MAX_VALUE, 10)));
            case 'u', 'w' -> number(0, 7, 1);
            case 'a', 'A' -> name(DayOfWeek.values());
            case 'b', 'B', 'h' -> month = name(Month.values()) + 1;
            case 'z' -> offset();
            case 'Z' -> letters();
            default -> throw new ExpressionException("strptime/1: unknown directive %" + directive);
        }
    }

    private BrokenDownTime result() {
        if (whole != null) {
            return whole;
        }
        int full = century < 0 ? year : century * 100 + Math.floorMod(year, 100);
        int hourOfDay = isTwelve && isAfternoon ? hour + 12 : hour;
        try {
            LocalDate date = dayOfYear > 0 && day == 0 ? LocalDate.ofYearDay(full, dayOfYear)
                    : LocalDate.of(full, month, Math.max(1, day));
            return new BrokenDownTime(date, hourOfDay, minute, second);
        } catch (DateTimeException e) {
            throw mismatch();
        }
    }

    private void shortYear(int value) {
        year = value < 69 ? 2_000 + value : 1_900 + value;
    }

    private int number(int smallest, int largest, int maxDigits) {
        skipSpace();
        boolean isNegative = smallest < 0 && position < text.length() && text.charAt(position) == '-';
        int start = isNegative ? ++position : position;
        long value = 0;
        while (position < text.length() && position - start < maxDigits && Character.digit(text.charAt(position), 10) >= 0) {
            value = value * 10 + Character.digit(text.charAt(position++), 10);
        }
        value = isNegative ? -value : value;
        if (position == start || value < smallest || value > largest) {
            throw mismatch();
        }
        return (int) value;
    }

    private int name(Enum<?>[] constants) {
        String[] names = new String[constants.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = TimeFormatter.name(constants[i]);
        }
        return name(names);
    }

    /** The index of the name that stands here, in full or by its first three letters. */
    private int name(String... names) {
        for (int i = 0; i < names.length; i++) {
            if (text.regionMatches(true, position, names[i], 0, names[i].length())) {
                position += names[i].length();
                return i;
            }
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].length() > TimeFormatter.SHORT_NAME
                    && text.regionMatches(true, position, names[i], 0, TimeFormatter.SHORT_NAME)) {
                position += TimeFormatter.SHORT_NAME;
                return i;
            }
        }
        throw mismatch();
    }

    private void offset() {
        if (position < text.length() && text.charAt(position) == 'Z') {
            position++;
            return;
        }
        if (position == text.length() || "+-".indexOf(text.charAt(position)) < 0) {
            throw mismatch();
        }
        position++;
        number(0, 23, 2);
        if (position < text.length() && text.charAt(position) == ':') {
            position++;
        }
        if (position < text.length() && Character.digit(text.charAt(position), 10) >= 0) {
            number(0, 59, 2);
        }
    }

    private void letters() {
        int start = position;
        while (position < text.length() && Character.isLetter(text.charAt(position))) {
            position++;
        }
        if (position == start) {
            throw mismatch();
        }
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private void expect(char c) {
        if (position == text.length() || text.charAt(position) != c) {
            throw mismatch();
        }
        position++;
    }

    private ExpressionException mismatch() {
        return new ExpressionException("date " + JqValues.shortForm(TextNode.valueOf(text)) + " does not match format "
                + JqValues.toText(TextNode.valueOf(format), EvaluationCharges.MAX_TEXT, WorkMeter.UNLIMITED));
    }
}
