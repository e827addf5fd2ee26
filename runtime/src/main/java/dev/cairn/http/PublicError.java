package dev.cairn.http;

import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.program.Program;

/**
 * The part of an instance's error that a client receives. An error that the author of the workflow raised was meant for the
 * client: it keeps its status and its detail. Any other reports an internal failure, and its title and detail may name
 * internals: classes, hosts, values, or the answers of other services.
 *
 * @param status the HTTP status that fits
 * @param json the error with that status, without undisclosed parts
 */
record PublicError(int status, ObjectNode json) {

    private static final int INTERNAL_SERVER_ERROR = 500;
    private static final int BAD_GATEWAY = 502;
    private static final int FIRST_ERROR = 400;
    private static final int LAST_ERROR = 599;

    /**
     * @param error as the instance ended with
     * @param program the program of the instance, or null if the application no longer has it
     * @param showsInside the {@link HttpSettings#showsInside()}
     */
    static PublicError of(WorkflowError error, Program program, boolean showsInside) {
        if (isMeantForClients(error, program)) {
            boolean fits = error.status() >= FIRST_ERROR && error.status() <= LAST_ERROR;
            return of(fits ? error.status() : INTERNAL_SERVER_ERROR, error.toJson());
        }
        ObjectNode json = error.toJson();
        if (!showsInside) {
            json.remove("detail");
            json.put("title", kind(error.type()));
        }
        boolean communication = WorkflowError.canonicalType(error.type()).equals(WorkflowError.Standard.COMMUNICATION.type());
        return of(communication ? BAD_GATEWAY : INTERNAL_SERVER_ERROR, json);
    }

    /** An answer to the start and a look at the instance say the same. */
    private static PublicError of(int status, ObjectNode json) {
        return new PublicError(status, json.put("status", status));
    }

    private static String kind(String type) {
        for (WorkflowError.Standard kind : WorkflowError.Standard.values()) {
            if (type.endsWith("/" + kind.name().toLowerCase(Locale.ROOT))) {
                return kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT) + " error";
            }
        }
        return "Error";
    }

    private static boolean isMeantForClients(WorkflowError error, Program program) {
        boolean standard = WorkflowError.canonicalType(error.type()).startsWith(WorkflowError.STANDARD_TYPES);
        return !standard || wasRaised(error, program);
    }

    private static boolean wasRaised(WorkflowError error, Program program) {
        return program != null && program.tasks().stream()
                .anyMatch(task -> task.kind().equals("raise") && task.reference().equals(error.instance()));
    }
}
