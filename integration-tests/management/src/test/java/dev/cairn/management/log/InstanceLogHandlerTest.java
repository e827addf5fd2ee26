package dev.cairn.management.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

/** Lines of instances are kept, of a bounded size. */
class InstanceLogHandlerTest {

    private final InstanceLogHandler log = new InstanceLogHandler();

    private void write(String instance, String message, Throwable thrown) {
        ExtLogRecord entry = new ExtLogRecord(Level.INFO, message, "test");
        entry.setLoggerName("shop");
        entry.setThrown(thrown);
        if (instance != null) {
            entry.putMdc("cairn.instance", instance);
        }
        log.publish(entry);
    }

    @Test
    void linesOfNoInstanceAreLeftOut() {
        write(null, "nobody", null);
        write("a", "one", null);
        write("b", "two", null);
        assertThat(log.of("a")).extracting(InstanceLogLine::message).containsExactly("one");
    }

    @Test
    void theLatestAreKept() {
        for (int i = 0; i <= InstanceLogHandler.MAX_LINES; i++) {
            write("a", "line " + i, null);
        }
        assertThat(log.of("a")).hasSize(InstanceLogHandler.MAX_LINES).first().extracting(InstanceLogLine::message)
                .isEqualTo("line 1");
    }

    @Test
    void theirSizeIsBounded() {
        for (int i = 0; i < InstanceLogHandler.MAX_LINES; i++) {
            write("a", "x".repeat(3_000), new IllegalStateException("y".repeat(9_000)));
        }
        assertThat(log.of("a").stream().mapToInt(InstanceLogLine::characters).sum())
                .isLessThanOrEqualTo(InstanceLogHandler.MAX_CHARACTERS)
                .isGreaterThan(InstanceLogHandler.MAX_CHARACTERS / 2);
        assertThat(log.of("a").get(0).message()).hasSize(InstanceLogHandler.MAX_MESSAGE_CHARACTERS + 1);
    }
}
