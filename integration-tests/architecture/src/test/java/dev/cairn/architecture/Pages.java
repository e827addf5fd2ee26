package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of one Antora module: {@code nav.adoc} and what is below {@code pages}. */
final class Pages {

    private static final Pattern XREF = Pattern.compile("xref:([^\\[#]+\\.adoc)");

    private final Path module;

    Pages(Path module) {
        this.module = module;
    }

    /** Pages that the navigation does not name, and cross references to pages that are not there. */
    List<String> faults() {
        Path nav = module.resolve("nav.adoc");
        Set<String> pages = names();
        List<String> faults = new ArrayList<>(deadReferences(nav, pages));
        for (String page : pages) {
            faults.addAll(deadReferences(module.resolve("pages").resolve(page), pages));
        }
        Set<String> unreached = new TreeSet<>(pages);
        unreached.removeAll(references(nav));
        unreached.forEach(page -> faults.add(page + " is not in the navigation"));
        return faults;
    }

    Set<String> names() {
        Path pages = module.resolve("pages");
        try (Stream<Path> files = Files.walk(pages)) {
            Set<String> names = new TreeSet<>();
            files.filter(file -> file.toString().endsWith(".adoc"))
                    .forEach(file -> names.add(pages.relativize(file).toString().replace('\\', '/')));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the pages of " + module, e);
        }
    }

    private List<String> deadReferences(Path file, Set<String> pages) {
        return references(file).stream()
                .filter(target -> !pages.contains(target))
                .map(target -> file.getFileName() + " refers to " + target + ", which is not there")
                .toList();
    }

    private static Set<String> references(Path file) {
        try {
            Set<String> targets = new TreeSet<>();
            for (Matcher matcher = XREF.matcher(Files.readString(file)); matcher.find();) {
                targets.add(matcher.group(1));
            }
            return targets;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
