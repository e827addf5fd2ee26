package dev.cairn.effect.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.ValueException;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;

/**
 * A request of an HTTP call, ready to be sent, with the way its answer is read.
 *
 * @param task reference of the task that calls
 * @param method as written
 * @param target its destination
 * @param headers all headers that are sent, except those that the connection needs
 * @param body the bytes to send; empty for a method that has content and none is given, null for any other without
 * @param answer which part of the answer is the outcome, and which answers are none
 */
record PreparedHttpRequest(
        String task, String method, HttpTarget target, MultiMap headers, Buffer body, AnswerRules answer) {

    /**
     * Says how the answer is read.
     *
     * @param output which part of the answer is the outcome
     * @param redirect true if a redirection is a success
     * @param challenged true if the status 401 is a {@link HttpChallengeException}
     */
    record AnswerRules(Output output, boolean redirect, boolean challenged) {}

    /** Which part of the answer is the outcome. */
    enum Output {
        CONTENT,
        RAW,
        RESPONSE
    }

    private static final String IDEMPOTENCY_KEY = "idempotency-key";
    private static final String CONTENT_TYPE = "content-type";
    /** They say where a message goes and ends; from data they could make the server see another request, or two where one was meant. */
    private static final Set<String> FRAMING_HEADERS = Set.of(
            "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade");

    /** RFC 9110, section 8.6: such requests state a length of 0. A server may refuse a request without it with 411. */
    private static final Set<String> METHODS_WITH_CONTENT = Set.of("POST", "PUT", "PATCH", "QUERY");

    /**
     * @throws dev.cairn.api.WorkflowException a validation error if the arguments make no request
     */
    static PreparedHttpRequest of(EffectCall call) {
        return of(call.arguments(), call.task(), call.idempotencyKey());
    }

    /** @param idempotencyKey null for none */
    static PreparedHttpRequest of(JsonNode arguments, String task, String idempotencyKey) {
        try {
            HttpTarget target = HttpTarget.of(text(arguments, "uri"), arguments.path("query"));
            MultiMap headers = headers(arguments.path("headers"));
            authenticate(headers, arguments.path("authentication"));
            JsonNode body = arguments.path("body");
            boolean hasBody = !body.isMissingNode() && !body.isNull();
            if (hasBody && !headers.contains(CONTENT_TYPE)) {
                headers.set(CONTENT_TYPE, "application/json");
            }
            addDefaults(headers, idempotencyKey);
            String method = method(text(arguments, "method"));
            Buffer content = hasBody ? body(body, headers)
                    : METHODS_WITH_CONTENT.contains(method) ? Buffer.buffer() : null;
            return new PreparedHttpRequest(task, method, target, headers, content,
                    new AnswerRules(output(arguments.path("output").asText("content")),
                            arguments.path("redirect").asBoolean(false), false));
        } catch (UnusableUriException unfit) {
            throw HttpCallErrors.invalid(task, unfit);
        } catch (IllegalArgumentException | ValueException invalid) {
            throw HttpCallErrors.invalid(task, invalid.getMessage());
        }
    }

    Output output() {
        return answer.output();
    }

    boolean redirect() {
        return answer.redirect();
    }

    /** This request; an answer of status 401 is a {@link HttpChallengeException}. */
    PreparedHttpRequest challenged() {
        return new PreparedHttpRequest(task, method, target, headers, body,
                new AnswerRules(answer.output(), answer.redirect(), true));
    }

    /**
     * This request with credentials.
     *
     * @param authorization value of the header
     * @param challenged true if an answer of status 401 is a {@link HttpChallengeException}
     */
    PreparedHttpRequest authorize(String authorization, boolean challenged) {
        try {
            if (headers.contains("authorization")) {
                throw new IllegalArgumentException("The header \"Authorization\" is given beside an authentication");
            }
            set(headers, "authorization", authorization);
        } catch (IllegalArgumentException invalid) {
            throw HttpCallErrors.invalid(task, invalid.getMessage());
        }
        return challenged ? challenged() : this;
    }

    /** Method and URI without its query, for messages. */
    @Override
    public String toString() {
        return method + " " + target.uriWithoutQuery();
    }

    private static String text(JsonNode arguments, String name) {
        JsonNode value = arguments.path(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("\"" + name + "\" must be a string, not " + RequestValues.kind(value));
        }
        return value.textValue();
    }

    private static String method(String method) {
        String upper = method.toUpperCase(Locale.ROOT);
        if (!upper.matches("[A-Z]{1,20}") || upper.equals("CONNECT")) {
            throw new IllegalArgumentException("\"" + method + "\" is no HTTP method that can be called");
        }
        return upper;
    }

    private static Output output(String name) {
        switch (name) {
            case "content":
                return Output.CONTENT;
            case "raw":
                return Output.RAW;
            case "response":
                return Output.RESPONSE;
            default:
                throw new IllegalArgumentException("\"output\" is content, raw or response, not \"" + name + "\"");
        }
    }

    private static MultiMap headers(JsonNode given) {
        MultiMap headers = HttpHeaders.headers();
        if (given.isMissingNode() || given.isNull()) {
            return headers;
        }
        if (!given.isObject()) {
            throw new IllegalArgumentException("\"headers\" must be an object, not " + RequestValues.kind(given));
        }
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            String name = field.getKey();
            if (FRAMING_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The header \"" + name + "\" is set by the connection and cannot be given");
            }
            if (!field.getValue().isNull()) {
                set(headers, name, RequestValues.scalar(field.getValue(), "The header \"" + name + "\""));
            }
        }
        return headers;
    }

    private static void set(MultiMap headers, String name, String value) {
        if (value.chars()
                .anyMatch(character -> character > 0xFF || character < ' ' && character != '\t' || character == 0x7F)) {
            throw new IllegalArgumentException("The header \"" + name + "\" has a character that a header cannot carry");
        }
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException prohibited) {
            // Its message may quote the value, which may be a credential.
            throw new IllegalArgumentException("The header \"" + name + "\" is none that HTTP allows", prohibited);
        }
    }

    /** {@code {username, password}} or {@code {token}}; its messages never have the values. */
    private static void authenticate(MultiMap headers, JsonNode given) {
        if (given.isMissingNode() || given.isNull() || given.has("digest")) {
            return;
        }
        if (headers.contains("authorization")) {
            throw new IllegalArgumentException("The header \"Authorization\" is given beside an authentication");
        }
        if (given.has("token")) {
            set(headers, "authorization", "Bearer " + credential(given, "token"));
            return;
        }
        String username = credential(given, "username");
        if (username.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The user name of an authentication cannot have a colon");
        }
        String pair = username + ":" + credential(given, "password");
        set(headers, "authorization",
                "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private static String credential(JsonNode authentication, String name) {
        return RequestValues.scalar(authentication.path(name), "The " + name + " of the authentication");
    }

    private static void addDefaults(MultiMap headers, String idempotencyKey) {
        if (idempotencyKey != null && !headers.contains(IDEMPOTENCY_KEY)) {
            headers.set(IDEMPOTENCY_KEY, idempotencyKey);
        }
        if (!headers.contains("accept")) {
            headers.set("accept", "application/json, */*;q=0.8");
        }
        if (!headers.contains("user-agent")) {
            headers.set("user-agent", "cairn");
        }
    }

    private static Buffer body(JsonNode body, MultiMap headers) {
        BodyMediaType type = BodyMediaType.of(headers.get(CONTENT_TYPE));
        if (type.isJson()) {
            return Buffer.buffer(type.encodeJson(body));
        }
        if (body.isObject() && type.name().equals(FormFields.URL_ENCODED)) {
            return FormFields.urlEncoded(body, type);
        }
        if (body.isObject() && type.name().equals(FormFields.MULTIPART)) {
            MultipartForm form = MultipartForm.of(body);
            headers.set(CONTENT_TYPE, form.contentType());
            return form.content();
        }
        if (!body.isTextual()) {
            throw new IllegalArgumentException("A body of type " + type.name() + " must be a string"
                    + (FormFields.isForm(type) ? " or an object" : "") + ", not " + RequestValues.kind(body));
        }
        return Buffer.buffer(type.encode(body.textValue()));
    }
}
