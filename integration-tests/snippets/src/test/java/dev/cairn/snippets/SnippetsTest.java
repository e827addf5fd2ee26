package dev.cairn.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each block of the README and of the pages compiles, or says why it is not to. */
@Tag("any-jdk")
class SnippetsTest {

    @TestFactory
    Stream<DynamicTest> eachBlockIsGood() throws IOException {
        return Project.blocks().stream().filter(block -> block.reason() == null)
                .map(block -> DynamicTest.dynamicTest(block.place() + " " + block.language(),
                        () -> assertThat(Snippets.faults(block)).isEmpty()));
    }

    /** A block is never left out unseen: who adds one here says so in this table. */
    @Test
    void theseAreNotCompiled() throws IOException {
        Map<String, Long> reasons = Project.blocks().stream().filter(block -> block.reason() != null)
                .collect(Collectors.groupingBy(Block::reason, TreeMap::new, Collectors.counting()));

        assertThat(reasons).containsExactlyInAnyOrderEntriesOf(Map.of(
                "a drawing", 1L,
                "a grammar", 3L,
                "a line of the log", 2L,
                "a part of a stream", 1L,
                "the answer to a request", 1L,
                "settings of a server", 1L));
    }

    @Test
    void allKindsAreThere() throws IOException {
        Map<String, Long> languages = Project.blocks().stream()
                .collect(Collectors.groupingBy(Block::language, Collectors.counting()));

        assertThat(languages).containsKeys("yaml", "json", "java", "properties", "shell", "xml");
        assertThat(Project.blocks().stream().map(Block::page).collect(Collectors.toSet()))
                .contains("README.md", "docs/modules/ROOT/pages/authoring-yaml.adoc");
        assertThat(Project.blocks().stream().collect(Collectors.toMap(Block::place, Function.identity())))
                .hasSizeGreaterThan(30);
    }
}
