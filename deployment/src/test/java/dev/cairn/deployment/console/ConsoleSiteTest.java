package dev.cairn.deployment.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

/** The console is complete, and a browser knows by the paths when it has changed. */
class ConsoleSiteTest {

    private static final List<String> FORBIDDEN = List.of(" style=", "innerHTML", "unsafeHTML", "unsafeSVG", "styleMap",
            "eval(", "new Function", "document.write");

    private final Map<String, byte[]> sources = ConsoleSourceReader.read();

    @Test
    void everyImportLeadsToAFile() {
        Map<String, byte[]> own = new TreeMap<>(sources);
        own.keySet().removeIf(name -> !name.endsWith(".js") || name.startsWith(ConsoleSite.LIBRARIES));
        assertThat(own).hasSizeGreaterThan(20);

        assertThat(new ModuleImportGraph(sources).missingFrom(own.keySet())).isEmpty();
    }

    @Test
    void hasOnlyWhatBrowsersNeed() {
        assertThat(sources.keySet()).contains("index.html", "app.js", "console.css", "lib/lit/index.js",
                "lib/lit-html/lit-html.js", "lib/lit-element/lit-element.js", "lib/reactive-element/reactive-element.js",
                "lib/lit-html/directives/repeat.js");
        assertThat(sources.keySet())
                .noneMatch(name -> name.contains("development") || name.endsWith(".map") || name.contains("/node/"));
    }

    @Test
    void theVersionIsThatOfAllFiles() {
        ConsoleSite site = ConsoleSite.of(sources);
        Map<String, byte[]> changed = new TreeMap<>(sources);
        changed.put("core/format.js", "export const other = 1;".getBytes(StandardCharsets.UTF_8));

        assertThat(ConsoleSite.of(sources).version()).isEqualTo(site.version());
        assertThat(ConsoleSite.of(changed).version()).isNotEqualTo(site.version());
        assertThat(page(site)).contains("src=\"assets/" + site.version() + "/app.js\"",
                "href=\"assets/" + site.version() + "/console.css\"",
                "\"lit\":\"./assets/" + site.version() + "/lib/lit/index.js\"");
    }

    /** Browsers would otherwise fetch them one level of imports after another. */
    @Test
    void thePageNamesTheModulesOfTheFirstView() {
        String page = page(ConsoleSite.of(sources));

        assertThat(List.of("app.js", "core/source.js", "lib/reactive-element/css-tag.js", "pages/workflows-page.js",
                "lib/lit-html/lit-html.js"))
                .allMatch(module -> page.contains("/" + module + "\">"));
        assertThat(page).doesNotContain("pages/instance-page.js");
    }

    /** A policy without {@code unsafe-inline} ignores such attributes. */
    @Test
    void noTemplateHasWhatThePolicyForbids() {
        TreeSet<String> offending = new TreeSet<>();
        sources.forEach((name, content) -> {
            String text = new String(content, StandardCharsets.UTF_8);
            if (!name.startsWith(ConsoleSite.LIBRARIES) && FORBIDDEN.stream().anyMatch(text::contains)) {
                offending.add(name);
            }
        });
        assertThat(offending).isEmpty();
    }

    private static String page(ConsoleSite site) {
        return new String(site.files().get("index.html"), StandardCharsets.UTF_8);
    }
}
