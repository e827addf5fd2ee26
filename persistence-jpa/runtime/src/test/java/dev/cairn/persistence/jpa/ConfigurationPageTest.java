package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The page about the store has each property there is, with its default, and no other. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("../../docs/modules/ROOT/pages/store-jpa.adoc");
    private static final Pattern ROW = Pattern.compile("^\\|`(quarkus\\.cairn[^`]+)`\n\\|`([^`]+)`$", Pattern.MULTILINE);

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        Map<String, String> declared = new TreeMap<>();
        for (Class<?> root : new Class<?>[] { JpaStoreConfig.class, JpaStoreBuildConfig.class }) {
            for (Method property : root.getMethods()) {
                declared.put(root.getAnnotation(ConfigMapping.class).prefix() + "."
                        + property.getName().replaceAll("([A-Z])", "-$1").toLowerCase(),
                        property.getAnnotation(WithDefault.class).value());
            }
        }

        Map<String, String> documented = ROW.matcher(Files.readString(PAGE)).results()
                .collect(Collectors.toMap((MatchResult row) -> row.group(1), row -> row.group(2)));

        assertThat(documented).isEqualTo(declared);
    }
}
