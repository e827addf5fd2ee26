package dev.cairn.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server that is a process of this machine. It is killed at the latest when this JVM ends. */
final class ServerProcess {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Number of output lines shown of a server that does not start. */
    private static final int LINES_KEPT = 30;

    private final Process process;
    private final Thread killer;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    private ServerProcess(Process process) {
        this.process = process;
        killer = new Thread(process::destroyForcibly, "server-killer");
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /**
     * Starts a process and waits until it says that it is ready.
     *
     * @param environment variables beside those of this process
     * @param readyText part of the line it says when it is ready
     * @throws IllegalStateException if it ends or keeps silent instead
     */
    static ServerProcess start(List<String> command, Map<String, String> environment, String readyText) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        ServerProcess server;
        try {
            server = new ServerProcess(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + command.get(0), e);
        }
        Thread reader = new Thread(() -> server.read(readyText), "server-output");
        reader.setDaemon(true);
        reader.start();
        server.awaitReady(command);
        return server;
    }

    /** For as long as the server lives: it would stand still if its output were not read. */
    private void read(String readyText) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                synchronized (lastLines) {
                    lastLines.add(line);
                    if (lastLines.size() > LINES_KEPT) {
                        lastLines.remove();
                    }
                }
                if (line.contains(readyText)) {
                    ready.complete(null);
                }
            }
            ready.completeExceptionally(new IOException("It ended"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    private void awaitReady(List<String> command) {
        try {
            ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            kill();
            synchronized (lastLines) {
                throw new IllegalStateException("A server did not start: " + String.join(" ", command) + "\n"
                        + String.join("\n", lastLines), e);
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a server started", e);
        }
    }

    /** Kills it and all processes it started, which would otherwise hold its files for a while. */
    void kill() {
        halt();
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
        children.forEach(child -> child.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }

    /** A stopped process starts no child that a list of its children would lack. */
    private void halt() {
        try {
            signal("STOP");
        } catch (IllegalStateException e) {
            // It ended by itself, or it ends now.
            process.destroyForcibly();
        }
    }

    /**
     * Asks it to end.
     *
     * @param signal the signal: {@code TERM}, {@code INT}
     */
    void stop(String signal) {
        signal(signal);
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The server with the process id " + process.pid() + " does not end");
            }
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a server ended", e);
        }
    }

    /** Sends a signal to the process. */
    void signal(String name) {
        signal(name, process.toHandle());
    }

    /** Sends a signal to the process and to those it started. */
    void signalAll(String name) {
        signal(name);
        // A child that ended meanwhile needs no signal.
        process.descendants().filter(ProcessHandle::isAlive).forEach(child -> signal(name, child));
    }

    private static void signal(String name, ProcessHandle process) {
        Commands.run(null, "kill", "-" + name, String.valueOf(process.pid()));
    }
}
