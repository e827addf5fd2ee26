package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds comments, scripts and pages to the mechanical part of the writing guide. {@code prose-exceptions.txt} lists the breaches
 * of today by file. After mending some, {@code -Dcairn.prose.record=true} writes the list anew; it refuses a longer one.
 */
@Tag("any-jdk")
class ProseTest {

    private static final Path TOP = Sources.top();
    private static final Path LIST = TOP.resolve("integration-tests/architecture/src/test/resources/prose-exceptions.txt");

    @TempDir
    Path planted;

    @Test
    void sentencesNameTheirSubjectFirst() throws IOException {
        Map<String, List<String>> breaches = ProseFiles.breaches(TOP);
        if (Boolean.getBoolean("cairn.prose.record")) {
            ProseExceptions.read(LIST).record(breaches, LIST);
        }
        assertThat(ProseExceptions.read(LIST).faults(breaches))
                .as("%s; -Dcairn.prose.record=true writes a shorter list", LIST.getFileName()).isEmpty();
    }

    @Test
    void reportsBreachesInEachKindOfFile() throws IOException {
        plant("module/src/main/java/Planted.java", """
                /**
                 * What is {@code due}. The timer
                 * whose time has come fires {@link Clock#now How late}.
                 *
                 * @param limit how many at most
                 */
                class Planted {
                    String text = "// Who is no comment"; // Whoever is one
                    String block = \"""
                            /* Whether this is one */
                            \""";
                    // The first line
                    // Of one comment: Nobody reads
                    // hardly anything of it.
                }
                """);
        plant("module/page.adoc", """
                = How it is

                The page says what it says.
                Such pages are short.

                [source,java]
                ----
                // What a sample says
                ----
                """);
        plant("module/script.py", "#!/usr/bin/env python3\n\"\"\"What the script does.\"\"\"\n# Where it runs\n");
        plant("module/query.lua", "-- There is a key.\nlocal a = 1 -- Who\n");
        plant("module/pom.xml", "<!-- Those plugins --><project/>");
        plant("module/start", "# It is the last that counts\n");
        plant("module/script.js", "const link = `//Where`; /* Who */\n");
        plant("module/target/Built.java", "// What");

        Map<String, List<String>> breaches = ProseFiles.breaches(planted);
        assertThat(breaches.get("module/src/main/java/Planted.java")).containsExactly(
                "opens with \"What\": What is `x`.",
                "opens with \"how\": how many at most",
                "opens with \"Whoever\": Whoever is one",
                "says \"Nobody\": Nobody reads hardly anything of it.",
                "says \"hardly\": Nobody reads hardly anything of it.");
        assertThat(breaches.get("module/page.adoc")).containsExactly(
                "opens with \"How\": How it is", "opens with \"Such\": Such pages are short.");
        assertThat(breaches.get("module/script.py")).hasSize(2);
        assertThat(breaches.keySet()).containsExactlyInAnyOrder("module/src/main/java/Planted.java", "module/page.adoc",
                "module/script.py", "module/query.lua", "module/pom.xml", "module/start", "module/script.js");
    }

    @Test
    void theListOfExceptionsOnlyShrinks() throws IOException {
        ProseExceptions two = new ProseExceptions(new TreeMap<>(Map.of("A.java", 2)));
        Path list = planted.resolve("list.txt");

        assertThat(two.faults(Map.of("A.java", List.of("one", "two")))).isEmpty();
        assertThat(two.faults(Map.of("A.java", List.of("one", "two", "three"))))
                .containsExactly("A.java has 3 breaches, 2 are listed:\n  one\n  two\n  three");
        assertThat(two.faults(Map.of("A.java", List.of("one"))))
                .containsExactly("A.java has shrunk to 1 breaches: record that, not 2");
        assertThat(two.faults(Map.of("A.java", List.of("one", "two"), "B.java", List.of("new"))))
                .containsExactly("B.java has 1 breaches, 0 are listed:\n  new");
        assertThatThrownBy(() -> two.record(Map.of("A.java", List.of("one", "two"), "B.java", List.of("new")), list))
                .hasMessage("Cannot record 3 breaches: the list has 2 and may only shrink");
        two.record(Map.of("Moved.java", List.of("one")), list);
        assertThat(ProseExceptions.read(list).counts()).containsExactly(Map.entry("Moved.java", 1));
    }

    private void plant(String name, String text) throws IOException {
        Path file = planted.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
