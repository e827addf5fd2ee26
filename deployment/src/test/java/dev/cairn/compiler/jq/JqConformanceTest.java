package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import dev.cairn.compiler.jq.ConformanceCases.Case;

/**
 * The test suite of jq itself. It is no part of this project; the system property {@code conformance.dir} says where it is.
 */
class JqConformanceTest {

    /** What passes today. The number may only grow. */
    private static final int PASSING = 514;

    @Test
    void passesTheSuiteOfJq() throws IOException {
        Path directory = directory();
        assumeTrue(directory != null, "The test suite of jq is not here; set -Dconformance.dir");
        List<Case> cases = ConformanceCases.read(directory.resolve("jq/jq.test"));
        Map<Integer, String> failures = new TreeMap<>();
        for (Case each : cases) {
            String failure = each.failure();
            if (failure != null) {
                failures.put(each.line(), each.program() + "  " + failure);
            }
        }
        int passed = cases.size() - failures.size();
        System.out.printf("jq.test: %d of %d pass (%.1f %%)%n", passed, cases.size(), 100.0 * passed / cases.size());
        failures.forEach((line, failure) -> System.out.println("  line " + line + ": " + failure));
        assertThat(passed).as("cases that pass").isGreaterThanOrEqualTo(PASSING);
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
