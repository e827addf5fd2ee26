package dev.cairn.driver;

import java.util.Map;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.ExtLogRecord.FormatStyle;

/** Writes lines of the log that have fields in their mapped diagnostic context, under names that stay. */
final class LogFields {

    private static final String PREFIX = "cairn.";

    private LogFields() {}

    /**
     * Writes a line. The fields are those of the record, beside what the context of the thread has, which stays as it is: on an event loop
     * outside of a request that context would lose them.
     *
     * @param cause is told with its stack trace, or null
     */
    static void write(Logger log, Level level, String line, Map<String, String> fields, Throwable cause) {
        ExtLogRecord entry = new ExtLogRecord(levelOf(level), oneLine(line), FormatStyle.NO_FORMAT, LogFields.class.getName());
        entry.setLoggerName(log.getName());
        entry.setThrown(cause);
        fields.forEach((name, value) -> entry.putMdc(PREFIX + name, oneLine(value)));
        java.util.logging.Logger.getLogger(log.getName()).log(entry);
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

    /** What others have said may hold line breaks, and must not look like lines of this log. */
    static String oneLine(String text) {
        StringBuilder line = null;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line = line == null ? new StringBuilder(text) : line;
                line.setCharAt(at, ' ');
            }
        }
        return line == null ? text : line.toString();
    }
}
