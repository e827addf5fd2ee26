package dev.cairn.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis or Valkey server on loopback, a process of its own. It keeps its port and its directory over restarts. Not thread-safe,
 * except that {@link #close()} may come from anywhere.
 */
public abstract class KeyValueServer implements AutoCloseable {

    private static final String READY = "Ready to accept connections";
    private static final int PORTS_TO_TRY = 5;

    private final ServerExecutable executable;
    private final Path directory;
    private final List<String> settings;
    private final int port;
    private volatile ServerProcess running;

    KeyValueServer(ServerExecutable executable, Path directory, String... settings) {
        this.executable = executable;
        this.directory = directory.toAbsolutePath();
        this.settings = List.of(settings);
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make the directory of the server " + directory, e);
        }
        port = startOnFreePort();
    }

    private int startOnFreePort() {
        for (int i = 1; true; i++) {
            int free = freePort();
            try {
                running = launch(free);
                return free;
            } catch (IllegalStateException e) {
                // Between asking for a free port and using it, somebody else may have taken it.
                if (i == PORTS_TO_TRY || !e.getMessage().contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("There is no free port", e);
        }
    }

    private ServerProcess launch(int onPort) {
        List<String> command = new ArrayList<>(List.of(executable.file().toString(), "--port", String.valueOf(onPort), "--bind",
                "127.0.0.1", "--dir", directory.toString(), "--logfile", "", "--daemonize", "no"));
        for (String setting : settings) {
            int space = setting.indexOf(' ');
            command.add("--" + setting.substring(0, space));
            command.add(setting.substring(space + 1));
        }
        return ServerProcess.start(command, executable.libraries(), READY);
    }

    /** The port it listens on; the same after a restart. */
    public final int port() {
        return port;
    }

    /** Where it listens, as {@code quarkus.redis.hosts} takes it. */
    public final String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Starts it again, on its data, after {@link #kill()} or {@link #stop()}. Returns when it takes connections. */
    public final void start() {
        if (running != null) {
            throw new IllegalStateException("The server on port " + port + " is running");
        }
        running = launch(port);
    }

    /** Kills it with SIGKILL; returns when it is dead. */
    public final void kill() {
        end().kill();
    }

    /** Asks it to end, which makes it write what it still has to; returns when it has ended. */
    public final void stop() {
        end().stop();
    }

    /** Kills it, and starts it again on what it had on disk. */
    public final void killAndStart() {
        kill();
        start();
    }

    /** Halts it: connections stay open, and nothing is answered until {@link #resume()}. */
    public final void pause() {
        alive().signal("STOP");
    }

    /** Lets it go on after {@link #pause()}. */
    public final void resume() {
        alive().signal("CONT");
    }

    /** Kills it if it runs. Its directory stays. */
    @Override
    public final void close() {
        if (running != null) {
            kill();
        }
    }

    private ServerProcess alive() {
        if (running == null) {
            throw new IllegalStateException("The server on port " + port + " is not running");
        }
        return running;
    }

    private ServerProcess end() {
        ServerProcess ending = alive();
        running = null;
        return ending;
    }
}
