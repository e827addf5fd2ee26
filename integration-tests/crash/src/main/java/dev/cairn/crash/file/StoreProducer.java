package dev.cairn.crash.file;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.cairn.persistence.file.FileStore;
import dev.cairn.persistence.file.FileStoreConfig;
import dev.cairn.spi.InstanceStore;
import io.quarkus.runtime.Startup;

/**
 * Opens the store, in place of the producer of the extension: the real one, or, if {@code crash.acknowledge-before-commit} says so,
 * the planted fault around it.
 */
@Singleton
public class StoreProducer {

    @Produces
    @Singleton
    @Startup
    InstanceStore open(FileStoreConfig config,
            @ConfigProperty(name = "crash.acknowledge-before-commit", defaultValue = "false") boolean acknowledgeBeforeCommit) {
        InstanceStore real = FileStore.open(config.path());
        return acknowledgeBeforeCommit ? new EarlyAcknowledgingStore(real) : real;
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}
