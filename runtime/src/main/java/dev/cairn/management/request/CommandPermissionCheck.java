package dev.cairn.management.request;

import java.util.Locale;
import java.util.Map;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.audit.ForbiddenCommandLog;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;

/** Checks that a caller may give a command, on the workflow that was found. */
public final class CommandPermissionCheck {

    private CommandPermissionCheck() {}

    /**
     * Notes in the audit log the request of a caller who may operate no workflow at all. Nothing was looked up, so the workflow of an
     * instance is unknown.
     */
    public static void refused(CallerAccess access, ManagementOperation operation, Map<String, String> path,
            ProgramRegistry programs) {
        String schedule = path.get("schedule");
        // Some commands to instances have the same verbs.
        CommandKind kind = schedule != null || operation == ManagementOperation.CREATE_SCHEDULE ? null
                : CommandOriginMapper
                        .kind(operation.name().substring(0, operation.name().indexOf('_')).toLowerCase(Locale.ROOT));
        String id = path.get("id");
        boolean isInstance = kind != null && id != null && VisibleInstances.mayBeId(id);
        ForbiddenCommandLog.forbidden(kind == null ? operation.name().toLowerCase(Locale.ROOT) : CommandOriginMapper.of(kind),
                isInstance ? id : null, workflow(path.get("workflow"), access, programs), schedule,
                CommandOriginMapper.origin(access, null));
    }

    /** The qualified name, or null if the caller has not named a workflow. */
    private static String workflow(String name, CallerAccess access, ProgramRegistry programs) {
        try {
            return name == null ? null : new VisibleWorkflows(programs, access).find(name);
        } catch (HttpProblemException unknown) {
            return null;
        }
    }

    /** Refuses to stop a bulk operation, and says so in the audit log; the workflow is null if the operation is about all. */
    public static HttpProblemException mayNotStop(CallerAccess access, String workflow) {
        ForbiddenCommandLog.forbidden(ManagementOperation.STOP_OPERATION.name().toLowerCase(Locale.ROOT), null, workflow,
                CommandOriginMapper.origin(access, null));
        return new HttpProblemException(ProblemDetails.of(Status.FORBIDDEN, "This needs a role that you do not have."));
    }

    /**
     * Lets a command pass, or refuses it and says so in the audit log.
     *
     * @param instanceId or null if there is none yet
     * @param workflow qualified name; the caller may see it
     * @throws HttpProblemException if the caller may not
     */
    public static void check(CallerAccess access, CommandKind kind, String instanceId, String workflow, CommandOrigin origin) {
        if (!access.may(ManagementPermission.OPERATE, workflow)) {
            ForbiddenCommandLog.forbidden(CommandOriginMapper.of(kind), instanceId, workflow, origin);
            throw mayNotOperate();
        }
    }

    /**
     * As {@link #check}, of a command that is answered with a payload: the caller has to be permitted to read it as well.
     *
     * @param visible the instances that the caller may see
     */
    public static void checkAnswered(VisibleInstances visible, CommandKind kind, String instanceId, String workflow,
            CommandOrigin origin) {
        check(visible.access(), kind, instanceId, workflow, origin);
        if (!visible.access().may(ManagementPermission.PAYLOAD, workflow)) {
            ForbiddenCommandLog.forbidden(CommandOriginMapper.of(kind), instanceId, workflow, origin);
        }
        visible.checkReadable(workflow);
    }

    private static HttpProblemException mayNotOperate() {
        return new HttpProblemException(
                ProblemDetails.of(Status.FORBIDDEN, "To operate this workflow needs a role that you do not have."));
    }

    /**
     * As {@link #check}, of a command to a schedule.
     *
     * @param operation the command
     * @param schedule name of the schedule
     */
    public static void checkSchedule(CallerAccess access, ManagementOperation operation, String workflow, String schedule,
            CommandOrigin origin) {
        if (!access.may(ManagementPermission.OPERATE, workflow)) {
            ForbiddenCommandLog.forbidden(operation.name().toLowerCase(Locale.ROOT), null, workflow, schedule, origin);
            throw mayNotOperate();
        }
    }
}
