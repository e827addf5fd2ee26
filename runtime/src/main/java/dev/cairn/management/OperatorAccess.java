package dev.cairn.management;

import java.util.Locale;
import java.util.Map;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.driver.CommandRefusals;
import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;

/** Checks that a caller may give a command, on the workflow that was found. */
final class OperatorAccess {

    private OperatorAccess() {}

    /** Says in the audit log that a caller asked who may operate no workflow at all. Nothing was looked up, so it is not known of which. */
    static void refused(CallerAccess access, ManagementOperation operation, Map<String, String> path) {
        CommandRefusals.forbidden(operation.name().toLowerCase(Locale.ROOT), path.get("id"), path.get("workflow"),
                CommandNames.origin(access, null));
    }

    /**
     * Lets a command pass, or refuses it and says so in the audit log.
     *
     * @param instanceId or null if there is none yet
     * @param workflow qualified name; the caller may see it
     * @throws HttpProblem if the caller may not
     */
    static void check(CallerAccess access, CommandKind kind, String instanceId, String workflow, CommandOrigin origin) {
        if (!access.may(ManagementPermission.OPERATE, workflow)) {
            CommandRefusals.forbidden(CommandNames.of(kind), instanceId, workflow, origin);
            throw new HttpProblem(
                    ProblemDetails.of(Status.FORBIDDEN, "To operate this workflow needs a role that you do not have."));
        }
    }
}
