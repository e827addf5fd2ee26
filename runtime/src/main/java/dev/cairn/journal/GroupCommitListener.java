package dev.cairn.journal;

/** Hears of each group of writes that a store has answered. Must not throw or block. */
@FunctionalInterface
public interface GroupCommitListener {

    /** Wants to know nothing. */
    GroupCommitListener NONE = (writes, nanos, failed) -> {};

    /**
     * A group is durable, or the store has failed.
     *
     * @param writes number of writes in it, each of another instance
     * @param nanos duration of the commit
     * @param failed true if the store answered with a failure; writes that it refused one by one are no failure
     */
    void committed(int writes, long nanos, boolean failed);
}
