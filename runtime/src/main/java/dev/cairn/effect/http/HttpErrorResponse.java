package dev.cairn.effect.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.engine.port.ErrorResponseException;
import dev.cairn.engine.port.RetryAfterDate;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.ValueException;

/** The answer of a failed call as the value {@code $error.response}: {@code {status, headers, body}}. */
final class HttpErrorResponse {

    private HttpErrorResponse() {}

    /** The whole answer. Its cookies are left out: they are credentials for the next request. */
    static JsonNode of(BufferedHttpResponse answer) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        response.put("status", answer.status());
        ObjectNode headers = BufferedHttpResponse.joined(answer.headers());
        headers.remove("set-cookie");
        RetryAfterDate.complete(headers);
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
