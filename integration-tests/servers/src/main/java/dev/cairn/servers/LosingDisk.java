package dev.cairn.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A directory whose files lose what was not synced when the power of its machine is cut: the writes of each file since its last sync,
 * or only the later of them, the first one of these in part. For Linux on x86_64. A library that is loaded into the server notes what
 * it writes; it is compiled when it is needed, by the compiler of the machine, or the one in the Python package {@code ziglang}, which
 * is fetched with pip and kept in the user's cache directory.
 *
 * <p>Names of files count as synced at once, and so do lengths that are set without a write, and what a server does not write with the
 * usual calls: the library's source says what these are. So not all is lost that a machine could lose. A file that is made without
 * these calls, where a file was that is gone, can lose what it could not.
 */
public final class LosingDisk {

    private static final String SOURCE = "losing-disk.c";
    private static final String LIBRARY = "losing-disk.so";

    private final Path directory;
    private final Path notes;
    private final Path library;
    private final Random random;

    /**
     * @param directory created if missing; beside it the notes are kept
     * @param random decides how much is lost
     * @throws MissingServerException if there is no compiler, and none can be fetched
     */
    public LosingDisk(Path directory, Random random) {
        this.random = random;
        library = Downloads.directory("losing-disk-" + Integer.toHexString(Arrays.hashCode(source())), LosingDisk::compile)
                .resolve(LIBRARY);
        try {
            this.directory = Files.createDirectories(directory).toRealPath();
            notes = Files.createDirectories(this.directory.resolveSibling(this.directory.getFileName() + ".unsynced"));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + directory, e);
        }
    }

    private static byte[] source() {
        try (InputStream text = LosingDisk.class.getResourceAsStream(SOURCE)) {
            return text.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + SOURCE, e);
        }
    }

    private static void compile(Path into) throws IOException {
        Files.write(into.resolve(SOURCE), source());
        List<String> command = new ArrayList<>(ServerExecutable.compiler());
        command.addAll(List.of("-std=c11", "-O2", "-shared", "-fPIC", "-o", LIBRARY, SOURCE, "-ldl"));
        Commands.run(into, command.toArray(String[]::new));
    }

    Path directory() {
        return directory;
    }

    /** The environment with which a process must be started. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "CAIRN_DISK", directory.toString(), "CAIRN_DISK_NOTES",
                notes.toString());
    }

    /** One write that was not synced: where, how much, how long the file was, and what was there. */
    private record Note(long offset, long length, long size, ByteBuffer old) {}

    /** Cuts the power: undoes what was not synced. The processes that wrote must be dead. */
    void lose() {
        try {
            Map<String, Path> files = files();
            Map<String, Path> newest = new HashMap<>();
            for (Path file : list(notes)) {
                // Of two files that had one inode, the earlier one is gone.
                newest.merge(inode(file), file, (one, other) -> madeNanos(one) > madeNanos(other) ? one : other);
            }
            if (newest.isEmpty()) {
                throw new IllegalStateException("Nothing was written in " + directory + ", or with other calls than are noted");
            }
            for (Map.Entry<String, Path> noted : newest.entrySet()) {
                Path file = files.get(noted.getKey());
                if (file != null) {
                    undo(file, read(noted.getValue()));
                }
            }
            for (Path file : list(notes)) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot undo what was not synced in " + directory, e);
        }
    }

    private static String inode(Path notes) {
        String name = notes.getFileName().toString();
        return name.substring(0, name.indexOf('-'));
    }

    private static long madeNanos(Path notes) {
        String name = notes.getFileName().toString();
        return Long.parseLong(name.substring(name.indexOf('-') + 1));
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private Map<String, Path> files() throws IOException {
        Map<String, Path> files = new HashMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(Files.getAttribute(file, "unix:ino").toString(), file);
            }
        }
        return files;
    }

    private static List<Note> read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        List<Note> all = new ArrayList<>();
        while (bytes.remaining() >= 4 * Long.BYTES) {
            long offset = bytes.getLong();
            long length = bytes.getLong();
            long size = bytes.getLong();
            int old = Math.toIntExact(bytes.getLong());
            if (old > bytes.remaining()) {
                // Its process was killed while it noted this, so it never wrote.
                break;
            }
            all.add(new Note(offset, length, size, bytes.slice(bytes.position(), old)));
            bytes.position(bytes.position() + old);
        }
        return all;
    }

    private void undo(Path file, List<Note> unsynced) throws IOException {
        int kept = random.nextInt(unsynced.size() + 1);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = unsynced.size() - 1; i >= kept; i--) {
                Note note = unsynced.get(i);
                undo(channel, note, i == kept ? random.nextLong(note.length + 1) : 0);
            }
        }
    }

    /** @param written number of bytes that reached the disk all the same */
    private static void undo(FileChannel channel, Note note, long written) throws IOException {
        // A file that was cut off since stays so.
        long size = Math.min(channel.size(), written == 0 ? note.size : Math.max(note.size, note.offset + written));
        channel.truncate(size);
        long from = note.offset + written;
        long to = Math.min(size, note.offset + note.old.remaining());
        if (from < to) {
            channel.write(note.old.slice((int) written, (int) (to - from)), from);
        }
    }
}
