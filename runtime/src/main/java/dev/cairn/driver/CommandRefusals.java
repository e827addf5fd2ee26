package dev.cairn.driver;

import dev.cairn.api.CommandOrigin;

/** Tells the audit log of commands that did not come as far as the engine. */
public final class CommandRefusals {

    private CommandRefusals() {}

    /**
     * Somebody asked for what is not permitted.
     *
     * @param command what the log calls it
     * @param instanceId or null if there is none
     * @param workflow qualified name, or null if it is not known
     */
    public static void forbidden(String command, String instanceId, String workflow, CommandOrigin origin) {
        CommandTrail trail = CommandTrail.named(command, instanceId, origin);
        trail.concerns(workflow);
        trail.refused("It is not permitted");
    }
}
