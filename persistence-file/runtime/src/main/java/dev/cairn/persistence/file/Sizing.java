package dev.cairn.persistence.file;

/**
 * How large things get before something is done about it. All in bytes.
 *
 * @param firstSegmentBytes how large the first file of the log gets after the store was opened; each after it gets twice as large
 * @param segmentBytes how large a file of the log usually gets
 * @param unneededBytes how much of the log, besides the file that is being written, may be unneeded beyond as many bytes as are
 *        needed
 * @param behindBytes how much of the log may have to be applied to the index again when the store is opened
 */
record Sizing(long firstSegmentBytes, long segmentBytes, long unneededBytes, long behindBytes) {

    private static final long MEGABYTE = 1024 * 1024;

    static final Sizing USUAL = new Sizing(MEGABYTE, 8 * MEGABYTE, 8 * MEGABYTE, 16 * MEGABYTE);
}
