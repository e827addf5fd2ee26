package dev.cairn.management.request;

import java.util.regex.Pattern;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import io.smallrye.mutiny.Uni;

/** The instances that a caller may see. The answer for a hidden instance is that of an instance that does not exist. */
public record VisibleInstances(InstanceInspector inspector, CallerAccess access) {

    /** Characters and length of instance ids. */
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

    /** False if no instance can have this id. */
    static boolean mayBeId(String id) {
        return ID.matcher(id).matches();
    }

    /** The qualified name of the workflow of an instance; fails with {@link HttpProblemException} if there is none that the caller may see. */
    public Uni<String> workflow(String id) {
        if (!mayBeId(id)) {
            return Uni.createFrom().failure(unknown());
        }
        return inspector.workflow(id)
                .onFailure(VisibleInstances::isUnknown).transform(failure -> unknown())
                .invoke(workflow -> {
                    if (!access.may(ManagementPermission.VIEW, workflow)) {
                        throw unknown();
                    }
                });
    }

    /** As {@link #workflow}, of an instance whose payloads the caller may read; otherwise fails with 403. */
    public Uni<String> readable(String id) {
        return workflow(id).invoke(this::checkReadable);
    }

    /**
     * Checks that the caller may read the payloads of a workflow that was found.
     *
     * @throws HttpProblemException 403 if the caller may not
     */
    public void checkReadable(String workflow) {
        if (!access.may(ManagementPermission.PAYLOAD, workflow)) {
            throw new HttpProblemException(ProblemDetails.of(Status.FORBIDDEN,
                    "To read payloads of this workflow needs a role that you do not have."));
        }
    }

    private static boolean isUnknown(Throwable failure) {
        return failure instanceof CairnException refused && refused.reason() == Reason.UNKNOWN_INSTANCE;
    }

    public static HttpProblemException unknown() {
        return new HttpProblemException(
                ProblemDetails.of(Status.NOT_FOUND, "There is no such instance, or its retention has ended."));
    }
}
