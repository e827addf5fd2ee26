package dev.cairn.persistence.file;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** The contract where segments are begun, cleaned and dropped many times in a test. */
class SmallSegmentsFileStoreTest extends InstanceStoreContract {

    private static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(64 * 1024, 256 * 1024, 128 * 1024,
            192 * 1024);

    @TempDir
    Path directory;

    @Override
    protected InstanceStore open() {
        return FileStore.open(LocalDisk.open(directory), SMALL);
    }
}
