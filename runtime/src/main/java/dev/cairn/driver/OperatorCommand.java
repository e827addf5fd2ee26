package dev.cairn.driver;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;
import dev.cairn.value.Payload;

/**
 * A command with its caller.
 *
 * @param kind which command
 * @param origin or null if the application asks
 * @param event the event to send to the instance, or null for any other command
 * @param timer identity of the timer that is to fire, or null if none is
 */
record OperatorCommand(Command kind, CommandOrigin origin, Payload event, String timer) {

    OperatorCommand {
        Objects.requireNonNull(kind, "kind is required");
        if ((event != null) != (kind == Command.SEND) || (timer != null) != (kind == Command.FIRE)) {
            throw new IllegalArgumentException("An event is sent, and a timer fires: " + kind);
        }
    }

    /** A command that says all by its kind. */
    OperatorCommand(Command kind, CommandOrigin origin) {
        this(kind, origin, null, null);
    }

    static OperatorCommand send(CommandOrigin origin, Payload event) {
        return new OperatorCommand(Command.SEND, origin, event, null);
    }

    static OperatorCommand fire(CommandOrigin origin, String timer) {
        return new OperatorCommand(Command.FIRE, origin, null, timer);
    }

    /** A copy without an origin. */
    OperatorCommand withoutOrigin() {
        return new OperatorCommand(kind, null, event, timer);
    }

    /** True if the instance is to end. */
    boolean ends() {
        return kind.ends();
    }
}
