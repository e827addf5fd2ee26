package dev.cairn.engine.port;

import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;

/**
 * An error that is the answer of another service: {@code {status, headers, body, truncated}}. It has the whole answer, and gives it
 * bounded: a secret of which the answer has only a part would not be found any more.
 */
public final class ErrorResponseException extends QuotedTextException {

    /** Of a body: bytes of JSON, characters of text. The journal has it for each attempt. */
    public static final int MAX_BODY_SIZE = 16 * 1024;

    /** Of the names and values of all headers together; the headers beyond that are left out. */
    public static final int MAX_HEADER_CHARS = 16 * 1024;

    private static final long serialVersionUID = 1L;

    private final transient JsonNode response;

    /**
     * An error with the whole answer.
     *
     * @param text the whole text that the error quotes
     * @param quoting gives the error with as much of a text as it quotes
     * @param response an object with {@code status}, {@code headers} (texts by name) and maybe {@code body}
     */
    public ErrorResponseException(String text, Function<String, WorkflowError> quoting, JsonNode response) {
        super(text, quoting);
        this.response = response;
    }

    /** The same, with another text, another answer and another error around it. */
    public ErrorResponseException changed(UnaryOperator<String> change, UnaryOperator<WorkflowError> around,
            UnaryOperator<JsonNode> answer) {
        return new ErrorResponseException(change.apply(text), quoted -> around.apply(quoting.apply(quoted)),
                answer.apply(response));
    }

    /** The answer, bounded: a body that is a long text is cut, and {@code truncated} says so. */
    public JsonNode response() {
        return response(UnaryOperator.identity());
    }

    /** The bounded answer, had the whole of it been changed before. */
    public JsonNode response(UnaryOperator<JsonNode> change) {
        ObjectNode bounded = JsonNodeFactory.instance.objectNode();
        bounded.setAll((ObjectNode) change.apply(response));
        bounded.set("headers", bounded(bounded.path("headers")));
        String body = bounded.path("body").textValue();
        if (body != null && body.length() > MAX_BODY_SIZE) {
            int end = Character.isHighSurrogate(body.charAt(MAX_BODY_SIZE - 1)) ? MAX_BODY_SIZE - 1 : MAX_BODY_SIZE;
            bounded.put("body", body.substring(0, end)).put("truncated", true);
        }
        return bounded;
    }

    private static ObjectNode bounded(JsonNode headers) {
        ObjectNode bounded = JsonNodeFactory.instance.objectNode();
        int chars = 0;
        for (Map.Entry<String, JsonNode> header : headers.properties()) {
            chars += header.getKey().length() + header.getValue().asText().length();
            if (chars <= MAX_HEADER_CHARS) {
                bounded.set(header.getKey(), header.getValue());
            }
        }
        return bounded;
    }
}
