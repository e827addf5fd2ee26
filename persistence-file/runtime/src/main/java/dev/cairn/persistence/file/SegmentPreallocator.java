package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.log.LogSegment;

/**
 * Prepares the next segment of the log ahead of time, and recycles the files of dropped segments. A sync of blocks that
 * a file already has takes half as long as a sync that extends the file. The thread that commits never waits for names
 * and sizes to become durable.
 *
 * <p>
 * A file that the log no longer needs is used again, with its old records: each group names the number of its file, so a group
 * of an earlier number is not taken for one of this. If no such file waits, a new one is filled with zeros, at twice the pace
 * of the log. A disk syncs in order, so a commit waits behind all writes to other files.
 *
 * <p>
 * One thread prepares and recycles; the thread that commits takes.
 */
final class SegmentPreallocator {

    /** Name of a file of zeros until it is a segment; a leftover may be deleted. */
    static final String NAME = "spare.new";

    private static final String RECYCLED_NAME = "spare-%08x.new";
    private static final String ANY_NAME = "spare(-[0-9a-f]{8,15})?\\.new";
    /** Files that wait to be used again: more than one, since the log is not shortened as evenly as it is written. */
    private static final int MAX_RECYCLED = 2;
    /** Number of bytes that are written and synced at once: few enough that a commit waits only briefly behind them. */
    private static final int SLICE_BYTES = 128 * 1024;
    /** The same if the log is written faster than the file is filled. */
    private static final int MAX_SLICE_BYTES = 4 * SLICE_BYTES;

    private static final Logger LOG = Logger.getLogger(FileStoreLogCategory.CATEGORY);

    private final StoreDisk disk;
    /** Made once: an array of this size is a burden to the garbage collector. */
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(MAX_SLICE_BYTES);
    private final LongSupplier sequences;
    private final Deque<String> recycled = new ArrayDeque<>();
    private volatile boolean wanted;
    private volatile long wantedBytes;
    private LogSegment ready;
    private DiskFile unfinished;
    private long filledBytes;

    /**
     * @param sequences gives each segment its number
     */
    SegmentPreallocator(StoreDisk disk, LongSupplier sequences) {
        this.disk = disk;
        this.sequences = sequences;
    }

    /** True for the name of a file that is no segment yet, or none any more. */
    static boolean isName(String name) {
        return name.matches(ANY_NAME);
    }

    /** Asks for a segment of a size, unless there is one. */
    synchronized void want(long bytes) {
        wantedBytes = bytes;
        wanted = ready == null;
    }

    /** The segment, without a group of its number; null if it is not ready. */
    synchronized LogSegment take() {
        LogSegment taken = ready;
        ready = null;
        return taken;
    }

    private synchronized void finish(LogSegment segment) {
        ready = segment;
        wanted = false;
    }

    /**
     * Takes over the file of a segment that was dropped and closed, if it can be of use. The caller makes the change of its name durable
     * before anything else is done here.
     *
     * @return false if the file is left as it is
     */
    boolean recycle(LogSegment dropped) throws IOException {
        boolean fits = dropped.fileBytes() >= wantedBytes / 2 && dropped.fileBytes() / 2 <= wantedBytes;
        if (!fits || recycled.size() == MAX_RECYCLED) {
            return false;
        }
        String name = String.format(RECYCLED_NAME, dropped.sequence());
        disk.rename(dropped.name(), name);
        recycled.add(name);
        return true;
    }

    /**
     * True if there is something to do in a next step.
     *
     * @param headPart written part of the head, from 0 to 1
     */
    boolean isDue(double headPart) {
        return wanted && filledBytes < dueBytes(headPart);
    }

    /** True if commits should wait rather than the next step. */
    boolean isLate(double headPart) {
        return wanted && filledBytes + MAX_SLICE_BYTES < dueBytes(headPart);
    }

    /** Ready when the head is half full. */
    private long dueBytes(double headPart) {
        return SLICE_BYTES + (long) (2 * headPart * wantedBytes);
    }

    /**
     * Does a little. Nothing depends on it: if it cannot be done, segments are made as they are needed.
     *
     * @param headPart see {@link #isDue}
     */
    void step(double headPart) {
        if (!isDue(headPart)) {
            return;
        }
        try {
            prepare(dueBytes(headPart));
        } catch (IOException e) {
            LOG.warnf(e, "CAIRN-0520: Cannot prepare a file of the journal ahead of time [directory=%s]: commits take longer",
                    disk.location());
            wanted = false;
            discard();
        }
    }

    private void prepare(long dueBytes) throws IOException {
        if (unfinished == null) {
            begin();
        }
        long missingBytes = wantedBytes - filledBytes;
        if (missingBytes > 0) {
            long sliceBytes = Math.max(SLICE_BYTES, Math.min(MAX_SLICE_BYTES, dueBytes - filledBytes));
            fill((int) Math.min(missingBytes, sliceBytes));
        }
        if (filledBytes >= wantedBytes) {
            DiskFile complete = unfinished;
            unfinished = null;
            filledBytes = 0;
            finish(LogSegment.create(disk, complete, sequences.getAsLong()));
        }
    }

    private void begin() throws IOException {
        if (recycled.isEmpty()) {
            unfinished = disk.open(NAME, true);
            filledBytes = 0;
            return;
        }
        unfinished = disk.open(recycled.poll(), false);
        filledBytes = unfinished.size();
        // No group has begun here: that can be seen as in a file of zeros. Durable with the header.
        unfinished.write(zeros.duplicate().limit(LogSegment.BLOCK_BYTES), LogSegment.BLOCK_BYTES);
    }

    private void fill(int count) throws IOException {
        unfinished.write(zeros.duplicate().limit(count), filledBytes);
        unfinished.force();
        filledBytes += count;
    }

    private void discard() {
        filledBytes = 0;
        if (unfinished == null) {
            return;
        }
        try {
            unfinished.close();
            disk.delete(unfinished.name());
        } catch (IOException e) {
            LOG.warnf(e, "CAIRN-0521: Cannot delete a file that was not finished [directory=%s, file=%s]", disk.location(),
                    unfinished.name());
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
        LogSegment unused = take();
        if (unused != null) {
            unused.close();
        }
        if (!tidy) {
            return;
        }
        if (unfinished != null) {
            disk.delete(unfinished.name());
        }
        if (unused != null) {
            disk.delete(unused.name());
        }
        for (String name : recycled) {
            disk.delete(name);
        }
    }
}
