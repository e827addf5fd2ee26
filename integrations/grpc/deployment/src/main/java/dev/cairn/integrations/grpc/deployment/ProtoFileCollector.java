package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects a proto file and its imports in a directory, where the compiler finds them. An import is a path from the root of the class
 * path, or from the directory of the proto file. The types of Google that come with gRPC can be imported as well.
 */
final class ProtoFileCollector {

    private static final Pattern IMPORT = Pattern
            .compile("(?m)^\\s*import\\s+(?:public\\s+|weak\\s+)?[\"']([^\"']+)[\"']\\s*;");
    private static final Pattern SAFE_PATH = Pattern.compile("[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*");

    private final Path directory;
    private final Function<String, Optional<byte[]>> resources;
    private final Set<String> collected = new TreeSet<>();
    private final Set<String> watched = new TreeSet<>();

    /** @param resources the files of the application, by their path from the root of the class path */
    ProtoFileCollector(Path directory, Function<String, Optional<byte[]>> resources) {
        this.directory = directory;
        this.resources = resources;
    }

    /** @param file its path from the root of the class path */
    void collect(String file) {
        int slash = file.lastIndexOf('/');
        add(file, file, slash < 0 ? "" : file.substring(0, slash + 1));
    }

    /** Paths of the application's files that were looked for, whether or not they exist. */
    Set<String> watched() {
        return watched;
    }

    private void add(String name, String path, String base) {
        // Other imports are left to the compiler, which reports them.
        if (!SAFE_PATH.matcher(name).matches() || name.contains("..") || !collected.add(name)) {
            return;
        }
        byte[] content = find(path).or(() -> base.isEmpty() ? Optional.empty() : find(base + path))
                .or(() -> ofLibrary(path)).orElse(null);
        if (content == null) {
            return;
        }
        write(name, content);
        Matcher imports = IMPORT.matcher(new String(content, StandardCharsets.UTF_8));
        while (imports.find()) {
            add(imports.group(1), imports.group(1), base);
        }
    }

    private Optional<byte[]> find(String path) {
        watched.add(path);
        return resources.apply(path);
    }

    private static Optional<byte[]> ofLibrary(String path) {
        if (!path.startsWith("google/")) {
            return Optional.empty();
        }
        try (InputStream content = ProtoFileCollector.class.getClassLoader().getResourceAsStream(path)) {
            return content == null ? Optional.empty() : Optional.of(content.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void write(String name, byte[] content) {
        try {
            Path target = directory.resolve(name);
            Files.createDirectories(target.getParent());
            Files.write(target, content);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("Cannot write " + name + " to " + directory, unwritable);
        }
    }
}
