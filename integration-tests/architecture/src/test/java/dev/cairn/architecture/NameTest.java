package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the names of types to two words or more and to one meaning each, names of constants to the words of the field, and packages
 * to a size that a reader can survey.
 */
@Tag("any-jdk")
class NameTest {

    /** Packages whose one-word names are those of the DSL and of the design. */
    private static final Set<String> OWN_NOUNS = Set.of("dev.cairn.api", "dev.cairn.spi", "dev.cairn.definition",
            "dev.cairn.fluent");

    /** Words of the design's vocabulary and of the field. The list may only shrink. */
    private static final Set<String> ONE_WORD = Set.of("dev.cairn.engine.Engine", "dev.cairn.engine.concurrent.Promise",
            "dev.cairn.jq.tree.Expression", "dev.cairn.program.Operation", "dev.cairn.program.Program",
            "dev.cairn.testkit.crash.Scenario");

    /** Classes of several sample applications, each in the words of its business. */
    private static final Set<String> SAMPLES = Set.of("Greeter", "Greeting", "Order");

    /** Limits are called MAX_ and MIN_. */
    private static final Pattern VAGUE_LIMIT = Pattern.compile("(MOST|LEAST|FEW|FEWEST)(_.*)?");

    private static final CountLimit PACKAGES = new CountLimit(40, "types", Map.of());

    private static DeclaredNames names;

    @TempDir
    Path planted;

    @BeforeAll
    static void readSources() {
        Path top = Sources.top();
        names = DeclaredNames.of(top,
                Sources.below(top).stream().filter(file -> !file.toString().contains("/planted/")).toList());
        assertThat(names.shippedByPackage()).containsKeys("dev.cairn.spi", "dev.cairn.deployment",
                "dev.cairn.persistence.file");
    }

    @Test
    void aNameHasOneType() {
        assertThat(names.duplicates().keySet()).isEqualTo(SAMPLES);
    }

    @Test
    void aNameHasTwoWords() {
        assertThat(oneWordNames(names)).isEqualTo(new TreeSet<>(ONE_WORD));
    }

    @Test
    void aLimitIsNamedAsOne() {
        assertThat(vagueLimits(names)).isEmpty();
    }

    @Test
    void packagesAreSmall() {
        assertThat(PACKAGES.faults(counts(names))).isEmpty();
    }

    @Test
    void readsNamesOfTypes() throws IOException {
        write("one/src/main/java/Parts.java", """
                package dev.cairn.engine;
                class Parts {
                    static final int MOST_PARTS = 3, ALMOST = 2;
                    class Inner {
                        static final int MOST = 3;
                    }
                }
                record HTTPPart(int width) {}
                """);
        write("two/src/test/java/Parts.java", """
                package dev.cairn.engine;
                class Parts {}
                class Inner {}
                """);
        DeclaredNames read = DeclaredNames.of(planted, Sources.below(planted));

        assertThat(read.duplicates()).containsExactly(
                entry("Parts", Set.of("one/src/main/java/Parts.java", "two/src/test/java/Parts.java")));
        assertThat(oneWordNames(read)).containsExactly("dev.cairn.engine.Parts");
        assertThat(vagueLimits(read)).containsExactly(entry("one/src/main/java/Parts.java", Set.of("MOST", "MOST_PARTS")));
        assertThat(counts(read)).containsExactly(entry("dev.cairn.engine", 2));
        assertThat(DeclaredNames.words("HTTPPart")).isEqualTo(2);
        assertThat(DeclaredNames.words("Rfc3339Format")).isEqualTo(2);
    }

    private void write(String file, String text) throws IOException {
        Path path = planted.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static Set<String> oneWordNames(DeclaredNames names) {
        Set<String> oneWord = new TreeSet<>();
        names.shippedByPackage().forEach((in, types) -> {
            if (!OWN_NOUNS.contains(in)) {
                types.stream().filter(type -> DeclaredNames.words(type) < 2).forEach(type -> oneWord.add(in + "." + type));
            }
        });
        return oneWord;
    }

    private static Map<String, Set<String>> vagueLimits(DeclaredNames names) {
        Map<String, Set<String>> vague = new TreeMap<>();
        names.constantsByFile().forEach((file, constants) -> {
            Set<String> found = new TreeSet<>(constants);
            found.removeIf(name -> !VAGUE_LIMIT.matcher(name).matches());
            if (!found.isEmpty()) {
                vague.put(file, found);
            }
        });
        return vague;
    }

    private static Map<String, Integer> counts(DeclaredNames names) {
        Map<String, Integer> counts = new TreeMap<>();
        names.shippedByPackage().forEach((in, types) -> counts.put(in, types.size()));
        return counts;
    }
}
