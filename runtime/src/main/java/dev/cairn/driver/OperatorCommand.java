package dev.cairn.driver;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;

/**
 * A command with who asks for it.
 *
 * @param kind which command
 * @param origin or null if the application asks
 */
record OperatorCommand(Command kind, CommandOrigin origin) {

    OperatorCommand {
        Objects.requireNonNull(kind, "kind is required");
    }

    /** True if the instance is to end. */
    boolean ends() {
        return kind.ends();
    }
}
