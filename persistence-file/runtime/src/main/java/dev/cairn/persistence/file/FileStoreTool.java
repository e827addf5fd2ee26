package dev.cairn.persistence.file;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.h2.mvstore.MVStoreException;

import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.index.IndexDamageException;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogDirectoryCheck;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.spi.StoreException;

/**
 * Verifies, rebuilds and copies the data directory of a file store, from the command line.
 *
 * <p>
 * {@code verify} and {@code rebuild} need the directory for themselves; {@code copy} works while an application has it open. It ends
 * with status 0 if all is well, with 1 if not, and with 2 if it was called wrongly.
 */
public final class FileStoreTool {

    private static final String USAGE = "Usage: FileStoreTool verify DIRECTORY | rebuild DIRECTORY | copy DIRECTORY TARGET";
    /** Attempts at a copy: a segment that the application drops meanwhile makes the copy begin again. */
    private static final int MAX_COPY_ATTEMPTS = 5;

    private final PrintStream out;

    FileStoreTool(PrintStream out) {
        this.out = out;
    }

    /** See the class. */
    public static void main(String[] arguments) {
        System.exit(new FileStoreTool(System.out).run(List.of(arguments)));
    }

    int run(List<String> arguments) {
        String command = arguments.isEmpty() ? "" : arguments.get(0);
        boolean known = command.equals("copy") ? arguments.size() == 3
                : arguments.size() == 2 && (command.equals("verify") || command.equals("rebuild"));
        if (!known) {
            out.println(USAGE);
            return 2;
        }
        Path directory = Path.of(arguments.get(1));
        if (!Files.isDirectory(directory)) {
            out.println("No such directory: " + directory);
            return 2;
        }
        try {
            switch (command) {
                case "verify" -> verify(directory);
                case "rebuild" -> rebuild(directory, "the tool was asked to");
                default -> copy(directory, Path.of(arguments.get(2)));
            }
            return 0;
        } catch (StoreException | MVStoreException | IndexDamageException | IOException e) {
            out.println(e.getMessage());
            return 1;
        }
    }

    /** Reads all files, and changes none. */
    private void verify(Path directory) throws IOException {
        try (LocalDisk disk = LocalDisk.open(directory)) {
            String obstacle = new IndexRebuild(disk, StoreMaintenanceThresholds.USUAL).checkLog();
            out.println("The journal is whole: " + segments(directory).size() + " files");
            out.println(
                    obstacle == null ? "The index can be rebuilt from it" : "The index cannot be rebuilt from it: " + obstacle);
            if (!disk.files().containsKey(PersistentStoreIndex.FILE)) {
                throw new IndexDamageException("The index is missing", null);
            }
            try (PersistentStoreIndex index = PersistentStoreIndex.open(disk)) {
                index.checkAll();
                out.println("The index is whole: " + index.states().size() + " instances");
            } catch (MVStoreException | IndexDamageException e) {
                throw new IndexDamageException("The index is damaged: " + e.getMessage(), e);
            }
        }
    }

    private void rebuild(Path directory, String why) throws IOException {
        try (LocalDisk disk = LocalDisk.open(directory)) {
            long instances = new IndexRebuild(disk, StoreMaintenanceThresholds.USUAL).run(why);
            out.println("The index was rebuilt: " + instances + " instances");
        }
    }

    private void copy(Path directory, Path target) throws IOException {
        Set<String> found = Set.copyOf(names(directory));
        LogDirectoryCheck.refuseEarlierFormat(directory.toString(), found);
        LogDirectoryCheck.refuseMissingLog(directory.toString(), found);
        Files.createDirectories(target);
        if (!names(target).isEmpty()) {
            throw new IOException("The target is not empty: " + target);
        }
        for (int attempt = 1; attempt < MAX_COPY_ATTEMPTS; attempt++) {
            try {
                copyOnce(directory, target);
                return;
            } catch (NoSuchFileException | StoreException e) {
                out.println("Copying again: " + e.getMessage());
            }
        }
        copyOnce(directory, target);
    }

    /**
     * Copies the index before the journal: the copy of the journal then has at least what that index knows to be acknowledged.
     *
     * <p>
     * Copies the newest file of the journal first: what it has then is what the copy will have. Files before it are no longer written. If one of them
     * is dropped before it is copied, what was needed of it may be in none of the copies.
     */
    private void copyOnce(Path directory, Path target) throws IOException {
        for (String name : names(target)) {
            Files.delete(target.resolve(name));
        }
        if (Files.exists(directory.resolve(PersistentStoreIndex.FILE))) {
            copyFile(PersistentStoreIndex.FILE, directory, target);
        }
        for (String name : segments(directory)) {
            copyFile(name, directory, target);
            // If it was dropped meanwhile, its file may have been written to again, under another name.
            if (Files.notExists(directory.resolve(name))) {
                throw new NoSuchFileException(name);
            }
        }
        // Fails if the files do not fit together.
        rebuild(target, "the directory is a copy");
        Files.deleteIfExists(target.resolve(PersistentStoreIndex.DAMAGED));
    }

    private static void copyFile(String name, Path directory, Path target) throws IOException {
        Files.copy(directory.resolve(name), target.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** The files of the log, the newest first. */
    private static List<String> segments(Path directory) throws IOException {
        return names(directory).stream().filter(LogSegment::isName)
                .sorted(Comparator.comparingLong(LogSegment::sequenceOf).reversed()).toList();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
