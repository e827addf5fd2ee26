package dev.cairn.servers;

import java.nio.file.Path;

/**
 * A Redis server: the {@code redis-server} on the path. Without it, apt-get fetches the distribution's package to
 * the user's cache directory, and does not install it.
 */
public final class RedisServer extends KeyValueServer {

    /**
     * Starts a server; returns when it takes connections.
     *
     * @param directory the directory of its files, created if missing
     * @param settings lines as in its configuration file: {@code "appendonly yes"}
     * @throws IllegalStateException if there is no executable, or if it does not start; the message says what it said
     */
    public RedisServer(Path directory, String... settings) {
        super(ServerExecutable.redis(), directory, null, settings);
    }

    /** Starts a server whose machine can lose its power. */
    public RedisServer(LosingDisk disk, String... settings) {
        super(ServerExecutable.redis(), disk.directory(), disk, settings);
    }
}
