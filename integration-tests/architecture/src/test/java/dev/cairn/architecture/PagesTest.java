package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class PagesTest {

    @TempDir
    Path planted;

    @Test
    void everyPageIsReachedAndNoReferenceIsDead() {
        Pages pages = new Pages(Sources.top().resolve("docs/modules/ROOT"));

        assertThat(pages.names()).contains("index.adoc", "contributing.adoc");
        assertThat(pages.faults()).isEmpty();
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        Path decisions = Sources.top().resolve("docs/adr");
        String index = Files.readString(decisions.resolve("index.adoc"));
        try (Stream<Path> files = Files.list(decisions)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.matches("\\d+-.*"))).isNotEmpty()
                    .allSatisfy(name -> assertThat(index).contains("xref:" + name + "["));
        }
    }

    @Test
    void noPageHasAnUnresolvedMerge() throws IOException {
        try (Stream<Path> files = Files.walk(Sources.top().resolve("docs"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".adoc") && !file.toString().contains("/target/")))
                    .isNotEmpty().allSatisfy(file -> assertThat(Files.readAllLines(file))
                            .noneMatch(line -> line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> ")));
        }
    }

    @Test
    void reportsDeadReferencesAndPagesOutsideTheNavigation() throws IOException {
        Files.createDirectories(planted.resolve("pages/how-to"));
        Files.writeString(planted.resolve("nav.adoc"), "* xref:index.adoc[Home]\n* xref:gone.adoc[]\n");
        Files.writeString(planted.resolve("pages/index.adoc"), """
                See xref:how-to/start.adoc#first-of-all[there], xref:how-to/start.adoc#given[there], <<lost,here>>, <<here>>,
                xref:how-to/start.adoc#_first_of_all[there] and xref:lost.adoc[].
                [[here]]Here.
                """);
        Files.writeString(planted.resolve("pages/how-to/start.adoc"), """
                = Start

                == First, of all

                [#given]
                === Then
                """);

        assertThat(new Pages(planted).faults()).containsExactly(
                "nav.adoc refers to gone.adoc, which is not there",
                "index.adoc refers to how-to/start.adoc#_first_of_all, which that page does not have",
                "index.adoc refers to lost.adoc, which is not there",
                "index.adoc refers to #lost, which it does not have",
                "how-to/start.adoc is not in the navigation");
    }
}
