package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of one Antora module: {@code nav.adoc} and what is below {@code pages}. */
final class Pages {

    private static final Pattern XREF = Pattern.compile("xref:([^\\[#]+\\.adoc)(?:#([^\\[]+))?");
    private static final Pattern WITHIN = Pattern.compile("<<([\\w-]+)(?:,[^>]*)?>>");
    private static final Pattern ANCHOR = Pattern.compile("\\[(?:#|\\[)([\\w-]+)");
    private static final Pattern HEADING = Pattern.compile("^=+ (.+)$", Pattern.MULTILINE);

    private final Path module;

    Pages(Path module) {
        this.module = module;
    }

    /** Pages that the navigation does not name, and cross references to pages or places that are not there. */
    List<String> faults() {
        Path nav = module.resolve("nav.adoc");
        Set<String> pages = names();
        List<String> faults = new ArrayList<>(deadReferences(nav, pages));
        for (String page : pages) {
            Path file = page(page);
            faults.addAll(deadReferences(file, pages));
            Set<String> places = places(file);
            matches(WITHIN, file).map(match -> match.group(1)).filter(place -> !places.contains(place))
                    .forEach(place -> faults.add(page + " refers to #" + place + ", which it does not have"));
        }
        Set<String> unreached = new TreeSet<>(pages);
        matches(XREF, nav).forEach(match -> unreached.remove(match.group(1)));
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
        List<String> faults = new ArrayList<>();
        matches(XREF, file).forEach(match -> {
            String page = match.group(1);
            String place = match.group(2);
            if (!pages.contains(page)) {
                faults.add(file.getFileName() + " refers to " + page + ", which is not there");
            } else if (place != null && !places(page(page)).contains(place)) {
                faults.add(file.getFileName() + " refers to " + page + "#" + place + ", which that page does not have");
            }
        });
        return faults;
    }

    private Path page(String name) {
        return module.resolve("pages").resolve(name);
    }

    /** Targets of references: anchors, and headings by the ids that the site gives them. */
    private static Set<String> places(Path file) {
        Set<String> places = new TreeSet<>();
        matches(ANCHOR, file).forEach(match -> places.add(match.group(1)));
        matches(HEADING, file).forEach(match -> places.add(match.group(1).toLowerCase(Locale.ROOT)
                .replaceAll("[^ \\w.-]", "").replaceAll("[ .-]+", "-")));
        return places;
    }

    private static Stream<MatchResult> matches(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).results();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
