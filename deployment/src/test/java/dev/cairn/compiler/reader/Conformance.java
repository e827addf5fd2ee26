package dev.cairn.compiler.reader;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the schema, examples and scenarios of the specification. They are not part of this project. */
public final class Conformance {

    static final String ABSENT = "The specification's files are not here; set -Dconformance.dir";

    private Conformance() {}

    /**
     * The directory in the system property {@code conformance.dir}, by default {@code ../shared/conformance} beside the project.
     */
    public static Optional<Path> directory() {
        String configured = System.getProperty("conformance.dir");
        if (configured != null) {
            return Optional.of(Path.of(configured));
        }
        return Optional.of(project().resolve("../shared/conformance")).filter(Files::isDirectory);
    }

    /** The directory of the whole project. */
    static Path project() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        return root;
    }
}
