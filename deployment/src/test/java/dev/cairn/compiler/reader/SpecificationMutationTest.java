package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.compiler.validation.DefinitionValidator;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.value.CompiledSchema;

/**
 * Takes a definition that uses everything, spoils it in each place in each of many ways, and looks at what becomes of it.
 */
@Tag("mutation")
@Tag("any-jdk")
class SpecificationMutationTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Deviations from the schema of the specification that Cairn accepts: see the page "Decisions on the language". */
    private static final Pattern ACCEPTED = Pattern.compile(
            // Items of any type.
            ".*/for/in(/0)? := .*"
                    // Numbers and booleans, written as text.
                    + "|.*/with/(headers|query)(/\\w+)? := (5|-1|2.5|true|\\{.*)"
                    // A parameter that is sent several times.
                    + "|.*/with/query/\\w+ := \\[.*"
                    // Parts of the transport, written as numbers and booleans, or computed as a whole.
                    + "|.*/with/transport/(http/headers|stdio/arguments|stdio/environment)(/\\w+)?"
                    + " := (5|-1|2.5|true|\\[1]|\\{.*|\"\\$.*)"
                    // The highest version, and values computed as a whole.
                    + "|.*/run/workflow/version removed"
                    + "|.*/run/workflow/input := \"\\$.*"
                    + "|.*/run/(shell|script|container)/(arguments|environment) := \"\\$.*"
                    // Arguments that are no text, given as JSON, and those with names, as before 1.0.3.
                    + "|.*/run/(shell|script|container)/arguments(/0)? := (\\[1]|-1|2.5|true)"
                    + "|.*/run/(shell|script)/arguments := \\{.*"
                    // A status that is computed; the text of the specification has it.
                    + "|.*/status := \"\\$.*"
                    // The schema asks for exactly one of two things that both fit.
                    + "|.*/instance := \"\\$.*");

    private static final JsonNode COMPLETE = Mutants.complete();
    private static final List<Mutant> MUTANTS = new ArrayList<>();

    /**
     * @param problems the reported problems
     * @param thrown an unexpected exception, or null
     */
    private record Mutant(String what, JsonNode definition, List<Problem> problems, Throwable thrown) {

        boolean hasErrors() {
            return thrown != null || problems.stream().anyMatch(problem -> problem.severity() == Problem.Severity.ERROR);
        }
    }

    @BeforeAll
    static void spoil() {
        Mutants.of(COMPLETE, (what, definition) -> MUTANTS.add(mutant(what, definition)));
        assertThat(MUTANTS).hasSizeGreaterThan(Mutants.sampled(2_000));
    }

    private static Mutant mutant(String what, JsonNode definition) {
        try {
            return new Mutant(what, definition, problems(definition), null);
        } catch (RuntimeException | StackOverflowError | IOException thrown) {
            return new Mutant(what, definition, List.of(), thrown);
        }
    }

    @Test
    void theDefinitionIsGoodBeforeItIsSpoilt() throws IOException {
        assertThat(problems(COMPLETE)).isEmpty();
    }

    @Test
    void noMutationBreaksTheReader() {
        assertThat(MUTANTS).filteredOn(mutant -> mutant.thrown() != null).isEmpty();
    }

    @Test
    void eachProblemIsToldWithItsPlaceAndWhatToDo() {
        assertThat(MUTANTS).flatExtracting(Mutant::problems).hasSizeGreaterThan(Mutants.sampled(2_000)).filteredOn(problem -> {
            boolean placed = problem.location().file().equals("mutant.json") && problem.location().line() > 0;
            return !placed || problem.suggestion() == null || !problem.suggestion().matches("(?s).+[.?…]");
        }).isEmpty();
    }

    @Test
    void whatTheSpecificationForbidsIsAnError() throws IOException {
        CompiledSchema specification = CompiledSchema.of(specification());
        assertThat(specification.validate(COMPLETE)).isEmpty();

        assertThat(MUTANTS)
                .filteredOn(mutant -> !mutant.hasErrors() && !ACCEPTED.matcher(mutant.what()).matches())
                .filteredOn(mutant -> !specification.validate(mutant.definition()).isEmpty())
                .extracting(Mutant::what).isEmpty();
    }

    private static List<Problem> problems(JsonNode definition) throws IOException {
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> read = DefinitionReader.read("mutant.json", MAPPER.writeValueAsBytes(definition), problems);
        read.ifPresent(good -> DefinitionValidator.validate(good, problems));
        return problems.all();
    }

    private static JsonNode specification() throws IOException {
        Optional<Path> file = Conformance.directory().map(directory -> directory.resolve("../spec/workflow.yaml"))
                .filter(Files::exists);
        assumeTrue(file.isPresent(), Conformance.ABSENT);
        return Mutants.yaml(Files.readAllBytes(file.get()));
    }
}
