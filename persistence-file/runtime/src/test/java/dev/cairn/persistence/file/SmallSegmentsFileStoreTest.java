package dev.cairn.persistence.file;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** The contract where nearly every write begins another segment, and segments are cleaned and dropped as soon as there are two. */
class SmallSegmentsFileStoreTest extends InstanceStoreContract {

    private static final Sizing TINY = new Sizing(1, 4 * 1024, 4 * 1024, 4 * 1024);

    @TempDir
    Path directory;

    @Override
    protected InstanceStore open() {
        return FileStore.open(LocalDisk.open(directory), TINY);
    }
}
