package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.jboss.logging.Logger;

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

    private static final Logger LOG = Logger.getLogger(FileStore.class);

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

    /** Does a little. Nothing depends on it: if it cannot be done, segments are made as they are needed. */
    void step() {
        if (!wanted) {
            return;
        }
        try {
            prepare();
        } catch (IOException e) {
            LOG.warnf(e, "CAIRN-0520: Cannot prepare a file of the journal ahead of time [directory=%s]: commits take longer",
                    disk.location());
            wanted = false;
            discard();
        }
    }

    private void prepare() throws IOException {
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

    private void discard() {
        if (unfinished == null) {
            return;
        }
        try {
            unfinished.close();
            disk.delete(NAME);
        } catch (IOException e) {
            LOG.warnf(e, "CAIRN-0521: Cannot delete a file that was not finished [directory=%s, file=%s]", disk.location(),
                    NAME);
        }
        unfinished = null;
    }

    /** Gives the disk back what was prepared for nothing; once neither thread works any more. */
    void close() {
        if (unfinished == null) {
            unfinished = take();
        }
        discard();
    }
}
