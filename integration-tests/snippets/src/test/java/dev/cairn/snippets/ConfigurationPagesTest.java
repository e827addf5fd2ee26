package dev.cairn.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/** The pages have each property that there is, with its default, and no other. */
@Tag("any-jdk")
class ConfigurationPagesTest {

    private static final List<String> PAGES = List.of("configuration.adoc", "store-redis.adoc", "store-jpa.adoc",
            "messaging.adoc", "grpc.adoc", "mcp.adoc", "mcp-server.adoc", "a2a.adoc");
    /** A row of a table: its properties, and its default. */
    private static final Pattern ROW = Pattern.compile("^\\|(`quarkus\\.cairn.*)\n\\|(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String ANY = "\"*\"";

    @Test
    void thePagesSayWhatTheCodeSays() {
        Map<String, String> declared = new TreeMap<>();
        for (Class<?> root : PropertySnippets.MAPPINGS) {
            collect(root, root.getAnnotation(ConfigMapping.class).prefix(), declared);
        }

        Map<String, String> documented = documented();

        assertThat(documented.keySet()).isEqualTo(declared.keySet());
        documented.keySet().removeIf(name -> declared.get(name).isEmpty());
        declared.values().removeIf(String::isEmpty);
        assertThat(documented).isEqualTo(declared);
    }

    /** By name; those that a row abbreviates to their last part have the beginning of the first one. */
    private static Map<String, String> documented() {
        Map<String, String> documented = new TreeMap<>();
        for (String page : PAGES) {
            Path file = Project.TOP.resolve("docs/modules/ROOT/pages").resolve(page);
            for (Matcher row = ROW.matcher(Project.text(file)); row.find();) {
                String first = null;
                for (Matcher name = CODE.matcher(row.group(1)); name.find();) {
                    first = first == null ? name.group(1) : first;
                    String whole = name.group(1).startsWith(".") ? first.substring(0, first.lastIndexOf('.')) + name.group(1)
                            : name.group(1);
                    documented.put(whole.replaceAll("\"[^\"]*\"", ANY), row.group(2).replace("`", ""));
                }
            }
        }
        return documented;
    }

    /** @param into gets names of properties with their defaults, empty if there is none */
    private static void collect(Class<?> group, String prefix, Map<String, String> into) {
        for (Method property : group.getMethods()) {
            String name = property.isAnnotationPresent(WithParentName.class) ? prefix
                    : prefix + "." + property.getName().replaceAll("([A-Z])", "-$1").toLowerCase();
            WithDefault value = property.getAnnotation(WithDefault.class);
            Class<?> type = property.getReturnType();
            if (type == Map.class) {
                Type values = ((ParameterizedType) property.getGenericReturnType()).getActualTypeArguments()[1];
                collect((Class<?>) values, name + "." + ANY, null, into);
            } else {
                collect(type, name, value, into);
            }
        }
    }

    private static void collect(Class<?> type, String name, WithDefault value, Map<String, String> into) {
        if (type.isInterface() && type.getName().startsWith("dev.cairn.")) {
            collect(type, name, into);
        } else {
            into.put(name, value == null ? "" : value.value());
        }
    }
}
