package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The file of the next segment, filled with zeros ahead of time: a sync of blocks that a file has already takes half as long as one
 * that makes the file longer.
 *
 * <p>
 * One thread prepares; the thread that commits takes.
 */
final class Spare {

    /** What the file is called until it is a segment; one that is found may be deleted. */
    static final String NAME = "spare.new";

    /** How much is written in one step: little enough not to be felt by whoever else uses the disk. */
    private static final int SLICE_BYTES = 512 * 1024;

    private final Disk disk;
    private final AtomicReference<DiskFile> ready = new AtomicReference<>();
    private volatile boolean wanted;
    private volatile long wantedBytes;
    private DiskFile file;
    private long zeroBytes;

    Spare(Disk disk) {
        this.disk = disk;
    }

    /** Asks for a file of a size. */
    void want(long bytes) {
        wantedBytes = bytes;
        wanted = true;
    }

    /** The file, empty but for zeros; null if it is not ready. */
    DiskFile take() {
        return ready.getAndSet(null);
    }

    /** True if there is something to do in a next step. */
    boolean busy() {
        return wanted;
    }

    /** Does a little. */
    void step() throws IOException {
        if (!wanted) {
            return;
        }
        if (file == null) {
            file = disk.open(NAME, true);
            zeroBytes = 0;
        }
        int count = (int) Math.min(SLICE_BYTES, wantedBytes - zeroBytes);
        file.write(ByteBuffer.allocate(count), zeroBytes);
        file.force();
        zeroBytes += count;
        if (zeroBytes >= wantedBytes) {
            wanted = false;
            ready.set(file);
            file = null;
        }
    }

    /** Gives the disk back what was prepared for nothing; once neither thread works any more. */
    void close() throws IOException {
        DiskFile prepared = file == null ? take() : file;
        if (prepared != null) {
            prepared.close();
            disk.delete(NAME);
        }
    }
}
