package dev.cairn.testkit.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Checks in {@code /proc} whether a signal has stopped all threads of a process (proc(5)). */
final class StoppedProcessDetector {

    private static final char STOPPED = 'T';

    private StoppedProcessDetector() {}

    /** True if all threads of the process are stopped, or if this system has no {@code /proc}. */
    static boolean allThreadsStopped(long pid) {
        Path tasks = Path.of("/proc", String.valueOf(pid), "task");
        if (!Files.isDirectory(tasks)) {
            return true;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : (Iterable<Path>) threads::iterator) {
                if (!isStopped(thread.resolve("stat"))) {
                    return false;
                }
            }
            return true;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isStopped(Path stat) throws IOException {
        try {
            String line = Files.readString(stat);
            // The name before the state is in parentheses, and may contain parentheses.
            return line.charAt(line.lastIndexOf(')') + 2) == STOPPED;
        } catch (NoSuchFileException ended) {
            return true;
        }
    }
}
