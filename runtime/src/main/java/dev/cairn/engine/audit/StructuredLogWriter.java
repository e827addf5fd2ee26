package dev.cairn.engine.audit;

import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.ExtLogRecord.FormatStyle;

/** Writes lines of the log with fields in their mapped diagnostic context, under names that stay. */
public final class StructuredLogWriter {

    private static final String PREFIX = "cairn.";
    /** Texts of others are cut off here: who may start an instance must not be able to fill the log with a few lines. */
    private static final int MAX_CHARACTERS = 1_000;

    private StructuredLogWriter() {}

    /**
     * Writes a line. The fields are those of the record, beside what the context of the thread has, which stays as it is: on an event loop
     * outside of a request that context would lose them.
     *
     * @param cause is told with its stack trace, or null
     */
    static void write(Logger log, Level level, String line, Map<String, String> fields, Throwable cause) {
        ExtLogRecord entry = new ExtLogRecord(levelOf(level), oneLine(line), FormatStyle.NO_FORMAT,
                StructuredLogWriter.class.getName());
        entry.setLoggerName(log.getName());
        entry.setThrown(cause);
        fields.forEach((name, value) -> entry.putMdc(PREFIX + name, oneLine(value)));
        java.util.logging.Logger.getLogger(log.getName()).log(entry);
    }

    /**
     * Fields as a line shows them in brackets.
     *
     * @param isShown says by its name whether a field is in the brackets; long texts end the line instead
     */
    static String details(Map<String, String> fields, Predicate<String> isShown) {
        return fields.entrySet().stream().filter(field -> isShown.test(field.getKey()))
                .map(field -> field.getKey() + "=" + field.getValue()).collect(Collectors.joining(", "));
    }

    private static java.util.logging.Level levelOf(Level level) {
        return switch (level) {
            case FATAL -> org.jboss.logmanager.Level.FATAL;
            case ERROR -> org.jboss.logmanager.Level.ERROR;
            case WARN -> org.jboss.logmanager.Level.WARN;
            case INFO -> org.jboss.logmanager.Level.INFO;
            case DEBUG -> org.jboss.logmanager.Level.DEBUG;
            case TRACE -> org.jboss.logmanager.Level.TRACE;
        };
    }

    /** The beginning of a text of others, which may be long; null stays null. */
    public static String brief(String text) {
        if (text == null || text.length() <= MAX_CHARACTERS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
        return text.substring(0, end) + "\u2026";
    }

    /** Texts of others may hold line breaks, and must not look like lines of this log. */
    private static String oneLine(String text) {
        return text.codePoints().map(each -> isUnsafe(each) ? ' ' : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    /** True for characters that end a line, command a terminal, are invisible, or turn the direction of text. */
    private static boolean isUnsafe(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
