package dev.cairn.testkit;

import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;

class SharedMemoryStoreTest extends InstanceStoreContract {

    private final MemoryStore memory = MemoryStore.shared(TimeSource.system());

    @Override
    protected InstanceStore open() {
        return memory.open();
    }
}
