package dev.cairn.compiler.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/**
 * The page on what of the DSL works is derived from the reader, and leaves out nothing of the specification.
 * {@code -Dcairn.dsl-support.record=true} writes its tables anew; review the diff.
 */
@Tag("any-jdk")
class DslSupportPageTest {

    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    private static final Path TABLES = TOP.resolve("docs/modules/ROOT/partials/dsl-support.adoc");
    private static final SupportedProperties SUPPORTED = SupportedProperties.of(DefinitionSchemaGenerator.generate());

    private final DslSupportNotes notes = DslSupportNotes.read();

    @Test
    void thePageHasTheTablesOfTheReader() throws IOException {
        DslSupportTables tables = new DslSupportTables(Files.exists(TABLES) ? Files.readString(TABLES) : "", notes, version());
        String rendered = tables.render(SUPPORTED);
        if (Boolean.getBoolean("cairn.dsl-support.record")) {
            Files.writeString(TABLES, rendered);
        }

        assertThat(TABLES).as("-Dcairn.dsl-support.record=true writes it anew").hasContent(rendered);
    }

    @Test
    void eachNoteIsOfAPropertyThatIsListed() {
        assertThat(notes.notes().keySet()).allSatisfy(key -> {
            List<String> place = DslSupportNotes.place(key);
            assertThat(SUPPORTED.sections()).containsKey(place.get(0));
            assertThat(SUPPORTED.sections().get(place.get(0))).containsKey(place.get(1));
        });
    }

    @Test
    void nothingIsSupportedThatIsSaidNotToBe() {
        assertThat(notes.refusals().keySet()).noneMatch(SUPPORTED::includes);
    }

    @Test
    void everyPropertyOfTheSpecificationIsSupportedOrRefusedWithAReason() throws IOException {
        Path file = Path.of(System.getProperty("conformance.dir", TOP.resolveSibling("shared/conformance").toString()))
                .resolveSibling("spec/workflow.yaml");
        assumeThat(file).as("The schema of the DSL is not here; set -Dconformance.dir to a directory beside spec").exists();
        JsonNode specification = new YAMLMapper().readTree(file.toFile());

        SortedSet<String> specified = SpecificationProperties.of(specification);

        assertThat(specified).hasSizeGreaterThan(500);
        assertThat(specified.stream().map(SUPPORTED::listedPlace).distinct()).filteredOn(key -> !SUPPORTED.includes(key))
                .filteredOn(key -> !notes.isRefused(key)).isEmpty();
    }

    /** The version of the project, without the mark of a snapshot. */
    private static String version() throws IOException {
        Matcher version = Pattern.compile("<version>([0-9.]+)").matcher(Files.readString(TOP.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }
}
