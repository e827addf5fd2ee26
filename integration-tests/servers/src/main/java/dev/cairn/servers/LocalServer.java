package dev.cairn.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server on loopback, a process of its own. It keeps its port and its directory over restarts. Not thread-safe, except that
 * {@link #close()} may come from anywhere.
 */
public abstract class LocalServer implements AutoCloseable {

    private static final int PORTS_TO_TRY = 5;
    /** Maximum time that a restart waits for its port. */
    private static final Duration PORT_TAKEN = Duration.ofSeconds(20);
    private static final long PAUSE_MILLIS = 200;

    private final Path directory;
    private final LosingDisk disk;
    private int port;
    private volatile ServerProcess running;

    /** @param disk the disk of the directory, or null if it loses nothing */
    LocalServer(Path directory, LosingDisk disk) {
        this.directory = directory.toAbsolutePath();
        this.disk = disk;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make the directory of the server " + directory, e);
        }
    }

    /** Starts it for the first time; to be called when everything that {@link #launch} needs is there. */
    final void startOnFreePort() {
        for (int i = 1; running == null; i++) {
            port = freePort();
            try {
                running = launch();
            } catch (IllegalStateException e) {
                // Between asking for a free port and using it, another process may have taken it.
                if (i == PORTS_TO_TRY || !isPortTaken(e)) {
                    throw e;
                }
            }
        }
    }

    /** True if a server did not start because a port is in use that it was told to listen on. */
    public static boolean isPortTaken(IllegalStateException failure) {
        return failure.getMessage().contains("Address already in use");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("There is no free port", e);
        }
    }

    /** Starts the process on the data in the directory; returns when it takes connections. */
    abstract ServerProcess launch();

    /**
     * The environment with which it must be started.
     *
     * @param libraries directories with shared libraries it needs, as LD_LIBRARY_PATH takes them, or null
     */
    final Map<String, String> environment(String libraries) {
        Map<String, String> environment = new HashMap<>();
        if (libraries != null) {
            environment.put("LD_LIBRARY_PATH", libraries);
        }
        if (disk != null) {
            environment.putAll(disk.environment());
        }
        return environment;
    }

    /** The signal that makes it end in order, without waiting for its clients. */
    String stopSignal() {
        return "TERM";
    }

    /** The directory of its files. */
    public final Path directory() {
        return directory;
    }

    /** The port it listens on; the same after a restart. */
    public final int port() {
        return port;
    }

    /** Starts it again, on its data, after {@link #kill()} or {@link #stop()}. Returns when it takes connections. */
    public final void start() {
        if (running != null) {
            throw new IllegalStateException("The server on port " + port + " is running");
        }
        long lastNanos = System.nanoTime() + PORT_TAKEN.toNanos();
        while (running == null) {
            try {
                running = launch();
            } catch (IllegalStateException e) {
                // While it was down another process may have got its port for a connection.
                if (!isPortTaken(e) || System.nanoTime() > lastNanos) {
                    throw e;
                }
                new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
            }
        }
    }

    /** Kills it with SIGKILL, and all processes it started; returns when they are dead. */
    public final void kill() {
        end().kill();
    }

    /** Asks it to end, which makes it write what it still has to; returns when it has ended. */
    public final void stop() {
        end().stop(stopSignal());
    }

    /** Kills it, and starts it again on what it had on disk. */
    public final void killAndStart() {
        kill();
        start();
    }

    /** Stops its machine: kills it, and what it had not synced is lost. It must be on a {@link LosingDisk}. */
    public final void losePower() {
        kill();
        disk.lose();
    }

    /** Halts it: connections stay open, and nothing is answered until {@link #resume()}. */
    public final void pause() {
        alive().signalAll("STOP");
    }

    /** Lets it go on after {@link #pause()}. */
    public final void resume() {
        alive().signalAll("CONT");
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
