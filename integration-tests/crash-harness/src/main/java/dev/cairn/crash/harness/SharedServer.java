package dev.cairn.crash.harness;

import java.nio.file.Path;

import dev.cairn.servers.LocalServer;

/** The server that the nodes of a test share. */
public interface SharedServer {

    /** Starts the server. */
    LocalServer serve(Path directory);

    /** The setting, as {@code -D…}, that makes the application use a server on this port of loopback. */
    String setting(int port);
}
