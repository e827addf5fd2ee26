package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.reader.Conformance;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;

/** The notes on the language number the semantics that go wrong. Rows of the tables say in {@code notes} which of them they show. */
class NumberedSemanticsTest {

    private static final Pattern NUMBER = Pattern.compile("(?:^|(?<=\\. ))(\\d+)\\. ", Pattern.MULTILINE);
    /** Facts that no row can show, with the test that shows them. */
    private static final Map<Integer, String> ELSEWHERE = Map.of(
            10, "is about starts by events: EventTriggerTest.anEventStartsAnInstanceWhoseInputIsAnArrayOfItsData",
            15, "is about reading, and tables are read by another reader: onIsAKey");

    @Test
    void eachHasARow() throws IOException {
        Set<Integer> shown = new TreeSet<>(ELSEWHERE.keySet());
        for (String table : TableCase.TABLES) {
            for (JsonNode row : TableCase.rows(table)) {
                row.path("notes").forEach(number -> shown.add(number.intValue()));
            }
        }
        Optional<Path> notes = Conformance.directory().map(directory -> directory.resolveSibling("dsl-notes.md"))
                .filter(Files::isRegularFile);
        assumeThat(notes).as("The notes are not here; set -Dconformance.dir to a directory beside them").isPresent();
        assertThat(shown).isEqualTo(numbers(Files.readString(notes.orElseThrow())));
    }

    private static Set<Integer> numbers(String notes) {
        String from = notes.substring(notes.indexOf("## Semantics that go wrong"));
        int next = from.indexOf("\n## ");
        Set<Integer> numbers = new TreeSet<>();
        for (Matcher matcher = NUMBER.matcher(next < 0 ? from : from.substring(0, next)); matcher.find();) {
            numbers.add(Integer.valueOf(matcher.group(1)));
        }
        assertThat(numbers).hasSizeGreaterThan(10);
        return numbers;
    }

    @Test
    void onIsAKey() {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = definition("do: [{a: {set: {on: 1, no: yes}}}]", problems).orElseThrow();
        assertThat(problems.all()).isEmpty();
        assertThat(definition.source().at("/do/0/a/set")).hasToString("{\"on\":1,\"no\":\"yes\"}");
    }

    private static Optional<Definition> definition(String yaml, ProblemCollector problems) {
        String text = "document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0}\n" + yaml;
        return DefinitionReader.read("case.yaml", text.getBytes(StandardCharsets.UTF_8), problems);
    }
}
