package dev.cairn.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.definition.Problem;

/** The examples of the specification: each compiles, or is told precisely what is not supported yet and nothing else. */
@Tag("long")
@Tag("conformance")
@Tag("any-jdk")
class ExamplesTest {

    private static final String NOT_SUPPORTED = " is not supported yet";

    @Test
    void compileOrNameWhatIsNotSupportedYet() throws IOException {
        ConformanceData.assumePresent("examples");
        SuiteReport report = new SuiteReport("examples");
        for (Path example : ConformanceData.files("examples", ".yaml")) {
            String name = example.getFileName().toString();
            List<Problem> errors = Definitions.compile(name, ConformanceData.text(example)).errors();
            assertThat(errors).as(name).allSatisfy(error -> {
                assertThat(error.message()).endsWith(NOT_SUPPORTED);
                assertThat(error.location().line()).isPositive();
            });
            report.add(name, errors.isEmpty() ? null
                    : errors.stream().map(Problem::message).distinct()
                            .collect(Collectors.joining("; ")));
        }
        report.publish();
        report.holdFloor();
    }
}
