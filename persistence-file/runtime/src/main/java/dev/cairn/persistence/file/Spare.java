package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

/**
 * The next segment, made ahead of time and filled with zeros: a sync of blocks that a file has already takes half as long as one
 * that makes the file longer, and the thread that commits never waits for names and sizes to become durable.
 *
 * <p>
 * One thread prepares; the thread that commits takes.
 */
final class Spare {

    /** What its file is called until it is a segment; one that is found may be deleted. */
    static final String NAME = "spare.new";

    /** How much is written in one step: little enough not to be felt by whoever else uses the disk. */
    private static final int SLICE_BYTES = 512 * 1024;

    private static final Logger LOG = Logger.getLogger(FileStore.class);

    private final Disk disk;
    /** Made once: an array of this size is a burden to the garbage collector. */
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(SLICE_BYTES);
    private final LongSupplier sequences;
    private volatile boolean wanted;
    private volatile long wantedBytes;
    private Segment ready;
    private DiskFile unfinished;
    private long zeroBytes;

    /**
     * @param sequences gives each segment its number
     */
    Spare(Disk disk, LongSupplier sequences) {
        this.disk = disk;
        this.sequences = sequences;
    }

    /** Asks for a segment of a size, unless there is one. */
    synchronized void want(long bytes) {
        wantedBytes = bytes;
        wanted = ready == null;
    }

    /** The segment, empty but for zeros; null if it is not ready. */
    synchronized Segment take() {
        Segment taken = ready;
        ready = null;
        return taken;
    }

    private synchronized void finish(Segment segment) {
        ready = segment;
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
        unfinished.write(zeros.duplicate().limit(count), zeroBytes);
        unfinished.force();
        zeroBytes += count;
        if (zeroBytes >= wantedBytes) {
            DiskFile complete = unfinished;
            unfinished = null;
            finish(Segment.create(disk, complete, sequences.getAsLong()));
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

    /**
     * Closes what was prepared for nothing, once neither thread works any more.
     *
     * @param tidy true to delete it as well
     */
    void close(boolean tidy) throws IOException {
        if (unfinished != null) {
            unfinished.close();
        }
        Segment unused = take();
        if (unused != null) {
            unused.close();
        }
        if (tidy && unfinished != null) {
            disk.delete(NAME);
        }
        if (tidy && unused != null) {
            disk.delete(unused.name());
        }
    }
}
