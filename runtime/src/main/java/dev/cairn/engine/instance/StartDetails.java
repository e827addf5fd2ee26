package dev.cairn.engine.instance;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.SearchKeys;
import dev.cairn.executor.TraceContext;

/**
 * Details of a new instance beside its input.
 *
 * @param keys its search keys
 * @param origin the caller, or null if the application starts it
 * @param trace trace position of the caller, or null
 */
public record StartDetails(SearchKeys keys, CommandOrigin origin, TraceContext trace) {

    public StartDetails {
        Objects.requireNonNull(keys, "keys is required");
    }

    /** With these keys, started by the application outside of any trace. */
    public static StartDetails of(SearchKeys keys) {
        return new StartDetails(keys, null, null);
    }

    public StartDetails withKeys(SearchKeys newKeys) {
        return new StartDetails(newKeys, origin, trace);
    }

    public StartDetails withTrace(TraceContext newTrace) {
        return new StartDetails(keys, origin, newTrace);
    }
}
