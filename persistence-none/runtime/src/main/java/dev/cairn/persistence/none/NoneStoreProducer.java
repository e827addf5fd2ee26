package dev.cairn.persistence.none;

import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.cairn.spi.InstanceStore;

/** Brings the store, and closes it when the application stops. */
@Singleton
public class NoneStoreProducer {

    @Produces
    @Singleton
    InstanceStore open() {
        return new NullInstanceStore();
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}
