package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/**
 * The examples of the specification: each is read without problems, or is told what is not supported yet and nothing else.
 */
class ConformanceExamplesTest {

    private static final Pattern DEFINITION = Pattern.compile("\"\"\"(?:yaml)?\\n(\\s*document:.*?)\"\"\"", Pattern.DOTALL);

    /** A document that is read while the application is built, so it comes from the class path. */
    private static final String ASYNCAPI = "https://fake.com/docs/asyncapi.json";

    /** Grows with what Cairn supports; an example that once could be read must stay readable. */
    private static final int READABLE = 68;

    @TestFactory
    Stream<DynamicTest> eachIsReadOrToldWhatIsNotSupportedYet() throws IOException {
        return examples().stream().map(example -> DynamicTest.dynamicTest(example.getFileName().toString(), () -> {
            onlyUnsupported(read(example));
        }));
    }

    /** The definitions that the scenarios of the conformance kit are about. */
    @TestFactory
    Stream<DynamicTest> eachScenarioIsReadOrToldWhatIsNotSupportedYet() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path feature : files("ctk/features", ".feature")) {
            Matcher matcher = DEFINITION.matcher(Files.readString(feature));
            while (matcher.find()) {
                String name = feature.getFileName() + " " + (tests.size() + 1);
                String text = matcher.group(1).stripIndent();
                tests.add(DynamicTest.dynamicTest(name, () -> onlyUnsupported(read(name + ".yaml", text))));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests.stream();
    }

    private static void onlyUnsupported(Read read) {
        ProblemCollector problems = new ProblemCollector();
        read.problems().forEach(problems::add);
        DefinitionValidator.validate(read.definition().orElseThrow(), problems);
        assertThat(problems.all()).filteredOn(problem -> problem.severity() == Problem.Severity.ERROR).allSatisfy(problem -> {
            assertThat(problem.code()).as(problem.toString()).isEqualTo(ReaderErrorCodes.NOT_SUPPORTED);
            assertThat(problem.message()).endsWith(" is not supported yet");
            assertThat(problem.location().line()).isPositive();
        });
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
        assertThat(Conformance.project().resolve("README.md")).content().contains(
                "Of the " + examples.size() + " examples of the specification, " + readable.size() + " build");
    }

    private static Read read(Path example) throws IOException {
        return read(example.getFileName().toString(), Files.readString(example));
    }

    private static Read read(String name, String written) {
        String text = written.replace(ASYNCAPI, "classpath:asyncapi/notifications.yaml");
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read(name, text.getBytes(StandardCharsets.UTF_8),
                new StandInResources(), problems);
        // The authentication of an AsyncAPI call is a warning.
        return new Read(definition, problems.all().stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR).toList());
    }

    private static List<Path> examples() throws IOException {
        return files("examples", ".yaml");
    }

    private static List<Path> files(String folder, String extension) throws IOException {
        Optional<Path> directory = Conformance.directory();
        assumeTrue(directory.isPresent(), Conformance.ABSENT);
        try (Stream<Path> files = Files.list(directory.get().resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(extension)).sorted().toList();
        }
    }
}
