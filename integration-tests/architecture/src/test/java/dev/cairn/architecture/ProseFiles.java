package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of the project that people read: sources, scripts, poms, pages and decisions; no output of the build. */
final class ProseFiles {

    private static final Set<String> SKIPPED = Set.of("target", "node_modules", "mvnw", "LICENSE");
    /** Directories with a leading period hold tools' own files, except for this one. */
    private static final String SCRIPTS = ".ci";

    private ProseFiles() {}

    /** Breaches by the file's path below {@code top}, of files that have any. */
    static SortedMap<String, List<String>> breaches(Path top) {
        SortedMap<String, List<String>> breaches = new TreeMap<>();
        collect(top, top, breaches);
        return breaches;
    }

    private static void collect(Path top, Path directory, SortedMap<String, List<String>> into) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (SKIPPED.contains(name) || name.startsWith(".") && !name.equals(SCRIPTS)) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    collect(top, entry, into);
                } else {
                    read(top.relativize(entry).toString().replace('\\', '/'), entry, into);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the files below " + directory, e);
        }
    }

    private static void read(String name, Path file, SortedMap<String, List<String>> into) throws IOException {
        if (!ProseReader.reads(name)) {
            return;
        }
        List<String> breaches = ProseRules.breaches(ProseReader.paragraphs(name, Files.readString(file)));
        if (!breaches.isEmpty()) {
            into.put(name, breaches);
        }
    }
}
