package dev.cairn.persistence.file.index;

import java.util.NavigableSet;
import java.util.function.UnaryOperator;

import org.h2.mvstore.MVMap;

/**
 * A sorted set of keys that searches seek in.
 *
 * @param lower gives the greatest key that is less than another one, or null
 * @param floor gives the greatest key that is not greater than another one, or null
 */
record ListingSource(UnaryOperator<ListingKey> lower, UnaryOperator<ListingKey> floor) {

    static ListingSource of(MVMap<ListingKey, Boolean> map) {
        return new ListingSource(map::lowerKey, map::floorKey);
    }

    static ListingSource of(NavigableSet<ListingKey> keys) {
        return new ListingSource(keys::lower, keys::floor);
    }
}
