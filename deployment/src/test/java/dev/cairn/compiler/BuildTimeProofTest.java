package dev.cairn.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;

/**
 * Each kind of mistake that the build finds, in the order of a build: read, validated, compiled. Each is told with file, line,
 * pointer and what to do; and all of them at once, if one definition has them all.
 */
class BuildTimeProofTest {

    private static final int FIRST_LINE = 7;

    /**
     * A mistake.
     *
     * @param task as it stands in the list of tasks
     * @param pointer the faulty part
     * @param suggestion start of the suggestion
     */
    private record Mistake(String kind, String task, String code, String pointer, String suggestion) {
        @Override
        public String toString() {
            return kind;
        }

        static Mistake of(String line) {
            String[] columns = line.split(" \\| ");
            return new Mistake(columns[0].strip(), columns[1].strip(), columns[2].strip(), columns[3].strip(),
                    columns[4].strip());
        }
    }

    static Stream<Mistake> mistakes() {
        try (var in = BuildTimeProofTest.class.getResourceAsStream("mistakes.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(Mistake::of).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void isToldWithItsPlaceAndWhatToDo(Mistake mistake) {
        List<Problem> problems = build(List.of(mistake));

        assertThat(problems).hasSize(1).first().satisfies(problem -> told(problem, mistake, 0));
    }

    @Test
    void allAreToldAtOnce() {
        List<Mistake> mistakes = mistakes().toList();
        assertThat(mistakes).hasSizeGreaterThanOrEqualTo(20);
        List<Problem> problems = build(mistakes);

        for (int i = 0; i < mistakes.size(); i++) {
            int index = i;
            assertThat(problems).as("%s", mistakes.get(i)).anySatisfy(problem -> told(problem, mistakes.get(index), index));
        }
        assertThat(problems).hasSameSizeAs(mistakes);
    }

    private static void told(Problem problem, Mistake mistake, int index) {
        assertThat(problem.severity()).isEqualTo(mistake.kind().startsWith("warning") ? Problem.Severity.WARNING
                : Problem.Severity.ERROR);
        assertThat(problem.code()).isEqualTo("CAIRN-" + mistake.code());
        assertThat(problem.location().file()).isEqualTo("mistakes.yaml");
        assertThat(problem.location().line()).isEqualTo(FIRST_LINE + index);
        assertThat(problem.location().pointer()).isEqualTo("/do/" + index + "/t" + index + mistake.pointer());
        assertThat(problem.suggestion()).startsWith(mistake.suggestion());
    }

    /** Each mistake has a line, and a task {@code t} with its number. */
    private static List<Problem> build(List<Mistake> mistakes) {
        StringBuilder text = new StringBuilder("""
                document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}
                use:
                  secrets: [token]
                  retries: {often: {limit: {attempt: {count: 3}}}}
                  timeouts: {short: {after: PT1S}}
                do:
                """);
        for (int i = 0; i < mistakes.size(); i++) {
            text.append("  - t").append(i).append(": ").append(mistakes.get(i).task()).append('\n');
        }
        ProblemCollector problems = new ProblemCollector();
        DefinitionReader.read("mistakes.yaml", text.toString().getBytes(StandardCharsets.UTF_8), problems)
                .ifPresent(definition -> {
                    DefinitionValidator.validate(definition, problems);
                    new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), "test").compile(definition,
                            problems);
                });
        return new ArrayList<>(problems.all());
    }
}
