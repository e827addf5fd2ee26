package dev.cairn.deployment.console;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds which modules import which. A browser that is told of them with the page fetches them at once, and not one level after another.
 *
 * @param files the modules by their names
 */
record ModuleImportGraph(Map<String, byte[]> files) {

    /** Packages by the names that modules import, with their main modules. */
    static final Map<String, String> PACKAGES = new TreeMap<>(
            Map.of("lit", "index.js", "lit-html", "lit-html.js", "lit-element",
                    "lit-element.js", "@lit/reactive-element", "reactive-element.js"));

    /** Static imports of the whole module; imports that are calls come later. */
    private static final Pattern STATIC_IMPORT = Pattern
            .compile("(?:^|[;\\n/])\\s*(?:import|export)\\b(?:[^\"'`;()]*?\\bfrom)?\\s*[\"']([^\"']+)[\"']");

    /** The modules and all that they import, the former first. */
    Set<String> reachedFrom(Collection<String> modules) {
        Set<String> reached = new LinkedHashSet<>();
        modules.forEach(module -> follow(module, reached));
        reached.retainAll(files.keySet());
        return reached;
    }

    /** Direct and indirect imports of the modules that have no file. */
    Set<String> missingFrom(Collection<String> modules) {
        Set<String> reached = new LinkedHashSet<>();
        modules.forEach(module -> follow(module, reached));
        reached.removeAll(files.keySet());
        return reached;
    }

    private void follow(String module, Set<String> reached) {
        byte[] content = files.get(module);
        if (!reached.add(module) || content == null) {
            return;
        }
        Matcher matcher = STATIC_IMPORT.matcher(new String(content, StandardCharsets.UTF_8));
        while (matcher.find()) {
            follow(resolve(module, matcher.group(1)), reached);
        }
    }

    private static String resolve(String importer, String imported) {
        if (imported.startsWith(".")) {
            return URI.create(importer).resolve(imported).toString();
        }
        for (Map.Entry<String, String> each : PACKAGES.entrySet()) {
            String directory = ConsoleSite.LIBRARIES + each.getKey().substring(each.getKey().indexOf('/') + 1) + "/";
            if (imported.equals(each.getKey())) {
                return directory + each.getValue();
            }
            if (imported.startsWith(each.getKey() + "/")) {
                return directory + imported.substring(each.getKey().length() + 1);
            }
        }
        return imported;
    }
}
