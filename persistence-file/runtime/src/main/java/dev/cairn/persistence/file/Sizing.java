package dev.cairn.persistence.file;

/**
 * How large things get before something is done about it.
 *
 * @param firstSegmentBytes how large the first file of the log gets after the store was opened; each after it gets twice as large
 * @param segmentBytes how large a file of the log usually gets
 * @param unneededBytes how much of the log, besides the file that is being written, may be unneeded beyond as many bytes as are
 *        needed
 * @param behindBytes how much of the log may have to be applied to the index again when the store is opened
 * @param unsavedBytes how much memory the pages of the index may take that were changed and not yet written
 * @param waitingStates how many states may wait to be applied to the index; each takes up to a kilobyte
 */
record Sizing(long firstSegmentBytes, long segmentBytes, long unneededBytes, long behindBytes, long unsavedBytes,
        int waitingStates) {

    private static final long MEGABYTE = 1024 * 1024;
    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

    static final Sizing USUAL = new Sizing(MEGABYTE, 8 * MEGABYTE, 8 * MEGABYTE, 16 * MEGABYTE,
            Math.min(64 * MEGABYTE, HEAP_BYTES / 16), (int) Math.min(60_000, HEAP_BYTES / 8 / 1024));

    /** These, for the log; what is kept in memory as usual. */
    static Sizing ofLog(long firstSegmentBytes, long segmentBytes, long unneededBytes, long behindBytes) {
        return new Sizing(firstSegmentBytes, segmentBytes, unneededBytes, behindBytes, USUAL.unsavedBytes, USUAL.waitingStates);
    }
}
