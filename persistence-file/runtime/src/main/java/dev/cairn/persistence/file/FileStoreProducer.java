package dev.cairn.persistence.file;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.spi.InstanceStore;
import io.quarkus.runtime.Startup;

/** Opens the store when the application starts, and closes it when it stops. */
@Singleton
public class FileStoreProducer {

    @Produces
    @Singleton
    @Startup
    InstanceStore open(FileStoreConfig config) {
        return FileStore.open(config.path());
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}
