package dev.cairn.compiler.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.compiler.reader.Mutants;
import dev.cairn.compiler.reader.ReaderErrorCodes;
import dev.cairn.compiler.reader.ReaderGrammarProbe;
import dev.cairn.definition.Problem;
import dev.cairn.executor.TableCase;
import dev.cairn.value.CompiledSchema;

/** The schema agrees with the reader. */
@Tag("mutation")
@Tag("any-jdk")
class DefinitionSchemaGeneratorTest {

    private static final ObjectNode SCHEMA = DefinitionSchemaGenerator.generate();
    private static final CompiledSchema COMPILED = CompiledSchema.of(SCHEMA);
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Codes of faults in form, which a schema can see. */
    private static final Set<String> OF_FORM = Set.of(ReaderErrorCodes.WRONG_TYPE, ReaderErrorCodes.MISSING_PROPERTY,
            ReaderErrorCodes.UNKNOWN_PROPERTY, ReaderErrorCodes.UNKNOWN_KIND, ReaderErrorCodes.LIST_ENTRY);

    @Test
    void isASchemaItself() {
        assertThat(CompiledSchema.faults(SCHEMA)).isEmpty();
    }

    @Test
    void knowsTheKindsThatTheReaderKnows() {
        Set<String> kinds = new TreeSet<>();
        SCHEMA.at("/definitions/task/oneOf").forEach(kind -> kinds.add(kind.path("required").get(0).textValue()));

        assertThat(kinds).containsExactlyElementsOf(new TreeSet<>(ReaderGrammarProbe.kinds()));
    }

    @Test
    void saysWhatTopLevelPropertiesAndTasksAreFor() {
        assertThat(SCHEMA.path("properties").properties())
                .allSatisfy(property -> assertThat(property.getValue().has("description")).as(property.getKey()).isTrue());
        assertThat(SCHEMA.at("/definitions/task/oneOf"))
                .allSatisfy(kind -> assertThat(kind.has("description")).as(kind.path("title").textValue()).isTrue());
    }

    @Test
    void acceptsWhatIsRead() throws IOException {
        assertThat(COMPILED.validate(Mutants.complete())).isEmpty();
        for (JsonNode definition : definitions()) {
            assertThat(COMPILED.validate(definition)).as(definition.toString()).isEmpty();
        }
    }

    @Test
    void acceptsEveryMutantThatIsRead() {
        List<String> refused = new ArrayList<>();
        Mutants.of(Mutants.complete(), (what, mutant) -> {
            if (ReaderGrammarProbe.to(mutant).problemsWithin("").isEmpty() && !COMPILED.validate(mutant).isEmpty()) {
                refused.add(what + " " + COMPILED.validate(mutant));
            }
        });

        assertThat(refused).isEmpty();
    }

    @Test
    void refusesEveryMutantWhoseFormIsWrong() {
        List<String> accepted = new ArrayList<>();
        int[] wrong = new int[1];
        Mutants.of(Mutants.complete(), (what, mutant) -> {
            List<Problem> problems = ReaderGrammarProbe.to(mutant).problemsWithin("");
            if (problems.stream().anyMatch(problem -> OF_FORM.contains(problem.code()))) {
                wrong[0]++;
                if (COMPILED.validate(mutant).isEmpty()) {
                    accepted.add(what + " " + problems);
                }
            }
        });

        assertThat(accepted).isEmpty();
        assertThat(wrong[0]).isGreaterThan(Mutants.sampled(1_000));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {sett: {b: 1}}
            {set: {b: 1}, wait: PT1S}
            {set: {b: 1}, iff: .x}
            {set: {}}
            {set: 5}
            {wait: {second: 1}}
            {wait: soon}
            {wait: PT1S, if: true}
            {call: http, with: {method: get}}
            {call: http, with: {method: get, endpoint: 'https://a.example', outputs: raw}}
            {call: http, with: {method: get, endpoint: 'https://a.example', output: text}}
            {switch: [{a: {when: .x}}]}
            {try: [{b: {set: {c: 1}}}], catch: {retry: {delay: 5}}}
            {do: [{a: {set: {b: 1}}, c: {set: {b: 1}}}]}
            {raise: {error: {type: 'https://a.example'}}}
            """)
    void refusesMistakes(String task) throws IOException {
        ObjectNode definition = (ObjectNode) Mutants.complete();
        definition.putArray("do").addObject().set("task", YAML.readTree(task));

        assertThat(COMPILED.validate(definition)).isNotEmpty();
    }

    /** The definitions of the applications under test, and the rows of the tables of the executor. */
    private static List<JsonNode> definitions() throws IOException {
        List<JsonNode> definitions = new ArrayList<>();
        Path top = Path.of("").toAbsolutePath().getParent();
        for (String application : List.of("demo", "crash-workload")) {
            try (Stream<Path> files = Files
                    .list(top.resolve("integration-tests/" + application + "/src/main/resources/workflows"))) {
                for (Path file : files.toList()) {
                    definitions.add(YAML.readTree(file.toFile()));
                }
            }
        }
        for (String table : TableCase.TABLES) {
            for (JsonNode row : TableCase.rows(table)) {
                ObjectNode definition = YAML.createObjectNode();
                definition.set("document", Mutants.complete().get("document"));
                definitions.add(definition.setAll((ObjectNode) row.get("definition")));
            }
        }
        assertThat(definitions).hasSizeGreaterThan(50);
        return definitions;
    }
}
