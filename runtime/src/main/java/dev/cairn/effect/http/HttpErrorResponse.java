package dev.cairn.effect.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.time.TimeSource;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.ValueException;

/** The answer of a failed call as the value {@code $error.response}: {@code {status, headers, body}}. */
final class HttpErrorResponse {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    private static final TimeSource CLOCK = TimeSource.system();

    private HttpErrorResponse() {}

    /** The whole answer. Its cookies are left out: they are credentials for the next request. */
    static JsonNode of(BufferedHttpResponse answer) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        response.put("status", answer.status());
        ObjectNode headers = BufferedHttpResponse.joined(answer.headers());
        headers.remove("set-cookie");
        if (headers.has("retry-after") && !headers.has("date")) {
            // RFC 9110, section 6.6.1. A date in Retry-After counts from it.
            headers.put("date", HTTP_DATE.format(Instant.ofEpochMilli(CLOCK.millis())));
        }
        response.set("headers", headers);
        response.set("body", body(answer));
        return response;
    }

    private static JsonNode body(BufferedHttpResponse answer) {
        BodyMediaType type = BodyMediaType.of(answer.headers().get("content-type"));
        int bytes = answer.body().length();
        if (bytes == 0) {
            return NullNode.getInstance();
        }
        if (!answer.hasText(type)) {
            return answer.base64();
        }
        if (type.isJson() && bytes <= ErrorResponseException.MAX_BODY_SIZE) {
            try {
                return type.decodeJson(answer.body().getBytes());
            } catch (ValueException malformed) {
                // The text says more than nothing.
            }
        }
        return TextNode.valueOf(answer.body().toString(type.charset()));
    }
}
