package dev.cairn.persistence.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import io.quarkus.runtime.ShutdownContext;
import io.quarkus.runtime.annotations.Recorder;

/** Deletes the store directory of a test run when the application stops. */
@Recorder
public class TestDirectoryCleanupRecorder {

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    /** Deletes a directory that was made for one run when the application stops, after the store is closed. */
    public void deleteAtEnd(String directory, ShutdownContext shutdown) {
        shutdown.addLastShutdownTask(() -> delete(Path.of(directory)));
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(TestDirectoryCleanupRecorder::deleteOne);
        } catch (IOException | UncheckedIOException failure) {
            LOG.debugf(failure, "Could not delete %s, which was made for a test run", directory);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
