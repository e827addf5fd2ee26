package dev.cairn.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the documentation. */
final class DocumentationFiles {

    private DocumentationFiles() {}

    /** The text of a file below the component of the pages. */
    static String text(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path file(String name) {
        Path top = Path.of("").toAbsolutePath();
        while (!Files.exists(top.resolve("docs/modules/ROOT"))) {
            top = top.getParent();
        }
        return top.resolve("docs/modules/ROOT").resolve(name);
    }
}
