package dev.cairn.driver;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.SearchKeys;

/**
 * What is said of a new instance beside its input.
 *
 * @param keys what it is to be found by
 * @param origin who starts it, or null if the application does
 */
record StartDetails(SearchKeys keys, CommandOrigin origin) {

    StartDetails {
        Objects.requireNonNull(keys, "keys is required");
    }

    /** With these keys, started by the application. */
    static StartDetails of(SearchKeys keys) {
        return new StartDetails(keys, null);
    }

    StartDetails withKeys(SearchKeys newKeys) {
        return new StartDetails(newKeys, origin);
    }
}
