package dev.cairn.testkit;

import dev.cairn.spi.InstanceStore;

class MemoryStoreTest extends InstanceStoreContract {

    private final MemoryStore memory = new MemoryStore();

    @Override
    protected InstanceStore open() {
        return memory.open();
    }
}
