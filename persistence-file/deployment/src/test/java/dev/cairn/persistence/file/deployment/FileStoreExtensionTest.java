package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.FileStore;
import dev.cairn.persistence.file.FileStoreConfig;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import io.quarkus.test.QuarkusUnitTest;

class FileStoreExtensionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    // Loaded twice, by the test and by the application: the latter is told which directory the former made.
    private static final Path DIRECTORY = createDirectory().resolve("made/by/the/application");

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.cairn.file.path", DIRECTORY.toString())
            .setAfterUndeployListener(FileStoreExtensionTest::theDirectoryIsFree);

    @Inject
    InstanceStore store;

    @Inject
    FileStoreConfig config;

    private static Path createDirectory() {
        try {
            return Files.createTempDirectory(Path.of("target"), "file-store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theApplicationHasTheStoreInTheDirectoryThatWasSet() {
        InstanceRow row = new InstanceRow("a", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
        assertThat(store.commit(List.of(InstanceWrite.of(row, 1, 0, List.of(new byte[] { 1 })))).await().atMost(PATIENCE))
                .containsExactly(CommitResult.COMMITTED);

        assertThat(store.capabilities().name()).isEqualTo("file");
        assertThatThrownBy(() -> FileStore.open(config.path())).isInstanceOf(StoreException.class)
                .hasMessageContaining("CAIRN-0502");
    }

    private static void theDirectoryIsFree() {
        FileStore.open(DIRECTORY).close();
    }
}
