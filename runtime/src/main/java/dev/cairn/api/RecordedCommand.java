package dev.cairn.api;

import java.time.Instant;
import java.util.Objects;

/**
 * A command to an instance as recorded in its journal: its kind, time and origin.
 *
 * @param at when it was written, by the clock of the node that wrote it
 * @param kind which command
 * @param origin the caller that asked for it, and why; without principal and reason if the application did, or an earlier
 *        version of Cairn wrote it
 */
public record RecordedCommand(Instant at, CommandKind kind, CommandOrigin origin) {

    public RecordedCommand {
        Objects.requireNonNull(at, "at is required");
        Objects.requireNonNull(kind, "kind is required");
        Objects.requireNonNull(origin, "origin is required");
    }
}
