package dev.cairn.deployment.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.quarkus.util.ClassPathUtils;

/** Reads the components of the console and the runtime of Lit from the class path of the build. */
final class ConsoleSources {

    private static final String COMPONENTS = "META-INF/cairn-console";
    /** In it are the packages of npm, each in a directory with its version. */
    private static final String PACKAGES = "META-INF/resources/_static/";
    private static final Set<String> LIT_PACKAGES = Set.of("lit", "lit-html", "lit-element", "reactive-element");

    private ConsoleSources() {}

    /** The files by their names, with slashes between directories. */
    static Map<String, byte[]> read() {
        Map<String, byte[]> files = new TreeMap<>();
        collect(COMPONENTS, "", 0, files);
        for (String name : LIT_PACKAGES) {
            // Behind the name comes the version.
            collect(PACKAGES + name, ConsoleSite.LIBRARIES + name + "/", 1, files);
        }
        files.keySet().removeIf(name -> name.startsWith(ConsoleSite.LIBRARIES) && !isNeeded(name));
        return files;
    }

    /** Left out are builds for development and for servers, decorators, and descriptions for tools. */
    private static boolean isNeeded(String name) {
        return name.endsWith(".js") && !name.contains("/development/") && !name.contains("/node/") && !name.contains("/decorators")
                && !name.contains("polyfill") && !name.contains("ssr");
    }

    private static void collect(String resource, String prefix, int skippedDirectories, Map<String, byte[]> files) {
        try {
            ClassPathUtils.consumeAsPaths(ConsoleSources.class.getClassLoader(), resource, directory -> {
                try (Stream<Path> paths = Files.walk(directory)) {
                    paths.filter(Files::isRegularFile).forEach(file -> {
                        Path inside = directory.relativize(file);
                        Path named = inside.subpath(skippedDirectories, inside.getNameCount());
                        files.put(prefix + named.toString().replace('\\', '/'), content(file));
                    });
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource + " from the class path of the build", e);
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
