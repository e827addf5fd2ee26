package dev.cairn.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.definition.Problem;
import dev.cairn.definition.Problem.Severity;
import dev.cairn.definition.SourceLocation;

class SourcePathResolverTest {

    @TempDir
    Path project;

    @Test
    void aPathBeginsAtTheModuleThatIsBuilt() throws IOException {
        Path module = Files.createDirectories(project.resolve("shop"));
        SourcePathResolver paths = new SourcePathResolver(module, List.of(file("shop/src/main/java", "com/acme/Orders.java"),
                file("shop/src/main/resources", "workflows/order.yaml"),
                file("common/src/main/resources", "workflows/shared.yaml")));
        assertThat(paths.of("com/acme/Orders.java")).isEqualTo("src/main/java/com/acme/Orders.java");
        assertThat(paths.of("workflows/shared.yaml")).isEqualTo("../common/src/main/resources/workflows/shared.yaml");
        assertThat(paths.of("workflows/of-a-jar.yaml")).isEqualTo("workflows/of-a-jar.yaml");
        assertThat(paths.of("workflows")).as("a directory is no file").isEqualTo("workflows");
        assertThat(paths.of("pom.xml")).isEqualTo("pom.xml");
        SourceLocation location = new SourceLocation("workflows/order.yaml", 4, 5, "/do/0");
        assertThat(paths.of(new Problem("CAIRN-9999", Severity.ERROR, location, "Wrong", "Mend it.")))
                .hasToString("src/main/resources/workflows/order.yaml:4:5 (/do/0): CAIRN-9999: Wrong. Mend it.");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "No path has a colon there")
    void theUrlOfAFetchedDocumentIsNoPath() throws IOException {
        SourcePathResolver paths = new SourcePathResolver(project, List.of(file("src", "https:/a.example/api.yaml")));

        assertThat(paths.of("https://a.example/api.yaml")).isEqualTo("https://a.example/api.yaml");
    }

    /** Writes a file, and gives its root. */
    private Path file(String root, String path) throws IOException {
        Path directory = project.resolve(root);
        Files.createDirectories(directory.resolve(path).getParent());
        Files.createFile(directory.resolve(path));
        return directory;
    }
}
