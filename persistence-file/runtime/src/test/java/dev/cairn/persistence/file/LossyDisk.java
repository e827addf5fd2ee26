package dev.cairn.persistence.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;

/**
 * A disk in memory whose power can be cut. Then every sector that was written and not forced is kept or lost, each by itself; of the
 * changes to names that were not forced, some of the first are kept. From a given operation on, everything fails.
 */
public final class LossyDisk implements StoreDisk {

    private static final int SECTOR_BYTES = 512;

    private final Map<String, Content> names;
    private final Random random;
    private final boolean forces;
    private final List<Runnable> unforcedNames = new ArrayList<>();
    private final Map<String, Content> durableNames;
    private long operationsLeft = Long.MAX_VALUE;
    private long limitBytes = Long.MAX_VALUE;
    private String failOnceIn;
    private final List<String> renamedFrom;

    private LossyDisk(Map<String, Content> names, Random random, boolean forces, List<String> renamedFrom) {
        this.names = names;
        this.renamedFrom = renamedFrom;
        this.durableNames = new HashMap<>(names);
        this.random = random;
        this.forces = forces;
    }

    /**
     * An empty one.
     *
     * @param seed decides what a power cut leaves
     * @param forces false for a disk that only says that it made something durable
     */
    public static LossyDisk empty(long seed, boolean forces) {
        return new LossyDisk(new HashMap<>(), new Random(seed), forces, new ArrayList<>());
    }

    /** Everything fails after a number of further operations that change something. */
    synchronized void failAfter(long operations) {
        operationsLeft = operations;
    }

    /** The next operation that changes a file whose name begins like this fails, and none after it. */
    synchronized void failOnceIn(String prefix) {
        failOnceIn = prefix;
    }

    /** Limits the size of all files together. */
    synchronized void limit(long bytes) {
        limitBytes = bytes;
    }

    /** The disk after the power comes back. */
    public synchronized LossyDisk cutPower() {
        int kept = random.nextInt(unforcedNames.size() + 1);
        unforcedNames.subList(0, kept).forEach(Runnable::run);
        Map<String, Content> left = new HashMap<>();
        durableNames.forEach((name, content) -> left.put(name, content.afterPowerCut(random)));
        return new LossyDisk(left, random, forces, renamedFrom);
    }

    /** Number of segments that were dropped and whose files were used again, power cuts included. */
    synchronized long recycledFiles() {
        return renamedFrom.stream().filter(name -> SegmentPreallocator.isName(name) && !name.equals(SegmentPreallocator.NAME))
                .count();
    }

    /** True if a failure comes from {@link #failAfter}. */
    static boolean isGone(Throwable failure) {
        return failure != null && (failure instanceof GoneException || isGone(failure.getCause()));
    }

    private void operate() throws IOException {
        if (operationsLeft == 0) {
            throw new GoneException();
        }
        operationsLeft--;
    }

    private void operateOn(Content content) throws IOException {
        operate();
        if (failOnceIn != null && names.entrySet().stream()
                .anyMatch(file -> file.getValue() == content && file.getKey().startsWith(failOnceIn))) {
            failOnceIn = null;
            throw new GoneException();
        }
    }

    private void changeName(Runnable now, Runnable durably) throws IOException {
        operate();
        now.run();
        unforcedNames.add(durably);
    }

    @Override
    public synchronized Map<String, Long> files() {
        Map<String, Long> sizes = new HashMap<>();
        names.forEach((name, content) -> sizes.put(name, (long) content.bytes.length));
        return sizes;
    }

    @Override
    public synchronized DiskFile open(String name, boolean create) throws IOException {
        if (create) {
            if (names.containsKey(name)) {
                throw new FileAlreadyExistsException(name);
            }
            Content content = new Content();
            changeName(() -> names.put(name, content), () -> durableNames.put(name, content));
        }
        if (!names.containsKey(name)) {
            throw new NoSuchFileException(name);
        }
        return new LossyFile(name, names.get(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        if (names.containsKey(to)) {
            throw new FileAlreadyExistsException(to);
        }
        renamedFrom.add(from);
        changeName(() -> names.put(to, names.remove(from)), () -> durableNames.put(to, durableNames.remove(from)));
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        if (!names.containsKey(name)) {
            throw new NoSuchFileException(name);
        }
        changeName(() -> names.remove(name), () -> durableNames.remove(name));
    }

    @Override
    public synchronized void force() throws IOException {
        operate();
        if (forces) {
            unforcedNames.forEach(Runnable::run);
            unforcedNames.clear();
        }
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public void close() {
        // Nothing to let go of.
    }

    private static final class GoneException extends IOException {

        private static final long serialVersionUID = 1L;

        GoneException() {
            super("The disk is gone");
        }
    }

    /** The bytes of a file as they are read now, and as they are durable. */
    private static final class Content {

        private byte[] bytes = {};
        private byte[] durable = {};

        Content afterPowerCut(Random random) {
            int length = random.nextBoolean() ? bytes.length : durable.length;
            byte[] left = Arrays.copyOf(durable, length);
            for (int at = 0; at < length; at += SECTOR_BYTES) {
                int end = Math.min(length, at + SECTOR_BYTES);
                if (end <= bytes.length && random.nextBoolean()) {
                    System.arraycopy(bytes, at, left, at, end - at);
                }
            }
            Content content = new Content();
            content.bytes = left;
            content.durable = left.clone();
            return content;
        }
    }

    private final class LossyFile implements DiskFile {

        private final String name;
        private final Content content;
        private volatile boolean closed;

        LossyFile(String name, Content content) {
            this.name = name;
            this.content = content;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            synchronized (LossyDisk.this) {
                return content.bytes.length;
            }
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            checkOpen();
            synchronized (LossyDisk.this) {
                if (position + target.remaining() > content.bytes.length) {
                    throw new EOFException(name);
                }
                target.put(content.bytes, (int) position, target.remaining());
            }
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            checkOpen();
            synchronized (LossyDisk.this) {
                operateOn(content);
                int end = (int) position + source.remaining();
                if (end > content.bytes.length) {
                    long used = names.values().stream().mapToLong(any -> any.bytes.length).sum();
                    if (used - content.bytes.length + end > limitBytes) {
                        throw new IOException("No space left on device");
                    }
                    content.bytes = Arrays.copyOf(content.bytes, end);
                }
                source.get(content.bytes, (int) position, source.remaining());
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            checkOpen();
            synchronized (LossyDisk.this) {
                operateOn(content);
                content.bytes = Arrays.copyOf(content.bytes, (int) Math.min(size, content.bytes.length));
            }
        }

        @Override
        public void force() throws IOException {
            checkOpen();
            synchronized (LossyDisk.this) {
                operateOn(content);
                if (forces) {
                    content.durable = content.bytes.clone();
                }
            }
        }

        @Override
        public void close() {
            closed = true;
        }

        private void checkOpen() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
        }
    }
}
