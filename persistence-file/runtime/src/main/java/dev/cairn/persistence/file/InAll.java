package dev.cairn.persistence.file;

import java.util.List;

/**
 * The instances that meet all of some criteria, newest first, found by going from one criterion to the next, each time to the newest
 * that it has and that the one before did not rule out. For one search and one thread.
 *
 * <p>
 * Of criteria that many meet and hardly one meets together, each that one of them has is looked at. So it gives up after so many seeks.
 */
final class InAll {

    private final List<Groups> criteria;
    private final long fromMillis;
    private final long mostSeeks;
    private ListingKey givenUpAt;

    /**
     * @param fromMillis what was created earlier is not looked for
     * @param mostSeeks how many, beside those that are behind the criteria already
     */
    InAll(List<Groups> criteria, long fromMillis, int mostSeeks) {
        this.criteria = criteria;
        this.fromMillis = fromMillis;
        this.mostSeeks = seeks() + mostSeeks;
    }

    /** The newest that is in all of them and was not passed; null if there is none, or if it gave up. */
    ListingKey newest() {
        ListingKey candidate = criteria.get(0).newest();
        int agreeing = 1;
        for (int i = 1; agreeing < criteria.size() && isWanted(candidate); i++) {
            Groups next = criteria.get(i % criteria.size());
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

    /** Where it gave up: this one and what is newer has been looked at. Null if it did not. */
    ListingKey givenUpAt() {
        return givenUpAt;
    }

    /** True if the seeks have reached their maximum. */
    boolean isSpent() {
        return seeks() >= mostSeeks;
    }

    private long seeks() {
        return criteria.stream().mapToLong(Groups::seeks).sum();
    }

    private boolean isWanted(ListingKey key) {
        return key != null && key.createdAtMillis() >= fromMillis;
    }
}
