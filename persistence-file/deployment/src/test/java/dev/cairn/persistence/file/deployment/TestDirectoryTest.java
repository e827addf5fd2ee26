package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.FileStore;
import dev.cairn.persistence.file.FileStoreConfig;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import io.quarkus.test.QuarkusUnitTest;

/** Tests have a directory of their own, be it that the application runs in dev mode at the same time or that it ran before. */
class TestDirectoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path OF_DEV_MODE = Path.of("data/cairn");
    // Loaded twice, by the test and by the application.
    private static final String USED = "cairn.test-directory";

    private static InstanceStore devMode;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .setBeforeAllCustomizer(() -> devMode = FileStore.open(OF_DEV_MODE))
            .setAfterAllCustomizer(TestDirectoryTest::endDevMode)
            .setAfterUndeployListener(() -> assertThat(Path.of(System.clearProperty(USED))).doesNotExist());

    @Inject
    InstanceStore store;

    @Inject
    FileStoreConfig config;

    private static void endDevMode() {
        devMode.close();
        try (Stream<Path> files = Files.walk(OF_DEV_MODE.getName(0))) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theApplicationHasADirectoryOfItsOwn() {
        InstanceRow row = new InstanceRow("a", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, "node");
        assertThat(store.find(InstanceQuery.all(1)).await().atMost(PATIENCE).rows()).isEmpty();
        store.commit(List.of(InstanceWrite.of(row, 1, 0, List.of(new byte[] { 1 })))).await().atMost(PATIENCE);

        System.setProperty(USED, config.path().toString());
        assertThat(config.path()).isAbsolute().isDirectory().isNotEqualTo(OF_DEV_MODE);
    }
}
