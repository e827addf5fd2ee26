package dev.cairn.testkit.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Quarkus application in a JVM of its own: known to be ready when it logs where it listens, and killed with SIGKILL, so that no
 * shutdown hook, no finally and no flush has a chance.
 */
public final class ChildJvm implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://\\S+)");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Number of output lines that a failure message has. */
    private static final int LINES_KEPT = 40;

    private final Process child;
    private final Path log;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<URI> ready = new CompletableFuture<>();

    private ChildJvm(Process child, Path log) {
        this.child = child;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param command of the operating system, {@code java} first
     * @param log file to which its output is appended
     */
    public static ChildJvm start(List<String> command, Path log) {
        try {
            Writer writer = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            ChildJvm jvm = new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start(), log);
            Thread reader = new Thread(() -> jvm.copyOutput(writer), "output of " + jvm.child.pid());
            reader.setDaemon(true);
            reader.start();
            return jvm;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Completes with the address it listens at, or fails when it ends without having listened. */
    public CompletableFuture<URI> ready() {
        return ready.copy();
    }

    /** Kills it with SIGKILL, as {@link Process#destroyForcibly} does on Linux and macOS, and waits until it is gone. */
    public void kill() {
        child.destroyForcibly();
        try {
            child.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + child.pid() + " to end", interrupted);
        }
    }

    /**
     * Stops it with SIGSTOP: it stands still, in any operation, until {@link #goOn}. On Linux it does when this returns; other
     * systems do not tell.
     */
    public void standStill() {
        signal("STOP");
        // A thread that runs, or is about to, stops a moment after the signal was sent.
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!StoppedProcessDetector.allThreadsStopped(child.pid())) {
            if (!child.isAlive() || System.nanoTime() > deadlineNanos) {
                throw new IllegalStateException("It does not stand still" + lastWords());
            }
            Thread.onSpinWait();
        }
    }

    /** Lets it go on with SIGCONT. */
    public void goOn() {
        signal("CONT");
    }

    /** Asks it to end with SIGTERM, as an operator does. */
    public void stop() {
        child.destroy();
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(child.pid())).inheritIO().start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("Cannot send SIG" + name + " to " + child.pid());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a signal was sent to " + child.pid(), interrupted);
        }
    }

    /** Waits for it to end by itself; false if it has not within this time. */
    public boolean awaitEnd(Duration within) throws InterruptedException {
        return child.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Its exit code; fails if it has not ended. */
    public int exitCode() {
        return child.exitValue();
    }

    /**
     * Waits until it listens, and gives the address.
     *
     * @throws IllegalStateException if it ends before, or does not within this time; the message has the end of what it printed
     */
    public URI awaitReady(Duration within) throws InterruptedException {
        try {
            return ready.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException failure) {
            throw new IllegalStateException("The application was not ready within " + within + lastWords(), failure);
        } catch (ExecutionException failure) {
            throw new IllegalStateException("The application was never ready" + lastWords(), failure.getCause());
        }
    }

    /** The end of its output, for the end of a message: the file with all of it may be gone when the message is read. */
    public String lastWords() {
        synchronized (lastLines) {
            return "; the end of " + log + ":\n" + String.join("\n", lastLines);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private void remember(String line) {
        synchronized (lastLines) {
            lastLines.add(line);
            if (lastLines.size() > LINES_KEPT) {
                lastLines.remove();
            }
        }
    }

    private void copyOutput(Writer writer) {
        try (writer; BufferedReader output = child.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                writer.append(line).append('\n').flush();
                remember(line);
                Matcher matcher = LISTENING.matcher(line);
                if (matcher.find()) {
                    ready.complete(URI.create(matcher.group(1)));
                }
            }
            ready.completeExceptionally(new IllegalStateException("The application ended before it listened"));
        } catch (IOException failure) {
            ready.completeExceptionally(failure);
        }
    }
}
