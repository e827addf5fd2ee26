package dev.cairn.management;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.endpoint.LiveEndpoints;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandBodyReader;
import dev.cairn.management.request.InProcessViewerSink;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.FileAnswer;
import dev.cairn.management.request.ManagementAnswer.JsonAnswer;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementAnswer.ProblemAnswer;
import dev.cairn.management.request.ManagementAnswer.TextAnswer;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.PathTemplate;
import dev.cairn.management.request.QueryParameters;
import dev.cairn.management.request.ServerSentEventSink;
import dev.cairn.value.JsonCodec;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/**
 * The operations of the management API without HTTP, for the developer who runs the application in dev mode. Everything is permitted, so
 * this is a bean in dev mode only. Thread-safe; nothing blocks.
 */
@Singleton
public final class DevModeManagementClient {

    private final ManagementDispatcher dispatcher;
    private final Vertx vertx;

    /** @throws IllegalStateException in production */
    DevModeManagementClient(ManagementDispatcher dispatcher, Vertx vertx) {
        if (LaunchMode.current() == LaunchMode.NORMAL) {
            throw new IllegalStateException("Nobody is the developer of an application in production");
        }
        this.dispatcher = dispatcher;
        this.vertx = vertx;
    }

    /**
     * Answers a request. It never fails: a problem is an answer.
     *
     * @param method of HTTP
     * @param path below that of the API, with a slash at its beginning; its segments are encoded
     * @param query encoded, without the question mark; null or empty if there is none
     * @param body JSON, or null for an empty object
     */
    public Uni<LocalAnswer> request(String method, String path, String query, String body) {
        return ask(method, path, query, body, List.of())
                // Encodes on a worker: a large answer would hold up the event loop.
                .emitOn(Infrastructure.getDefaultWorkerPool()).map(DevModeManagementClient::encoded);
    }

    /**
     * Shows changes as they happen: parts of an event stream, each some whole blocks as {@code GET /changes} sends them. It ends after a
     * minute: the caller goes on with the last id that it has seen. So nothing stays behind of a page whose connection is lost.
     *
     * @param query as that of {@code GET /changes}
     * @param lastEventId the last id that the caller has seen; null or empty if there is none
     */
    public Multi<String> changes(String query, String lastEventId) {
        List<String> seen = lastEventId == null || lastEventId.isEmpty() ? List.of() : List.of(lastEventId);
        return Multi.createFrom().emitter(emitter -> ask("GET", "/changes", query, null, seen).subscribe()
                .with(answer -> begin(answer, emitter)));
    }

    private void begin(ManagementAnswer answer, MultiEmitter<? super String> emitter) {
        if (!(answer instanceof LiveAnswer live)) {
            emitter.fail(new IllegalArgumentException(encoded(answer).body()));
        } else if (!InProcessViewerSink.begin(live, emitter, vertx.getOrCreateContext())) {
            emitter.fail(new IllegalStateException(new String(ServerSentEventSink.refusal().text(), StandardCharsets.UTF_8)));
        }
    }

    private Uni<ManagementAnswer> ask(String method, String path, String query, String body, List<String> lastEventId) {
        return Uni.createFrom().deferred(() -> answer(method, path, query, body, lastEventId)).onFailure()
                .recoverWithItem(failure -> ManagementDispatcher.problem(path, failure));
    }

    private Uni<ManagementAnswer> answer(String method, String path, String query, String body, List<String> lastEventId) {
        List<String> segments = path.startsWith("/") ? PathTemplate.split(path) : null;
        ManagementOperation operation = segments == null ? null : ManagementOperation.of(method, segments).orElse(null);
        if (operation == null || !dispatcher.has(operation)) {
            throw new HttpProblemException(
                    ProblemDetails.of(Status.NOT_FOUND, "There is no operation " + method + " " + path + "."));
        }
        QueryParameters parameters = new QueryParameters(operation, parameters(query));
        CommandBody said = operation.body() == null ? null
                : new CommandBody(CommandBodyReader.parse(Buffer.buffer(body == null || body.isEmpty() ? "{}" : body)));
        return dispatcher.answer(new ManagementRequest(operation, CallerAccess.ofDeveloper(), operation.match(segments),
                parameters, said, header -> header.equals(LiveEndpoints.LAST_EVENT_ID) ? lastEventId : List.of()));
    }

    private static MultiMap parameters(String query) {
        MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
        if (query != null && !query.isEmpty()) {
            Map<String, List<String>> decoded = new QueryStringDecoder(query, false).parameters();
            decoded.forEach((name, values) -> parameters.add(name, values));
        }
        return parameters;
    }

    private static LocalAnswer encoded(ManagementAnswer answer) {
        if (answer instanceof ProblemAnswer problem) {
            return new LocalAnswer(problem.details().status(), text(problem.details().text()));
        }
        if (answer instanceof LocatedAnswer located) {
            return new LocalAnswer(located.status(), text(JsonCodec.writeAsJq(located.body())));
        }
        if (answer instanceof FileAnswer file) {
            return new LocalAnswer(Status.OK.getStatusCode(), text(file.body()));
        }
        TextAnswer text = answer instanceof JsonAnswer json ? json.text() : answer instanceof TextAnswer ready ? ready : null;
        if (text == null) {
            // Lines and streams are for clients of HTTP.
            return new LocalAnswer(Status.NOT_ACCEPTABLE.getStatusCode(), "{}");
        }
        return new LocalAnswer(text.status(), text(text.body()));
    }

    private static String text(byte[] encoded) {
        return new String(encoded, StandardCharsets.UTF_8);
    }

    /**
     * An answer.
     *
     * @param status as that of HTTP
     * @param body JSON; problem details if the status is 400 or more
     */
    public record LocalAnswer(int status, String body) {}
}
