package dev.cairn.persistence.file;

import java.util.List;

import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;

/**
 * One record of the log. What the log says, in its order, is the truth; the index is what follows from it.
 */
interface LogRecord {

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
     * @param position how many entries it had before
     * @param previous see {@link Link#previous()}
     * @param entries those that were added; none for a claim
     */
    record Written(InstanceRow row, long epoch, long position, long previous, List<EncodedEntry> entries) implements Link {

        @Override
        public String instanceId() {
            return row.id();
        }
    }

    /**
     * Entries of an instance were copied here, so that the segment they came from can be dropped.
     *
     * @param instanceId the instance
     * @param position that of the first of the entries
     * @param freedBytes how many bytes they took where they were
     * @param previous see {@link Link#previous()}
     * @param entries the entries
     */
    record Moved(String instanceId, long position, long freedBytes, long previous, List<EncodedEntry> entries)
            implements Link {}

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
