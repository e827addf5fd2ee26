package dev.cairn.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Fetched or unpacked files are kept for all builds of this user, where the wrapper of Maven keeps its files as well. */
final class Downloads {

    private static final Path CACHE = cache();

    private Downloads() {}

    /** Fills a directory. */
    interface Fetch {
        void into(Path directory) throws IOException;
    }

    private static Path cache() {
        String own = System.getenv("CAIRN_CACHE");
        String users = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home"));
        return own != null ? Path.of(own) : (users != null ? Path.of(users) : home.resolve(".cache")).resolve("cairn");
    }

    /**
     * A directory of the cache, filled if it is not there.
     *
     * @param name of the directory; has the version of what is in it
     */
    static Path directory(String name, Fetch fetch) {
        Path directory = CACHE.resolve(name);
        if (!Files.exists(directory)) {
            try {
                fill(directory, fetch);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot fill " + directory, e);
            }
        }
        return directory;
    }

    /** Other JVMs may be at the same: each prepares a directory of its own, and the first one wins. */
    private static void fill(Path directory, Fetch fetch) throws IOException {
        Files.createDirectories(CACHE);
        Path own = Files.createTempDirectory(CACHE, "fetching");
        try {
            fetch.into(own);
            Files.move(own, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Which kind it is differs between platforms.
            if (!Files.exists(directory)) {
                throw e;
            }
            Commands.run(null, "rm", "-r", own.toString());
        }
    }
}
