package dev.cairn.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the data of the suites. They are not part of this project. */
final class ConformanceData {

    private static final String BESIDE = "../shared/conformance";

    private ConformanceData() {}

    /** The directory in {@code -Dconformance.dir}; without it, the directory beside the project. */
    static Path directory() {
        return resolved(System.getProperty("conformance.dir", BESIDE));
    }

    static boolean isPresent() {
        return Files.isDirectory(directory());
    }

    /** Skips the test if the data are not there, and says so. */
    static void assumePresent(String suite) {
        String reason = suite + ": skipped, there is no directory " + directory() + "; set -Dconformance.dir";
        if (!isPresent()) {
            System.out.println(reason);
        }
        assumeTrue(isPresent(), reason);
    }

    /** A path given on the command line, which is relative to the project, not to this module. */
    static Path resolved(String path) {
        return root().resolve(path).normalize();
    }

    static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        if (root == null) {
            throw new IllegalStateException("Not inside the project: " + Path.of("").toAbsolutePath());
        }
        return root;
    }

    /** Files of a folder in the order of their names. */
    static List<Path> files(String folder, String ending) {
        try (Stream<Path> files = Files.list(directory().resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot list " + folder, e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + file, e);
        }
    }
}
