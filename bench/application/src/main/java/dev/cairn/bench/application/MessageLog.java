package dev.cairn.bench.application;

import jakarta.inject.Singleton;

import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;

/** The bean that {@link TwoTasks} calls. Its log record is below the level of the benchmark, so none is written. */
@Singleton
public class MessageLog {

    private static final Logger LOG = Logger.getLogger(MessageLog.class);

    /** Logs a message, and gives it back. */
    public Uni<String> write(String message) {
        LOG.info(message);
        return Uni.createFrom().item(message);
    }
}
