package dev.cairn.persistence.file.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** A directory of this machine, held by one store at a time. */
public final class LocalDisk implements StoreDisk {

    /** Locked while a store has the directory open. The operating system lets go of it when the JVM dies. */
    public static final String LOCK_FILE = "cairn.lock";
    /** Begins the names of system properties, each of which says that a store of this JVM has a directory open. */
    private static final String OPEN = "cairn.file.open:";

    private final Path directory;
    private final String openProperty;
    private final FileChannel lockChannel;

    private LocalDisk(Path directory, String openProperty, FileChannel lockChannel) {
        this.directory = directory;
        this.openProperty = openProperty;
        this.lockChannel = lockChannel;
    }

    /**
     * Creates the directory if it is missing, and takes the lock.
     *
     * @throws dev.cairn.spi.StoreException if it cannot be created, or another store has it
     */
    public static LocalDisk open(Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        try {
            create(absolute);
            return enter(absolute);
        } catch (IOException e) {
            throw FileStoreExceptionFactory.cannotOpenDirectory(absolute.toString(), e);
        }
    }

    /**
     * Takes a directory for this JVM, then the lock. The system releases the lock when any channel of this JVM on the file is
     * closed, so the holder must not open the file again. Stores of other class loaders see the system properties too.
     */
    private static LocalDisk enter(Path directory) throws IOException {
        String property = OPEN + directory.toRealPath();
        if (System.getProperties().putIfAbsent(property, "true") != null) {
            throw FileStoreExceptionFactory.inUse(directory.toString(), "this application");
        }
        try {
            return new LocalDisk(directory, property, lock(directory));
        } catch (IOException | RuntimeException | Error e) {
            System.clearProperty(property);
            throw e;
        }
    }

    /** Creates what is missing of a path, each name durable before anything is kept below it. */
    private static void create(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            create(directory.getParent());
            Files.createDirectories(directory);
            force(directory.getParent());
        }
    }

    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw FileStoreExceptionFactory.inUse(directory.toString(), "another application");
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            // The directory has several paths. Closing this channel would release the lock of the other store.
            throw FileStoreExceptionFactory.inUse(directory.toString(), "this application");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Map<String, Long> files() throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                sizes.put(file.getFileName().toString(), Files.size(file));
            }
        }
        return sizes;
    }

    @Override
    public DiskFile open(String name, boolean create) throws IOException {
        Path path = directory.resolve(name);
        FileChannel channel = create
                ? FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new LocalFile(name, channel);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    @Override
    public void force() throws IOException {
        force(directory);
    }

    private static void force(Path directory) throws IOException {
        if (System.getProperty("os.name").startsWith("Windows")) {
            // A directory cannot be opened there; NTFS journals names by itself.
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public String location() {
        return directory.toString();
    }

    @Override
    public void close() throws IOException {
        if (lockChannel.isOpen()) {
            try {
                lockChannel.close();
            } finally {
                System.clearProperty(openProperty);
            }
        }
    }

    private record LocalFile(String name, FileChannel channel) implements DiskFile {

        /** The JDK keeps a direct buffer for each thread, as large as the largest of the heap that it read or wrote at once. */
        private static final int SLICE_BYTES = 512 * 1024;

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            long at = position;
            while (target.hasRemaining()) {
                int count = channel.read(slice(target), at);
                if (count < 0) {
                    throw new EOFException("The file " + name + " ends at " + channel.size() + ", wanted " + target.remaining()
                            + " bytes at " + at);
                }
                target.position(target.position() + count);
                at += count;
            }
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            long at = position;
            while (source.hasRemaining()) {
                int count = channel.write(slice(source), at);
                source.position(source.position() + count);
                at += count;
            }
        }

        private static ByteBuffer slice(ByteBuffer buffer) {
            return buffer.slice(buffer.position(), Math.min(buffer.remaining(), SLICE_BYTES));
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
