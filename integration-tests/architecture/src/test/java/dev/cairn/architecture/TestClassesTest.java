package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each test class runs somewhere: {@code test-classes.txt} lists all with their tiers and slices. After adding a class or
 * changing a tag, {@code -Dcairn.test-classes.record} writes the list anew; review its diff.
 */
@Tag("any-jdk")
class TestClassesTest {

    private static final Path TOP = Sources.top();
    private static final Path LIST = TOP.resolve("integration-tests/architecture/src/test/resources/test-classes.txt");
    private static final Path GUIDE = TOP.resolve("docs/modules/ROOT/pages/contributing.adoc");
    private static final Pattern SLICE = Pattern.compile("^    \"([\\w-]+)\": Slice\\(", Pattern.MULTILINE);
    /** A row of the table of guards: rooms, then slices. */
    private static final Pattern GUARDED = Pattern.compile("^\\| (`.+`) \\| (`.+`)$", Pattern.MULTILINE);
    private static final Pattern WORD = Pattern.compile("`([\\w-]+)`");
    private static final String HEADER = "# module, class, tier, slices of .ci/long; checked by TestClassesTest\n";

    @TempDir
    Path planted;

    @Test
    void theListHasEachClassWithItsTierAndSlices() throws IOException {
        TestClasses classes = TestClasses.of(TOP, Sources.below(TOP));
        if (Boolean.getBoolean("cairn.test-classes.record")) {
            Files.writeString(LIST, HEADER + String.join("\n", classes.lines()) + "\n");
        }
        assertThat(classes.faults(slices())).isEmpty();
        assertThat(Files.readAllLines(LIST).stream().filter(line -> !line.startsWith("#")))
                .as("%s; -Dcairn.test-classes.record=true writes it anew", LIST.getFileName())
                .containsExactlyElementsOf(classes.lines());
    }

    @Test
    void theGuideNamesSlicesForEachPackage() throws IOException {
        SortedSet<String> guardedRooms = new TreeSet<>();
        Matcher row = GUARDED.matcher(Files.readString(GUIDE));
        while (row.find()) {
            guardedRooms.addAll(words(row.group(1)));
            assertThat(slices()).as("slices of %s", row.group(1)).containsAll(words(row.group(2)));
        }
        assertThat(guardedRooms).as("rooms in the table of guards").containsAll(House.cairn().rooms());
    }

    @Test
    void reportsWhatRunsNowhere() throws IOException {
        source("Contract.java", "@Tag(\"servers\") abstract class Contract implements Rules {}");
        source("Rules.java", "interface Rules { @Test default void holds() {} }");
        source("InSliceTest.java", "@Tag(\"redis\") @Tag(\"smoke\") @Tag(\"any-jdk\") class InSliceTest extends Contract {}");
        source("NowhereTest.java", "class NowhereTest extends Contract {}");
        source("MisspeltTest.java",
                "@Tag(\"long\") @Tag(\"reddis\") class MisspeltTest { @ParameterizedTest void one(int i) {} }");
        source("Unnamed.java", "class Unnamed { @Test void one() {} }");
        source("TwoTiersTest.java", "@Tag(\"long\") @Tag(\"redis\") class TwoTiersTest extends Contract {}");
        source("LostMethodTest.java",
                "class LostMethodTest { @Tag(\"long\") @Test void a() {} @Tag(\"redis\") @Test void b() {} }");
        source("MixedTest.java", "@Tag(\"redis\") class MixedTest { @Test void one() {} @Test @Tag(\"long\") void two() {} }");

        TestClasses classes = TestClasses.of(planted, Sources.below(planted));
        assertThat(classes.faults(Set.of("redis"))).containsExactly(
                "planted.LostMethodTest: is left out of verify, and no slice has it",
                "planted.MisspeltTest: .ci/long has no slice reddis",
                "planted.NowhereTest: is left out of verify, and no slice has it",
                "planted.TwoTiersTest: has more than one tier",
                "planted.Unnamed: Maven runs classes whose name ends in Test or IT");
        assertThat(classes.lines()).contains(
                "module planted.InSliceTest servers+smoke redis",
                "module planted.MixedTest fast+long jdk25,jdk25-servers,redis",
                "module planted.NowhereTest servers jdk25-servers");
    }

    private void source(String name, String text) throws IOException {
        Path file = planted.resolve("module/src/test/java/planted").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package planted;\n\n" + text + "\n");
    }

    private static Set<String> slices() throws IOException {
        Set<String> slices = new TreeSet<>();
        Matcher name = SLICE.matcher(Files.readString(TOP.resolve(".ci/long")));
        while (name.find()) {
            slices.add(name.group(1));
        }
        assertThat(slices).contains("crash-file", "jdk25");
        return slices;
    }

    private static List<String> words(String cell) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(cell);
        while (word.find()) {
            words.add(word.group(1));
        }
        return words;
    }
}
