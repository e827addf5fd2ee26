package dev.cairn.servers;

import java.nio.file.Path;

/**
 * A Redis server. The {@code redis-server} on the path, or else the one of the distribution's package, which is fetched with
 * apt-get, without being installed, and kept in the user's cache directory.
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
