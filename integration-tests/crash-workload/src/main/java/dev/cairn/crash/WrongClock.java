package dev.cairn.crash;

import java.time.Duration;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.cairn.time.TimeSource;

/** The wall clock of this machine, wrong by as much as {@code crash.clock-error} says. */
@Singleton
public class WrongClock implements TimeSource {

    private final TimeSource right = TimeSource.system();
    private final long errorMillis;

    WrongClock(@ConfigProperty(name = "crash.clock-error", defaultValue = "PT0S") Duration error) {
        this.errorMillis = error.toMillis();
    }

    @Override
    public long millis() {
        return right.millis() + errorMillis;
    }

    @Override
    public long elapsedMillis() {
        return right.elapsedMillis();
    }
}
