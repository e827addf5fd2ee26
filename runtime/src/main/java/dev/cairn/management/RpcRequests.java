package dev.cairn.management;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;
import dev.cairn.value.Json;
import dev.cairn.value.ValueException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;

/** Has the management API answer requests that did not come by HTTP. Their caller may do everything. Thread-safe. */
final class RpcRequests {

    private final ManagementDispatcher dispatcher;
    private final CallerAccess access = AccessRules.ofDevelopment().of(null);

    RpcRequests(ManagementDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /**
     * Answers a request of the Dev UI.
     *
     * @param path below the path of the API, percent-encoded, with a slash at its beginning
     * @param query a JSON object of texts; may be null or empty
     * @param body a JSON object; may be null or empty
     */
    Uni<RpcAnswer> ask(String method, String path, String query, String body) {
        List<String> segments = path == null || !path.startsWith("/") ? null : PathTemplate.split(path);
        Optional<ManagementOperation> operation = segments == null || method == null ? Optional.empty()
                : ManagementOperation.of(method, segments);
        if (operation.isEmpty()) {
            return Uni.createFrom().item(RpcAnswer.of(ProblemDetails.of(Status.NOT_FOUND, null)));
        }
        return asked(operation.get(), () -> answer(operation.get(), segments, parsed("query", query), parsed("body", body)));
    }

    /** As {@link #ask(String, String, String, String)}, for what is known to be in the table. */
    Uni<RpcAnswer> ask(ManagementOperation operation, List<String> segments, ObjectNode query, ObjectNode body) {
        return asked(operation, () -> answer(operation, segments, query, body));
    }

    /** An answer as the API has it; fails with what {@link ManagementDispatcher#problem} describes. */
    Uni<ManagementAnswer> answer(ManagementOperation operation, List<String> segments, ObjectNode query, ObjectNode body) {
        MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
        if (query != null) {
            for (Map.Entry<String, JsonNode> parameter : query.properties()) {
                parameters.add(parameter.getKey(), parameter.getValue().asText());
            }
        }
        CommandBody said = operation.body() == null ? null
                : new CommandBody(body == null ? JsonNodeFactory.instance.objectNode() : body);
        return dispatcher.answer(new ManagementRequest(operation, access, operation.match(segments),
                new QueryParameters(operation, parameters), said, header -> List.of()));
    }

    private static Uni<RpcAnswer> asked(ManagementOperation operation, Supplier<Uni<? extends ManagementAnswer>> answer) {
        return Uni.createFrom().deferred(answer)
                .onFailure().recoverWithItem(failure -> ManagementDispatcher.problem(operation, failure))
                .map(RpcAnswer::of);
    }

    /** An object, or null if the text is missing. */
    private static ObjectNode parsed(String name, String text) {
        JsonNode value = value(name, text);
        if (value != null && !value.isObject()) {
            throw RequestMistakes.of("The " + name + " has to be a JSON object.");
        }
        return (ObjectNode) value;
    }

    /**
     * A value, or null if the text is missing.
     *
     * @throws HttpProblem if it is no JSON
     */
    static JsonNode value(String name, String text) {
        try {
            return text == null || text.isBlank() ? null : Json.readExact(text.getBytes(StandardCharsets.UTF_8));
        } catch (ValueException malformed) {
            throw RequestMistakes.of("The " + name + " is no JSON: " + malformed.getMessage() + ".");
        }
    }
}
