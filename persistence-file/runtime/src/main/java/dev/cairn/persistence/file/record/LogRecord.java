package dev.cairn.persistence.file.record;

import java.util.List;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;

/** One record of the log. The log, in its order, is the truth; the index follows from it. */
public interface LogRecord {

    /** The address of nothing. */
    long NONE = 0;

    /** The one instance it is about, or null. */
    String instanceId();

    /**
     * A record that holds entries of an instance, and with others like it forms a chain.
     */
    interface Link extends LogRecord {

        /** Address of the record before it in the same segment, or {@link #NONE}. */
        long previous();

        /** The encoded entries. */
        List<EncodedEntry> entries();
    }

    /**
     * An instance was created, continued, or claimed.
     *
     * @param row its row from now on
     * @param epoch its epoch from now on
     * @param position number of entries before it
     * @param previous see {@link Link#previous()}
     * @param entries the added entries; none for a claim
     */
    record Written(InstanceRow row, long epoch, long position, long previous, List<EncodedEntry> entries) implements Link {

        @Override
        public String instanceId() {
            return row.id();
        }
    }

    /**
     * Something was copied here, so that the segment it came from can be dropped.
     */
    interface Copy extends Link {

        /** Position of the first of the entries. */
        long position();

        /** Size of the entries at their old position, in bytes. */
        long freedBytes();
    }

    /**
     * The current row of an instance, and entries of it, were copied here.
     *
     * @param row its row
     * @param epoch its epoch
     * @param total number of its entries
     * @param position position of the first of the copied entries
     * @param freedBytes their size at the old position
     * @param previous see {@link Link#previous()}
     * @param entries the copied entries
     */
    record Restated(InstanceRow row, long epoch, long total, long position, long freedBytes, long previous,
            List<EncodedEntry> entries) implements Copy {

        @Override
        public String instanceId() {
            return row.id();
        }
    }

    /**
     * Entries of an instance were copied here, without its row. Versions that wrote format 3 did so.
     *
     * @param instanceId the instance
     * @param position position of the first of the entries
     * @param freedBytes their size at the old position
     * @param previous see {@link Link#previous()}
     * @param entries the entries
     */
    record Moved(String instanceId, long position, long freedBytes, long previous, List<EncodedEntry> entries)
            implements Copy {}

    /**
     * Instances were removed.
     *
     * @param ids which
     */
    record Removed(List<String> ids) implements LogRecord {

        @Override
        public String instanceId() {
            return null;
        }
    }
}
