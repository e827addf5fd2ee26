package dev.cairn.snippets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The directory of the project. */
final class Project {

    static final Path TOP = top();
    private static final Path DOCS = TOP.resolve("docs/modules/ROOT");

    private Project() {}

    /** The blocks of the README and of all pages. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>(Markdown.blocks("README.md", Files.readAllLines(TOP.resolve("README.md"))));
        try (Stream<Path> pages = Files.walk(DOCS.resolve("pages"))) {
            for (Path page : pages.filter(file -> file.toString().endsWith(".adoc")).sorted().toList()) {
                blocks.addAll(AsciiDoc.blocks(TOP.relativize(page).toString(), Files.readAllLines(page)));
            }
        }
        return blocks;
    }

    /** The text of a file; empty if it is missing. */
    static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /** Every {@code pom.xml} of the build. */
    static List<Path> modules() {
        return files(TOP).stream().filter(file -> file.endsWith("pom.xml")).toList();
    }

    /** All files below a directory, but for what builds have made. */
    static List<Path> files(Path directory) {
        List<Path> files = new ArrayList<>();
        collect(directory, files);
        return files;
    }

    private static void collect(Path directory, List<Path> into) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (!Files.isDirectory(entry)) {
                    into.add(entry);
                } else if (!name.equals("target") && !name.startsWith(".")) {
                    collect(entry, into);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory, e);
        }
    }

    private static Path top() {
        for (Path candidate = Path.of("").toAbsolutePath(); candidate != null; candidate = candidate.getParent()) {
            if (Files.exists(candidate.resolve("mvnw"))) {
                return candidate;
            }
        }
        throw new IllegalStateException("no mvnw at or above " + Path.of("").toAbsolutePath());
    }
}
