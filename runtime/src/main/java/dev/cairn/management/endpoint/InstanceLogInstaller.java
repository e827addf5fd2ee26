package dev.cairn.management.endpoint;

import java.util.Optional;
import java.util.logging.Logger;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import dev.cairn.management.log.InstanceLogHandler;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;

/** Keeps lines of the log for the endpoint that shows them, if the configuration wants that. */
@Singleton
public final class InstanceLogInstaller {

    private final Logger root = Logger.getLogger("");
    private final Optional<InstanceLogHandler> log;

    InstanceLogInstaller(ManagementRuntimeConfig config) {
        boolean enabled = config.logs().enabled().orElse(LaunchMode.current() == LaunchMode.DEVELOPMENT);
        this.log = enabled ? Optional.of(new InstanceLogHandler()) : Optional.empty();
    }

    /** Empty if nothing is kept. */
    Optional<InstanceLogHandler> log() {
        return log;
    }

    void start(@Observes StartupEvent event) {
        log.ifPresent(root::addHandler);
    }

    @PreDestroy
    void stop() {
        log.ifPresent(root::removeHandler);
    }
}
