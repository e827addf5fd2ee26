package dev.cairn.management.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * Remembers the last lines of the log whose mapped diagnostic context names an instance. At most {@link #MAX_LINES}, and of all
 * together {@link #MAX_CHARACTERS}. Thread-safe.
 */
public final class InstanceLogHandler extends Handler {

    /** Lines that are remembered. */
    static final int MAX_LINES = 2_000;
    /** Characters of all of them. */
    static final int MAX_CHARACTERS = 1 << 20;
    static final int MAX_MESSAGE_CHARACTERS = 2_000;
    static final int MAX_ERROR_CHARACTERS = 4_000;
    private static final String INSTANCE = "cairn.instance";
    private static final String TASK = "cairn.task";

    private final Formatter format = new PatternFormatter("%s");
    /** Guarded by this. */
    private final Deque<InstanceLogLine> lines = new ArrayDeque<>();
    /** Guarded by this. */
    private int characters;

    /** The lines of an instance, oldest first. */
    public synchronized List<InstanceLogLine> of(String instance) {
        return lines.stream().filter(line -> line.instance().equals(instance)).toList();
    }

    @Override
    public void publish(LogRecord entry) {
        ExtLogRecord wrapped = ExtLogRecord.wrap(entry);
        String instance = wrapped.getMdc(INSTANCE);
        if (instance != null) {
            add(new InstanceLogLine(instance, wrapped.getInstant(), wrapped.getLevel().getName(), wrapped.getLoggerName(),
                    shortened(String.valueOf(format.formatMessage(wrapped)), MAX_MESSAGE_CHARACTERS), wrapped.getMdc(TASK),
                    trace(wrapped.getThrown())));
        }
    }

    private static String trace(Throwable thrown) {
        if (thrown == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return shortened(text.toString(), MAX_ERROR_CHARACTERS);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    private synchronized void add(InstanceLogLine line) {
        lines.add(line);
        characters += line.characters();
        while (lines.size() > MAX_LINES || characters > MAX_CHARACTERS) {
            characters -= lines.poll().characters();
        }
    }

    @Override
    public void flush() {
        // Lines are there at once.
    }

    @Override
    public void close() {
        // Nothing to give back.
    }
}
