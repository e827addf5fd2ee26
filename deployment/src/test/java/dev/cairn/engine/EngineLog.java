package dev.cairn.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Hears what engines say while a test runs. */
final class EngineLog extends Handler implements BeforeEachCallback, AfterEachCallback {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final List<String> said = new CopyOnWriteArrayList<>();

    /** Hears what is at least of this level. */
    EngineLog(Level least) {
        setLevel(least);
    }

    /** The messages, in their order. */
    List<String> said() {
        return said;
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        LOG.addHandler(this);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        LOG.removeHandler(this);
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            Object[] parameters = entry.getParameters();
            said.add(parameters == null ? entry.getMessage() : entry.getMessage().formatted(parameters));
        }
    }

    @Override
    public void flush() {
        // All is there.
    }

    @Override
    public void close() {
        // Nothing to let go of.
    }
}
