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
public record StartMetadata(SearchKeys keys, CommandOrigin origin, TraceContext trace) {

    public StartMetadata {
        Objects.requireNonNull(keys, "keys is required");
    }

    /** With these keys, started by the application outside of any trace. */
    public static StartMetadata of(SearchKeys keys) {
        return new StartMetadata(keys, null, null);
    }

    public StartMetadata withKeys(SearchKeys newKeys) {
        return new StartMetadata(newKeys, origin, trace);
    }

    public StartMetadata withTrace(TraceContext newTrace) {
        return new StartMetadata(keys, origin, newTrace);
    }
}
