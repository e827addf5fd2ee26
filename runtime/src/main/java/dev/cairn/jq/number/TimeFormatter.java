package dev.cairn.jq.number;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.temporal.IsoFields;
import java.util.Locale;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.EvaluationCharges;

/** Writes moments by the formats of the C library, in English and UTC. */
public final class TimeFormatter {

    /** Letters of a short name. */
    static final int SHORT_NAME = 3;

    private final BrokenDownTime time;
    private final StringBuilder out = new StringBuilder();

    private TimeFormatter(BrokenDownTime time) {
        this.time = time;
    }

    public static String write(BrokenDownTime time, String format) {
        TimeFormatter text = new TimeFormatter(time);
        text.format(format);
        return text.out.toString();
    }

    private void format(String format) {
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                out.append(c);
            } else if (++i == format.length()) {
                throw new ExpressionException("strftime/1: the format ends in %");
            } else {
                directive(format.charAt(i));
                EvaluationCharges.checkText(out.length());
            }
        }
    }

    private void directive(char directive) {
        switch (directive) {
            case 'F' -> format("%Y-%m-%d");
            case 'T', 'X' -> format("%H:%M:%S");
            case 'R' -> format("%H:%M");
            case 'r' -> format("%I:%M:%S %p");
            case 'D', 'x' -> format("%m/%d/%y");
            case 'c' -> format("%a %b %e %H:%M:%S %Y");
            case 's' -> out.append(time.epochSeconds());
            case 'z' -> out.append("+0000");
            case 'Z' -> out.append("UTC");
            case 'n' -> out.append('\n');
            case 't' -> out.append('\t');
            case '%' -> out.append('%');
            case 'H' -> padded(time.hour(), 2, '0');
            case 'k' -> padded(time.hour(), 2, ' ');
            case 'I' -> padded(hourOfTwelve(), 2, '0');
            case 'l' -> padded(hourOfTwelve(), 2, ' ');
            case 'p' -> out.append(time.hour() < 12 ? "AM" : "PM");
            case 'P' -> out.append(time.hour() < 12 ? "am" : "pm");
            case 'M' -> padded(time.minute(), 2, '0');
            case 'S' -> padded((int) time.second(), 2, '0');
            default -> date(directive, time.date());
        }
    }

    private void date(char directive, LocalDate date) {
        DayOfWeek day = date.getDayOfWeek();
        Month month = date.getMonth();
        switch (directive) {
            case 'Y' -> out.append(date.getYear());
            case 'C' -> padded(Math.floorDiv(date.getYear(), 100), 2, '0');
            case 'y' -> padded(Math.floorMod(date.getYear(), 100), 2, '0');
            case 'm' -> padded(month.getValue(), 2, '0');
            case 'd' -> padded(date.getDayOfMonth(), 2, '0');
            case 'e' -> padded(date.getDayOfMonth(), 2, ' ');
            case 'j' -> padded(date.getDayOfYear(), 3, '0');
            case 'a' -> out.append(name(day), 0, SHORT_NAME);
            case 'A' -> out.append(name(day));
            case 'b', 'h' -> out.append(name(month), 0, SHORT_NAME);
            case 'B' -> out.append(name(month));
            case 'u' -> out.append(day.getValue());
            case 'w' -> out.append(time.dayOfWeek());
            case 'G' -> out.append(date.get(IsoFields.WEEK_BASED_YEAR));
            case 'g' -> padded(Math.floorMod(date.get(IsoFields.WEEK_BASED_YEAR), 100), 2, '0');
            case 'V' -> padded(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, '0');
            case 'U' -> padded((date.getDayOfYear() + 6 - time.dayOfWeek()) / 7, 2, '0');
            case 'W' -> padded((date.getDayOfYear() + 6 - (time.dayOfWeek() + 6) % 7) / 7, 2, '0');
            default -> throw new ExpressionException("strftime/1: unknown directive %" + directive);
        }
    }

    /** The English name, the same in all versions of the JDK: {@code Monday}, {@code January}. */
    static String name(Enum<?> dayOrMonth) {
        String name = dayOrMonth.name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private int hourOfTwelve() {
        return (time.hour() + 11) % 12 + 1;
    }

    private void padded(int number, int width, char padding) {
        String digits = Integer.toString(number);
        out.append(String.valueOf(padding).repeat(Math.max(0, width - digits.length()))).append(digits);
    }
}
