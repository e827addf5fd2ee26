package dev.cairn.effect.http;

import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.BodyMediaType;
import dev.cairn.value.ValueException;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;

/**
 * A complete HTTP response, and its conversion to the output of the call.
 *
 * @param call the request
 * @param status its status code
 * @param reason its reason phrase, or null
 * @param headers its headers
 * @param body its body, maybe empty
 */
record BufferedHttpResponse(PreparedHttpRequest call, int status, String reason, MultiMap headers, Buffer body) {

    /** An outcome is stored, and its readers must not see the values of these headers. */
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie");

    static BufferedHttpResponse of(PreparedHttpRequest call, HttpClientResponse response, Buffer body) {
        return new BufferedHttpResponse(call, response.statusCode(), response.statusMessage(), response.headers(), body);
    }

    /**
     * The part that the call asked for.
     *
     * @throws dev.cairn.api.WorkflowException if the status is no success, or the content does not match its type
     */
    JsonNode outcome() {
        BodyMediaType type = BodyMediaType.of(headers.get("content-type"));
        if (!success()) {
            throw HttpCallErrors.refused(this, hasText(type) ? body.toString(type.charset()) : "");
        }
        switch (call.output()) {
            case RAW:
                return base64();
            case RESPONSE:
                return response(type);
            default:
                return content(type);
        }
    }

    private boolean success() {
        return status >= 200 && status < (call.redirect() ? 400 : 300);
    }

    /** True if the body is JSON or other text by its type. */
    boolean hasText(BodyMediaType type) {
        return !isEncoded() && (type.isJson() || type.isText());
    }

    /** True if it is compressed in a way that the client does not know; what it knows is not any more. */
    private boolean isEncoded() {
        String encoding = headers.get("content-encoding");
        return encoding != null && !encoding.strip().equalsIgnoreCase("identity");
    }

    private JsonNode content(BodyMediaType type) {
        if (body.length() == 0) {
            return NullNode.getInstance();
        }
        if (isEncoded()) {
            throw HttpCallErrors.encoded(call, headers.get("content-encoding"));
        }
        if (type.isJson()) {
            try {
                return type.decodeJson(body.getBytes());
            } catch (ValueException malformed) {
                throw HttpCallErrors.malformed(call, malformed.getMessage());
            }
        }
        return type.isText() ? TextNode.valueOf(body.toString(type.charset())) : base64();
    }

    JsonNode base64() {
        return TextNode.valueOf(Base64.getEncoder().encodeToString(body.getBytes()));
    }

    private ObjectNode response(BodyMediaType type) {
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        ObjectNode request = response.putObject("request");
        // As the specification has it, "HTTP Request".
        request.put("method", call.method().toLowerCase(Locale.ROOT));
        request.put("uri", call.target().uri());
        request.set("headers", joined(call.headers()));
        response.put("statusCode", status);
        response.set("headers", joined(headers));
        response.set("content", content(type));
        return response;
    }

    /** Headers as an object with names in lower case; values of one name are joined by commas. */
    static ObjectNode joined(MultiMap headers) {
        ObjectNode joined = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, String> header : headers) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            JsonNode before = joined.get(name);
            if (!CREDENTIALS.contains(name)) {
                joined.put(name, before == null ? header.getValue() : before.textValue() + ", " + header.getValue());
            }
        }
        return joined;
    }
}
