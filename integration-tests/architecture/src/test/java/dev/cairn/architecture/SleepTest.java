package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds tests, whose classes the architecture rules do not see, to waiting for what they wait for. */
@Tag("any-jdk")
class SleepTest {

    private static final String PLANTED = "integration-tests/architecture/src/test/java/dev/cairn/architecture/planted/";

    @TempDir
    Path planted;

    @Test
    void nothingSleeps() {
        Path top = Sources.top();
        List<String> sleeps = Sleeps.in(top, Sources.below(top));

        assertThat(sleeps).filteredOn(place -> place.startsWith(PLANTED)).hasSize(3);
        assertThat(sleeps).filteredOn(place -> !place.startsWith(PLANTED)).isEmpty();
    }

    @Test
    void reportsCallsAndReferences() throws IOException {
        Path file = planted.resolve("src/test/java/Planted.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                import static java.lang.Thread.sleep;

                class Planted {
                    Object reference = (Sleep) Thread::sleep;

                    void waits(Bed bed) throws Exception {
                        sleep(1);
                        Runnable inside = () -> java.util.concurrent.locks.LockSupport.parkNanos(1);
                        java.util.concurrent.TimeUnit.DAYS.sleep(1);
                        bed.asleep();
                    }
                }
                """);

        assertThat(Sleeps.in(planted, Sources.below(planted))).containsExactly(
                "src/test/java/Planted.java:4", "src/test/java/Planted.java:7", "src/test/java/Planted.java:8",
                "src/test/java/Planted.java:9");
    }
}
