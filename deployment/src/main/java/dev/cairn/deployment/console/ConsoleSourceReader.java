package dev.cairn.deployment.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.smallrye.common.classloader.ClassPathUtils;

/** Reads the components of the console and the runtime of Lit from the class path of the build. */
public final class ConsoleSourceReader {

    private static final String COMPONENTS = "META-INF/cairn-console";
    /** Packages of npm, and a file that the artifact of each has. Their archives have no entries for directories, which could be asked for. */
    private static final Map<String, String> PACKAGES = Map.of(
            "lit", "META-INF/maven/org.mvnpm/lit/pom.properties",
            "lit-html", "META-INF/maven/org.mvnpm/lit-html/pom.properties",
            "lit-element", "META-INF/maven/org.mvnpm/lit-element/pom.properties",
            "reactive-element", "META-INF/maven/org.mvnpm.at.lit/reactive-element/pom.properties");
    /** Path of a package in its artifact, in a directory with its version. */
    private static final String PACKAGE = "META-INF/resources/_static/";

    private ConsoleSourceReader() {}

    /**
     * The files by their names, with slashes between directories.
     *
     * @throws IllegalStateException if the class path of the build lacks some
     */
    static Map<String, byte[]> read() {
        Map<String, byte[]> files = components();
        PACKAGES.forEach((name, marker) -> visit(marker, file -> {
            Path root = file;
            for (String each : marker.split("/")) {
                root = root.getParent();
            }
            // Behind the name comes the version.
            collect(root.resolve(PACKAGE + name), ConsoleSite.LIBRARIES + name + "/", 1, files);
        }));
        files.keySet().removeIf(name -> name.startsWith(ConsoleSite.LIBRARIES) && !isNeeded(name));
        return files;
    }

    /** As {@link #read}, without the runtime of Lit. */
    public static Map<String, byte[]> components() {
        Map<String, byte[]> files = new TreeMap<>();
        visit(COMPONENTS, directory -> collect(directory, "", 0, files));
        return files;
    }

    /** Left out are builds for development and for servers, decorators, and descriptions for tools. */
    private static boolean isNeeded(String name) {
        return name.endsWith(".js") && !name.contains("/development/") && !name.contains("/node/")
                && !name.contains("/decorators")
                && !name.contains("polyfill") && !name.contains("ssr");
    }

    private static void visit(String resource, Consumer<Path> visitor) {
        boolean[] found = { false };
        try {
            ClassPathUtils.consumeAsPaths(ConsoleSourceReader.class.getClassLoader(), resource, path -> {
                found[0] = true;
                visitor.accept(path);
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource + " from the class path of the build", e);
        }
        if (!found[0]) {
            throw new IllegalStateException("The class path of the build has no " + resource + ", which the console needs");
        }
    }

    private static void collect(Path directory, String prefix, int skippedDirectories, Map<String, byte[]> files) {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.filter(Files::isRegularFile).forEach(file -> {
                Path inside = directory.relativize(file);
                Path named = inside.subpath(skippedDirectories, inside.getNameCount());
                files.put(prefix + named.toString().replace('\\', '/'), content(file));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
