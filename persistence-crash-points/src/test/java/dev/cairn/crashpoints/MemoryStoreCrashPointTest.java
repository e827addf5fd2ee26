package dev.cairn.crashpoints;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.MemoryStore;

class MemoryStoreCrashPointTest extends CrashPointContract {

    private MemoryStore memory;

    @Override
    public InstanceStore openEmpty() {
        memory = new MemoryStore();
        return memory.open();
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        return memory.open();
    }
}
