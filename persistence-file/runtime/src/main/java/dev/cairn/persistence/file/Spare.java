package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;

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
    private volatile boolean wanted;
    private volatile long wantedBytes;
    private DiskFile ready;
    private DiskFile unfinished;
    private long zeroBytes;

    Spare(Disk disk) {
        this.disk = disk;
    }

    /** Asks for a file of a size, unless there is one. */
    synchronized void want(long bytes) {
        wantedBytes = bytes;
        wanted = ready == null;
    }

    /** The file, empty but for zeros; null if it is not ready. Another one is made when it is asked for, under the same name. */
    synchronized DiskFile take() {
        DiskFile taken = ready;
        ready = null;
        return taken;
    }

    private synchronized void finish() {
        ready = unfinished;
        unfinished = null;
        wanted = false;
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
        if (unfinished == null) {
            unfinished = disk.open(NAME, true);
            zeroBytes = 0;
        }
        int count = (int) Math.max(0, Math.min(SLICE_BYTES, wantedBytes - zeroBytes));
        unfinished.write(ByteBuffer.allocate(count), zeroBytes);
        unfinished.force();
        zeroBytes += count;
        if (zeroBytes >= wantedBytes) {
            finish();
        }
    }

    /** Gives the disk back what was prepared for nothing; once neither thread works any more. */
    void close() throws IOException {
        DiskFile prepared = unfinished == null ? take() : unfinished;
        if (prepared != null) {
            prepared.close();
            disk.delete(NAME);
        }
    }
}
