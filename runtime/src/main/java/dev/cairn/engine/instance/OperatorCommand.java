package dev.cairn.engine.instance;

import java.util.Objects;

import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.value.JsonPayload;

/**
 * A command with its caller.
 *
 * @param kind which command
 * @param origin or null if the application asks
 * @param event the event to send to the instance, or null for any other command
 * @param timer identity of the timer that is to fire, or null if none is
 */
public record OperatorCommand(OperatorCommandKind kind, CommandOrigin origin, JsonPayload event, String timer) {

    public OperatorCommand {
        Objects.requireNonNull(kind, "kind is required");
        if ((event != null) != (kind == OperatorCommandKind.SEND) || (timer != null) != (kind == OperatorCommandKind.FIRE)) {
            throw new IllegalArgumentException("An event is sent, and a timer fires: " + kind);
        }
    }

    /** A command that says all by its kind. */
    public OperatorCommand(OperatorCommandKind kind, CommandOrigin origin) {
        this(kind, origin, null, null);
    }

    public static OperatorCommand send(CommandOrigin origin, JsonPayload event) {
        return new OperatorCommand(OperatorCommandKind.SEND, origin, event, null);
    }

    public static OperatorCommand fire(CommandOrigin origin, String timer) {
        return new OperatorCommand(OperatorCommandKind.FIRE, origin, null, timer);
    }

    /** A copy without an origin. */
    public OperatorCommand withoutOrigin() {
        return new OperatorCommand(kind, null, event, timer);
    }

    /** True if the instance is to end. */
    public boolean ends() {
        return kind.ends();
    }
}
