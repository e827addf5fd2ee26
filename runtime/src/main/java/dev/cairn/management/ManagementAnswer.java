package dev.cairn.management;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.http.ProblemDetails;

/** What a request is answered with, unless it fails. */
sealed interface ManagementAnswer {

    /**
     * A value as JSON.
     *
     * @param status of HTTP
     * @param body what is written; not to be changed any more
     */
    record JsonAnswer(int status, JsonNode body) implements ManagementAnswer {}

    /** Problem details (RFC 9457). */
    record ProblemAnswer(ProblemDetails details) implements ManagementAnswer {}

    static ManagementAnswer ok(JsonNode body) {
        return new JsonAnswer(200, body);
    }
}
