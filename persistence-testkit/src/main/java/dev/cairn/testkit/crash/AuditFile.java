package dev.cairn.testkit.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Effects that an application reports by appending to a file before it returns: what was written survives the SIGKILL of the
 * writer. One line an effect, of five parts with a space between them: start, label, idempotency key, life, microseconds since the
 * epoch. A last line without an end was cut off by the kill in the middle of the effect and does not count.
 */
public final class AuditFile {

    private AuditFile() {}

    /** Reads all effects of the file into the ledger. A file that does not exist has none. */
    public static void read(Path file, CrashRunObservations ledger) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            String text = Files.readString(file);
            List<String> lines = text.lines().toList();
            boolean cutOff = !text.isEmpty() && !text.endsWith("\n");
            lines.subList(0, cutOff ? lines.size() - 1 : lines.size()).forEach(line -> ledger.seen(sighting(line)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ObservedEffect sighting(String line) {
        String[] parts = line.split(" ");
        if (parts.length != 5) {
            throw new IllegalArgumentException("An audit line has five parts, not " + line);
        }
        return new ObservedEffect(parts[0], parts[1], parts[2], Integer.parseInt(parts[3]), Long.parseLong(parts[4]));
    }
}
