package dev.cairn.management;

import java.nio.charset.StandardCharsets;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.http.ProblemDetails;
import dev.cairn.management.ManagementAnswer.FileAnswer;
import dev.cairn.management.ManagementAnswer.JsonAnswer;
import dev.cairn.management.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.ManagementAnswer.ProblemAnswer;
import dev.cairn.management.ManagementAnswer.TextAnswer;
import dev.cairn.value.Json;

/**
 * What a request of the Dev UI is answered with.
 *
 * @param status as HTTP would have it
 * @param body JSON text: an answer, or problem details
 */
record RpcAnswer(int status, String body) {

    static RpcAnswer of(ManagementAnswer answer) {
        if (answer instanceof JsonAnswer json) {
            return new RpcAnswer(json.status(), text(json.body()));
        } else if (answer instanceof TextAnswer text) {
            return new RpcAnswer(text.status(), text(text.body()));
        } else if (answer instanceof FileAnswer file) {
            return new RpcAnswer(Status.OK.getStatusCode(), text(file.body()));
        } else if (answer instanceof LocatedAnswer located) {
            return new RpcAnswer(located.status(), text(located.body()));
        } else if (answer instanceof ProblemAnswer problem) {
            return of(problem.details());
        }
        return of(ProblemDetails.of(Status.BAD_REQUEST, "This is a stream, which is subscribed to."));
    }

    static RpcAnswer of(ProblemDetails details) {
        return new RpcAnswer(details.status(), text(details.text()));
    }

    /** Status and body as one JSON object. */
    String text() {
        return "{\"status\":" + status + ",\"body\":" + body + "}";
    }

    private static String text(JsonNode value) {
        return text(Json.writeAsJq(value));
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
