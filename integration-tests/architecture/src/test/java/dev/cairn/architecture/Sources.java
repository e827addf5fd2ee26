package dev.cairn.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of the project, tests included. */
final class Sources {

    private Sources() {}

    /** The top directory of the project: the one with mvnw in it, at or above where the tests run. */
    static Path top() {
        for (Path candidate = Path.of("").toAbsolutePath(); candidate != null; candidate = candidate.getParent()) {
            if (Files.exists(candidate.resolve("mvnw"))) {
                return candidate;
            }
        }
        throw new IllegalStateException("no mvnw at or above " + Path.of("").toAbsolutePath());
    }

    /** Every Java file under a {@code src} directory below {@code top}, in order of its path. */
    static List<Path> below(Path top) {
        List<Path> sources = new ArrayList<>();
        collect(top, false, sources);
        return sources;
    }

    private static void collect(Path directory, boolean insideSrc, List<Path> into) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.sorted().toList()) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry) && !name.equals("target") && !name.startsWith(".")) {
                    collect(entry, insideSrc || name.equals("src"), into);
                } else if (insideSrc && name.endsWith(".java")) {
                    into.add(entry);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory, e);
        }
    }
}
