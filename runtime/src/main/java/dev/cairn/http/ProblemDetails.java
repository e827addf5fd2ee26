package dev.cairn.http;

import java.util.Map;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.JsonCodec;

/**
 * Problem details (RFC 9457). Immutable; each {@code with…} gives a changed copy.
 */
public final class ProblemDetails {

    /** Media type of problem details. */
    public static final String MEDIA_TYPE = "application/problem+json";
    private static final String UNTYPED = "about:blank";

    private final int status;
    private final ObjectNode json;
    private final int retryAfterSeconds;
    private final boolean close;

    private ProblemDetails(int status, ObjectNode json, int retryAfterSeconds, boolean close) {
        this.status = status;
        this.json = json;
        this.retryAfterSeconds = retryAfterSeconds;
        this.close = close;
    }

    /** A problem that its status says all about; {@code detail} may be null. */
    public static ProblemDetails of(Status status, String detail) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", UNTYPED);
        json.put("title", status.getReasonPhrase());
        json.put("status", status.getStatusCode());
        if (detail != null) {
            json.put("detail", detail);
        }
        return new ProblemDetails(status.getStatusCode(), json, 0, false);
    }

    /** As {@link #of(Status, String)}, for a status that {@link Status} does not know. */
    public static ProblemDetails of(int status, String title, String detail) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return of(status, json.put("type", UNTYPED).put("title", title).put("detail", detail));
    }

    /** A problem of a kind of its own. The given details are used as they are, with the status set. */
    public static ProblemDetails of(int status, ObjectNode details) {
        ObjectNode json = details.deepCopy();
        json.put("status", status);
        return new ProblemDetails(status, json, 0, false);
    }

    /** With a further member. */
    public ProblemDetails with(String member, JsonNode value) {
        ObjectNode changed = json.deepCopy();
        changed.set(member, value);
        return new ProblemDetails(status, changed, retryAfterSeconds, close);
    }

    /** With a fault of the body and the JSON pointer of it, beside those that are there. */
    public ProblemDetails withError(String pointer, String message) {
        ObjectNode changed = json.deepCopy();
        changed.withArray("/errors").addObject().put("pointer", pointer).put("message", message);
        return new ProblemDetails(status, changed, retryAfterSeconds, close);
    }

    /** With the advice to try again after a time. */
    public ProblemDetails withRetryAfter(int seconds) {
        return new ProblemDetails(status, json, seconds, close);
    }

    /** With the end of the connection: the rest of the request is not wanted. */
    public ProblemDetails withClose() {
        return new ProblemDetails(status, json, retryAfterSeconds, true);
    }

    String title() {
        return json.path("title").asText();
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }

    /** Headers of a response, but for those of the connection. */
    public Map<String, String> headers() {
        return retryAfterSeconds > 0
                ? Map.of(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE, HttpHeaders.RETRY_AFTER, String.valueOf(retryAfterSeconds))
                : Map.of(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE);
    }

    /** The JSON text, as it is sent. */
    public byte[] text() {
        return JsonCodec.writeAsJq(json);
    }

    Response response() {
        Response.ResponseBuilder response = Response.status(status).entity(text()).type(MEDIA_TYPE);
        if (retryAfterSeconds > 0) {
            response.header(HttpHeaders.RETRY_AFTER, retryAfterSeconds);
        }
        if (close) {
            response.header("Connection", "close");
        }
        return response.build();
    }
}
