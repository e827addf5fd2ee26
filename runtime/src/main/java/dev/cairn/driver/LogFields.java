package dev.cairn.driver;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jboss.logging.MDC;

/** What lines of the log have in the mapped diagnostic context while they are written, under names that stay. */
final class LogFields {

    private static final String PREFIX = "cairn.";

    private LogFields() {}

    /** Writes a line. Afterwards the context is as it was. */
    static void during(Map<String, String> fields, Runnable line) {
        Map<String, Object> before = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            before.put(name, MDC.get(PREFIX + name));
            MDC.put(PREFIX + name, oneLine(value));
        });
        try {
            line.run();
        } finally {
            restore(fields, before);
        }
    }

    private static void restore(Map<String, String> fields, Map<String, Object> before) {
        fields.keySet().forEach(name -> {
            Object value = before.get(name);
            if (value == null) {
                MDC.remove(PREFIX + name);
            } else {
                MDC.put(PREFIX + name, value);
            }
        });
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
