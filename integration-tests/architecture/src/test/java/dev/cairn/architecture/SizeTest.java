package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds files, methods and lists of parameters to the sizes at which they can be read in one go. */
@Tag("any-jdk")
class SizeTest {

    private static final CountLimit FILES = new CountLimit(500, "lines", Map.of());
    private static final CountLimit METHODS = new CountLimit(70, "lines", Map.of());
    private static final CountLimit PARAMETERS = new CountLimit(7, "parameters", listed("parameter-exceptions.txt"));

    @TempDir
    Path planted;

    @Test
    void filesMethodsAndParametersAreFew() {
        Path top = Sources.top();
        SourceSizes sizes = SourceSizes.of(top, Sources.below(top));
        assertThat(sizes.files()).containsKeys(
                "runtime/src/main/java/dev/cairn/spi/InstanceStore.java",
                "integration-tests/architecture/src/test/java/dev/cairn/architecture/SizeTest.java");

        assertThat(FILES.faults(sizes.files())).isEmpty();
        assertThat(METHODS.faults(sizes.methods())).isEmpty();
        assertThat(PARAMETERS.faults(sizes.parameters())).isEmpty();
    }

    @Test
    void measuresFilesAndMethods() throws IOException {
        Path file = planted.resolve("module/src/main/java/Planted.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                class Planted {
                    record Pair(int a, int b) {
                        static final int SUM = 3;
                    }

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
        SourceSizes sizes = SourceSizes.of(planted, Sources.below(planted));

        assertThat(sizes.files()).containsExactly(entry("module/src/main/java/Planted.java", 17));
        assertThat(sizes.methods()).containsOnly(
                entry("module/src/main/java/Planted.java#Planted.three", 4),
                entry("module/src/main/java/Planted.java#Planted#Inner.<init>", 2));
        assertThat(sizes.parameters()).containsOnly(
                entry("module/src/main/java/Planted.java#Planted#Pair", 2),
                entry("module/src/main/java/Planted.java#Planted.three", 1),
                entry("module/src/main/java/Planted.java#Planted#Inner", 0));
    }

    @Test
    void reportsWhatIsTooLong() {
        assertThat(new CountLimit(10, "lines", Map.of()).faults(Map.of("a", 11, "b", 10)))
                .containsExactly("a has 11 lines, 10 are allowed: divide it");
    }

    @Test
    void theListOfExceptionsOnlyShrinks() {
        CountLimit limit = new CountLimit(10, "lines", Map.of("a", 20));

        assertThat(limit.faults(Map.of("a", 20))).isEmpty();
        assertThat(limit.faults(Map.of("a", 21))).isEqualTo(List.of("a has 21 lines, 20 are allowed: divide it"));
        assertThat(limit.faults(Map.of("a", 19)))
                .isEqualTo(List.of("a has shrunk to 19 lines: write that into the list of exceptions, not 20"));
        assertThat(limit.faults(Map.of("a", 10)))
                .isEqualTo(List.of("a is within the limit: take it off the list of exceptions"));
        assertThat(limit.faults(Map.of())).isEqualTo(List.of("a is within the limit: take it off the list of exceptions"));
    }

    private static Map<String, Integer> listed(String resource) {
        Map<String, Integer> counts = new TreeMap<>();
        try (InputStream list = SizeTest.class.getResourceAsStream("/" + resource)) {
            for (String line : new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                int space = line.indexOf(' ');
                counts.put(line.substring(space + 1), Integer.valueOf(line.substring(0, space)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource, e);
        }
        return counts;
    }
}
