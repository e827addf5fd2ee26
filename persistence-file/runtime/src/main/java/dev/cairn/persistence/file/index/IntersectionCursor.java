package dev.cairn.persistence.file.index;

import java.util.List;

/**
 * The instances that meet all of some criteria, newest first. The search visits one criterion after another, and seeks in each
 * the newest instance that the previous criterion did not rule out. For one search and one thread.
 *
 * <p>
 * If each criterion has many instances but few meet all of them, each candidate is examined. So the search gives up after a
 * bounded number of seeks.
 */
final class IntersectionCursor {

    private final List<ListingMergeCursor> criteria;
    private final long fromMillis;
    private final long mostSeeks;
    private ListingKey givenUpAt;

    /**
     * @param fromMillis instances that were created earlier are ignored
     * @param mostSeeks maximum number of seeks, in addition to those that the criteria have already made
     */
    IntersectionCursor(List<ListingMergeCursor> criteria, long fromMillis, int mostSeeks) {
        this.criteria = criteria;
        this.fromMillis = fromMillis;
        this.mostSeeks = seeks() + mostSeeks;
    }

    /** The newest that is in all of them and was not passed; null if there is none, or if it gave up. */
    ListingKey newest() {
        ListingKey candidate = criteria.get(0).newest();
        int agreeing = 1;
        for (int i = 1; agreeing < criteria.size() && isWanted(candidate); i++) {
            ListingMergeCursor next = criteria.get(i % criteria.size());
            next.passDownTo(candidate);
            ListingKey found = next.newest();
            if (found != null && ListingKey.newestFirst(found, candidate) == 0) {
                agreeing++;
            } else if (seeks() < mostSeeks || !isWanted(found)) {
                agreeing = 1;
            } else {
                givenUpAt = candidate;
                return null;
            }
            candidate = found;
        }
        return isWanted(candidate) ? candidate : null;
    }

    /** Passes the newest. */
    void pass() {
        criteria.get(0).pass();
    }

    /** Position at which it gave up: this key and newer ones have been examined. Null if it did not. */
    ListingKey givenUpAt() {
        return givenUpAt;
    }

    /** True if the seeks have reached their maximum. */
    boolean isSpent() {
        return seeks() >= mostSeeks;
    }

    private long seeks() {
        return criteria.stream().mapToLong(ListingMergeCursor::seeks).sum();
    }

    private boolean isWanted(ListingKey key) {
        return key != null && key.createdAtMillis() >= fromMillis;
    }
}
