package dev.cairn.driver;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;
import dev.cairn.value.Payload;

/**
 * A command with who asks for it.
 *
 * @param kind which command
 * @param origin or null if the application asks
 * @param event what the instance is sent, or null if it is not sent anything
 */
record OperatorCommand(Command kind, CommandOrigin origin, Payload event) {

    OperatorCommand {
        Objects.requireNonNull(kind, "kind is required");
    }

    /** A command that says all by its kind. */
    OperatorCommand(Command kind, CommandOrigin origin) {
        this(kind, origin, null);
    }

    /** True if the instance is to end. */
    boolean ends() {
        return kind.ends();
    }
}
