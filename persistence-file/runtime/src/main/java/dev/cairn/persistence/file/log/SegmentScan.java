package dev.cairn.persistence.file.log;

import dev.cairn.persistence.file.disk.FileReadBuffer;

/**
 * Finds the written part of a segment: up to the first incomplete group. That group was never acknowledged, because each group
 * is made durable before the next is written, and writes after a crash go to another file. If complete groups follow it all the
 * same, the file was damaged later.
 */
final class SegmentScan {

    private final FileReadBuffer window;
    private final long sequence;
    private long start = LogSegment.UNKNOWN;
    private long end = LogSegment.UNKNOWN;

    SegmentScan(FileReadBuffer window, long sequence) {
        this.window = window;
        this.sequence = sequence;
    }

    /** Address of the first group, or {@link LogSegment#UNKNOWN} if there is none. */
    long start() {
        return start;
    }

    /** Address behind the last group, or {@link LogSegment#UNKNOWN} if there is none. */
    long end() {
        return end;
    }

    /**
     * @throws IllegalStateException if the file cannot be read or was damaged
     */
    SegmentScan run() {
        long position = LogSegment.BLOCK_BYTES;
        GroupHeader group = GroupHeader.find(window, position, sequence);
        if (group != null) {
            start = group.address();
        }
        while (fits(group, position)) {
            position = LogSegment.nextBlock(position + GroupHeader.BYTES + group.length());
            end = addressAt(position);
            group = GroupHeader.find(window, position, sequence);
        }
        lookBehind(position);
        return this;
    }

    private boolean fits(GroupHeader group, long position) {
        return group != null && (start == LogSegment.UNKNOWN || group.address() == addressAt(position));
    }

    private long addressAt(long position) {
        return start + position - LogSegment.BLOCK_BYTES;
    }

    private void lookBehind(long broken) {
        for (long position = broken + LogSegment.BLOCK_BYTES; position < window.limit(); position += LogSegment.BLOCK_BYTES) {
            if (fits(GroupHeader.find(window, position, sequence), position)) {
                throw new IllegalStateException("what was written at byte " + broken
                        + " is damaged, and was acknowledged: more was written behind it, at byte " + position);
            }
        }
    }
}
