package dev.cairn.engine.audit;

import dev.cairn.api.CommandOrigin;

/** Tells the audit log of commands that did not come as far as the engine. */
public final class ForbiddenCommandLog {

    private ForbiddenCommandLog() {}

    /**
     * Logs a command that the caller is not permitted to give.
     *
     * @param command the command's name in the log
     * @param instanceId or null if there is none
     * @param workflow qualified name, or null if it is not known
     */
    public static void forbidden(String command, String instanceId, String workflow, CommandOrigin origin) {
        forbidden(command, instanceId, workflow, null, origin);
    }

    /** As {@link #forbidden(String, String, String, CommandOrigin)}, of a command to a schedule of the workflow. */
    public static void forbidden(String command, String instanceId, String workflow, String schedule, CommandOrigin origin) {
        CommandAuditRecord trail = CommandAuditRecord.named(command, instanceId, origin);
        trail.concerns(workflow);
        trail.concernsSchedule(schedule);
        trail.refused("It is not permitted");
    }
}
