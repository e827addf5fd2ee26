package dev.cairn.persistence.file;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

class FileStoreTest extends InstanceStoreContract {

    @TempDir
    Path directory;

    @Override
    protected InstanceStore open() {
        return FileStore.open(directory);
    }
}
