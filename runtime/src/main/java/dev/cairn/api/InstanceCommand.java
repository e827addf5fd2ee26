package dev.cairn.api;

import java.time.Instant;
import java.util.Objects;

/**
 * A command that changed an instance, as its journal has it.
 *
 * @param at when it was written, by the clock of the node that wrote it
 * @param kind which command
 * @param origin the caller that asked for it, and why; without principal and reason if the application did, or an earlier
 *        version of Cairn wrote it
 */
public record InstanceCommand(Instant at, CommandKind kind, CommandOrigin origin) {

    public InstanceCommand {
        Objects.requireNonNull(at, "at is required");
        Objects.requireNonNull(kind, "kind is required");
        Objects.requireNonNull(origin, "origin is required");
    }
}
