package dev.cairn.persistence.file;

/**
 * Sizes at which the store takes action.
 *
 * @param firstSegmentBytes size of the log's first file after the store was opened; each following one is twice as large
 * @param segmentBytes usual size of a file of the log
 * @param unneededBytes unneeded part of the log, besides the file that is being written, that is allowed beyond the size of the
 *        needed part
 * @param behindBytes part of the log that may have to be applied to the index again when the store is opened
 * @param unsavedBytes memory of the index's pages that were changed and not yet written
 * @param waitingStates number of states that may wait to be applied to the index; each takes up to a kilobyte
 */
record StoreMaintenanceThresholds(long firstSegmentBytes, long segmentBytes, long unneededBytes, long behindBytes,
        long unsavedBytes,
        int waitingStates) {

    private static final long MEGABYTE = 1024 * 1024;
    private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

    static final StoreMaintenanceThresholds USUAL = new StoreMaintenanceThresholds(MEGABYTE, 8 * MEGABYTE, 8 * MEGABYTE,
            16 * MEGABYTE,
            Math.min(64 * MEGABYTE, HEAP_BYTES / 16), (int) Math.min(60_000, HEAP_BYTES / 8 / 1024));

    /** These, for the log; what is kept in memory as usual. */
    static StoreMaintenanceThresholds ofLog(long firstSegmentBytes, long segmentBytes, long unneededBytes, long behindBytes) {
        return new StoreMaintenanceThresholds(firstSegmentBytes, segmentBytes, unneededBytes, behindBytes, USUAL.unsavedBytes,
                USUAL.waitingStates);
    }
}
