package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void reportsDeadReferencesAndPagesOutsideTheNavigation() throws IOException {
        Files.createDirectories(planted.resolve("pages/how-to"));
        Files.writeString(planted.resolve("nav.adoc"), "* xref:index.adoc[Home]\n* xref:gone.adoc[]\n");
        Files.writeString(planted.resolve("pages/index.adoc"),
                "See xref:how-to/start.adoc#first[there] and xref:lost.adoc[].\n");
        Files.writeString(planted.resolve("pages/how-to/start.adoc"), "= Start\n");

        assertThat(new Pages(planted).faults()).containsExactly(
                "nav.adoc refers to gone.adoc, which is not there",
                "index.adoc refers to lost.adoc, which is not there",
                "how-to/start.adoc is not in the navigation");
    }
}
