package dev.cairn.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.cairn.persistence.file.FileStoreConfig;
import dev.cairn.runtime.CairnBuildConfig;
import dev.cairn.runtime.CairnConfig;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/** The page "Configuration" has each property there is, with its default, and no other. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().getParent()
            .resolve("docs/modules/ROOT/pages/configuration.adoc");
    private static final Pattern ROW = Pattern.compile("^\\|`(quarkus\\.cairn[^`]+)`\n\\|`([^`]+)`$", Pattern.MULTILINE);

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        Map<String, String> declared = new TreeMap<>();
        for (Class<?> root : new Class<?>[] { CairnConfig.class, CairnBuildConfig.class, FileStoreConfig.class }) {
            collect(root, root.getAnnotation(ConfigMapping.class).prefix(), declared);
        }

        Map<String, String> documented = ROW.matcher(Files.readString(PAGE)).results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));

        assertThat(documented).isEqualTo(declared);
    }

    private static void collect(Class<?> group, String prefix, Map<String, String> into) {
        for (Method property : group.getMethods()) {
            String name = property.isAnnotationPresent(WithParentName.class) ? prefix
                    : prefix + "." + property.getName().replaceAll("([A-Z])", "-$1").toLowerCase();
            WithDefault value = property.getAnnotation(WithDefault.class);
            if (value != null) {
                into.put(name, value.value());
            } else if (property.getReturnType().getName().startsWith("dev.cairn.")) {
                collect(property.getReturnType(), name, into);
            }
        }
    }
}
