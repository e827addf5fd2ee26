package dev.cairn.persistence.file.record;

/**
 * A run of entries of one instance that lies in one segment of the log, as a chain of records that each point to the one before.
 *
 * @param last address of the last record of the chain
 * @param entries number of its entries
 * @param bytes size of its records in the log
 */
public record InstanceRecordChain(long last, long entries, long bytes) {

    /** Entries that lie somewhere before what was read of the log. */
    public static InstanceRecordChain missing(long entries) {
        return new InstanceRecordChain(LogRecord.NONE, entries, 0);
    }

    public boolean isMissing() {
        return last == LogRecord.NONE;
    }
}
