package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds files and methods to the sizes at which they can be read in one go. */
@Tag("any-jdk")
class SizeTest {

    private static final SizeLimit FILES = new SizeLimit(500, Map.of());
    private static final SizeLimit METHODS = new SizeLimit(70, Map.of());

    @TempDir
    Path planted;

    @Test
    void filesAndMethodsAreShort() {
        Path top = Sources.top();
        Sizes sizes = Sizes.of(top, Sources.below(top));
        assertThat(sizes.files()).containsKeys(
                "runtime/src/main/java/dev/cairn/spi/InstanceStore.java",
                "integration-tests/architecture/src/test/java/dev/cairn/architecture/SizeTest.java");

        assertThat(FILES.faults(sizes.files())).isEmpty();
        assertThat(METHODS.faults(sizes.methods())).isEmpty();
    }

    @Test
    void measuresFilesAndMethods() throws IOException {
        Path file = planted.resolve("module/src/main/java/Planted.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                class Planted {
                    record Pair(int a, int b) {}

                    @Deprecated
                    int three() {
                        return 3;
                    }

                    int three(int overloaded) { return 3; }

                    class Inner {
                        Inner() {
                        }
                    }
                }
                """);
        Files.writeString(planted.resolve("module/Ignored.java"), "class Ignored {}");
        Sizes sizes = Sizes.of(planted, Sources.below(planted));

        assertThat(sizes.files()).containsExactly(entry("module/src/main/java/Planted.java", 15));
        assertThat(sizes.methods()).containsOnly(
                entry("module/src/main/java/Planted.java#Planted.three", 4),
                entry("module/src/main/java/Planted.java#Planted#Inner.<init>", 2));
    }

    @Test
    void reportsWhatIsTooLong() {
        assertThat(new SizeLimit(10, Map.of()).faults(Map.of("a", 11, "b", 10)))
                .containsExactly("a has 11 lines, 10 are allowed: divide it");
    }

    @Test
    void theListOfExceptionsOnlyShrinks() {
        SizeLimit limit = new SizeLimit(10, Map.of("a", 20));

        assertThat(limit.faults(Map.of("a", 20))).isEmpty();
        assertThat(limit.faults(Map.of("a", 21))).isEqualTo(List.of("a has 21 lines, 20 are allowed: divide it"));
        assertThat(limit.faults(Map.of("a", 19)))
                .isEqualTo(List.of("a has shrunk to 19 lines: write that into the list of exceptions, not 20"));
        assertThat(limit.faults(Map.of("a", 10)))
                .isEqualTo(List.of("a is within the limit: take it off the list of exceptions"));
        assertThat(limit.faults(Map.of())).isEqualTo(List.of("a is within the limit: take it off the list of exceptions"));
    }
}
