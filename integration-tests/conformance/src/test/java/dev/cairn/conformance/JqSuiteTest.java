package dev.cairn.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The test suite of jq itself, or another of its format: {@code -Djq.suite=FILE}. */
@Tag("long")
@Tag("conformance")
@Tag("any-jdk")
class JqSuiteTest {

    private static final String REASONS = "/jq-misses.txt";

    @Test
    void passesTheSuiteOfJq() throws IOException {
        String other = System.getProperty("jq.suite");
        if (other == null) {
            ConformanceData.assumePresent("jq.test");
        }
        Path suite = other == null ? ConformanceData.directory().resolve("jq/jq.test") : ConformanceData.resolved(other);
        Map<String, String> reasons = reasons();
        SuiteReport report = new SuiteReport("jq.test");
        for (JqCase each : JqCase.all(suite)) {
            String failure = each.failure();
            String reason = reasons.get(each.program());
            report.add(String.format("line %4d: %s", each.line(), each.program()),
                    failure == null || reason == null ? failure : reason + " (" + failure + ")");
        }
        report.publish();
        assertThat(report.cases()).as("cases in " + suite).isPositive();
        if (other == null) {
            report.holdFloor();
        }
    }

    /** Reasons of deliberate differences, by program: {@code # reason}, then the programs. */
    private static Map<String, String> reasons() throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        String reason = null;
        try (InputStream in = JqSuiteTest.class.getResourceAsStream(REASONS)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith("# ")) {
                    reason = line.substring(2);
                } else if (!line.isBlank()) {
                    reasons.put(line, reason);
                }
            }
        }
        return reasons;
    }
}
