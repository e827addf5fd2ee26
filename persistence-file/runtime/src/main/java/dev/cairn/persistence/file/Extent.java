package dev.cairn.persistence.file;

/**
 * A run of entries of one instance that lies in one segment of the log, as a chain of records that each point to the one before.
 *
 * @param last address of the last record of the chain
 * @param entries number of its entries
 * @param bytes size of its records in the log
 */
record Extent(long last, long entries, long bytes) {

    /** Entries that lie somewhere before what was read of the log. */
    static Extent missing(long entries) {
        return new Extent(LogRecord.NONE, entries, 0);
    }

    boolean isMissing() {
        return last == LogRecord.NONE;
    }
}
