package dev.cairn.management;

import java.nio.charset.StandardCharsets;
import java.util.List;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.endpoint.LiveEndpoints;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandBodyReader;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.FileAnswer;
import dev.cairn.management.request.ManagementAnswer.JsonAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementAnswer.ProblemAnswer;
import dev.cairn.management.request.ManagementAnswer.TextAnswer;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.PathTemplate;
import dev.cairn.management.request.QueryParameters;
import dev.cairn.spi.ManagementClient.Reply;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.buffer.Buffer;

/** Answers requests for operations of the management API that come from within the application. */
@Singleton
final class InProcessRequests {

    private final ManagementDispatcher dispatcher;

    InProcessRequests(ManagementDispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** The answer as text. Never fails: a problem is an answer. */
    Uni<Reply> reply(CallerAccess access, String method, String path, String query, String body) {
        return answer(access, method, path, query, body, List.of())
                // Encodes on a worker: a large answer would hold up the event loop.
                .emitOn(Infrastructure.getDefaultWorkerPool()).map(InProcessRequests::encoded);
    }

    /** The answer. Never fails: a problem is an answer. */
    Uni<ManagementAnswer> answer(CallerAccess access, String method, String path, String query, String body,
            List<String> lastEventId) {
        return Uni.createFrom().deferred(() -> asked(access, method, path, query, body, lastEventId)).onFailure()
                .recoverWithItem(failure -> ManagementDispatcher.problem(path, failure));
    }

    private Uni<ManagementAnswer> asked(CallerAccess access, String method, String path, String query, String body,
            List<String> lastEventId) {
        List<String> segments = path.startsWith("/") ? PathTemplate.split(path) : null;
        ManagementOperation operation = segments == null ? null : ManagementOperation.of(method, segments).orElse(null);
        if (operation == null || !dispatcher.has(operation)) {
            throw new HttpProblemException(
                    ProblemDetails.of(Status.NOT_FOUND, "There is no operation " + method + " " + path + "."));
        }
        ManagementAnswer refusal = dispatcher.refusal(access, operation, segments);
        if (refusal != null) {
            return Uni.createFrom().item(refusal);
        }
        QueryParameters parameters = new QueryParameters(operation, query);
        CommandBody said = operation.body() == null ? null
                : new CommandBody(CommandBodyReader.parse(Buffer.buffer(body == null || body.isEmpty() ? "{}" : body)));
        return dispatcher.answer(new ManagementRequest(operation, access, operation.match(segments), parameters, said,
                header -> header.equals(LiveEndpoints.LAST_EVENT_ID) ? lastEventId : List.of()));
    }

    static Reply encoded(ManagementAnswer answer) {
        if (answer instanceof ProblemAnswer problem) {
            return new Reply(problem.details().status(), text(problem.details().text()));
        }
        if (answer instanceof LocatedAnswer located) {
            return new Reply(located.status(), text(JsonCodec.writeAsJq(located.body())));
        }
        if (answer instanceof FileAnswer file) {
            return new Reply(Status.OK.getStatusCode(), text(file.body()));
        }
        TextAnswer text = answer instanceof JsonAnswer json ? json.text() : answer instanceof TextAnswer ready ? ready : null;
        if (text == null) {
            // Lines and streams are for clients of HTTP.
            return new Reply(Status.NOT_ACCEPTABLE.getStatusCode(), "{}");
        }
        return new Reply(text.status(), text(text.body()));
    }

    private static String text(byte[] encoded) {
        return new String(encoded, StandardCharsets.UTF_8);
    }
}
