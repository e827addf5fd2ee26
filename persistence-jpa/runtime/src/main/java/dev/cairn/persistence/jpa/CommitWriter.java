package dev.cairn.persistence.jpa;

import java.util.List;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;

/** Writes a batch of instance writes in one database transaction. */
interface CommitWriter {

    /**
     * Writes a batch in one transaction. Blocks.
     *
     * @return one result a write, when they are committed
     */
    List<CommitResult> commit(List<InstanceWrite> batch);

    /** The outcome of a write. */
    static CommitResult result(InstanceWrite write, boolean passed) {
        if (passed) {
            return CommitResult.COMMITTED;
        }
        return write.creates() ? CommitResult.EXISTS : CommitResult.FENCED;
    }
}
