package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.cairn.definition.Problem;

/**
 * The examples of the specification: each is read without problems, or is told what is not supported yet and nothing else. They
 * are not part of this project; the system property {@code conformance.dir} says where they are.
 */
class ConformanceExamplesTest {

    /** Grows with what Cairn supports; an example that once could be read must stay readable. */
    private static final int READABLE = 19;

    @TestFactory
    Stream<DynamicTest> eachIsReadOrToldWhatIsNotSupportedYet() throws IOException {
        return examples().stream().map(example -> DynamicTest.dynamicTest(example.getFileName().toString(), () -> {
            Read read = read(example);
            assertThat(read.problems()).allSatisfy(problem -> {
                assertThat(problem.code()).as(problem.toString()).isEqualTo(ReaderCodes.NOT_SUPPORTED);
                assertThat(problem.message()).endsWith(" is not supported yet");
                assertThat(problem.location().line()).isPositive();
            });
        }));
    }

    @Test
    void asManyAsBeforeCanBeRead() throws IOException {
        Map<String, Integer> notSupported = new TreeMap<>();
        List<String> readable = new ArrayList<>();
        List<Path> examples = examples();
        for (Path example : examples) {
            Read read = read(example);
            if (read.problems().isEmpty()) {
                readable.add(example.getFileName().toString());
            }
            read.problems().stream().map(Problem::message).distinct()
                    .forEach(message -> notSupported.merge(message, 1, Integer::sum));
        }
        System.out.println(readable.size() + " of " + examples.size() + " examples are read without problems");
        notSupported.forEach((message, count) -> System.out.println(count + " x " + message));

        assertThat(readable).hasSizeGreaterThanOrEqualTo(READABLE);
    }

    private static Read read(Path example) throws IOException {
        return Read.file(example.getFileName().toString(), Files.readAllBytes(example));
    }

    private static List<Path> examples() throws IOException {
        Path directory = directory();
        assumeTrue(directory != null, "The examples of the specification are not here; set -Dconformance.dir");
        try (Stream<Path> files = Files.list(directory.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private static Path directory() {
        String configured = System.getProperty("conformance.dir");
        if (configured != null) {
            return Path.of(configured);
        }
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        Path beside = root == null ? null : root.resolve("../shared/conformance");
        return beside != null && Files.isDirectory(beside) ? beside : null;
    }
}
