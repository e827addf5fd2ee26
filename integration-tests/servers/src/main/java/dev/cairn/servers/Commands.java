package dev.cairn.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs the tools of the machine. */
final class Commands {

    private Commands() {}

    /**
     * Runs a command to its end.
     *
     * @param directory its working directory, or null for the current one
     * @throws IllegalStateException if it fails; the message has its output
     */
    static void run(Path directory, String... command) {
        try {
            Process process = new ProcessBuilder(command).directory(directory == null ? null : directory.toFile())
                    .redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed: " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + command[0], e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in " + command[0], e);
        }
    }
}
