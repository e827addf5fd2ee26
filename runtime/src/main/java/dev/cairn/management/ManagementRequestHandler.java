package dev.cairn.management;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.engine.Engine;
import dev.cairn.http.ProblemDetails;
import dev.cairn.http.UploadMemoryBudget;
import dev.cairn.management.access.AccessRules;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.CallerAuthenticator;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.AnswerWriter;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandBodyReader;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.PathTemplate;
import dev.cairn.management.request.QueryParameters;
import dev.cairn.time.TimeSource;
import io.quarkus.security.AuthenticationException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** Finds the operation and the caller of a request, and has it answered. */
@Singleton
final class ManagementRequestHandler {

    /** The preferred format of RFC 9110. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter
            .ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final AccessRules rules;
    private final Engine engine;
    private final UploadMemoryBudget uploads;
    private final ManagementDispatcher dispatcher;
    private final TimeSource time;

    ManagementRequestHandler(AccessRules rules, Engine engine, UploadMemoryBudget uploads, ManagementDispatcher dispatcher,
            TimeSource time) {
        this.rules = rules;
        this.engine = engine;
        this.uploads = uploads;
        this.dispatcher = dispatcher;
        this.time = time;
    }

    /**
     * Answers a request.
     *
     * @param root absolute path of the API, without a slash at its end
     */
    void handle(RoutingContext routing, String root) {
        // Clients compare the times in answers with this node's clock, because their own clock may differ.
        routing.response().putHeader(HttpHeaders.DATE, HTTP_DATE.format(Instant.ofEpochMilli(time.millis())));
        AnswerWriter writer = new AnswerWriter(routing, root);
        List<String> segments = segments(routing.normalizedPath(), root);
        if (segments == null) {
            writer.problem(ProblemDetails.of(Status.NOT_FOUND, null));
            return;
        }
        Optional<ManagementOperation> operation = ManagementOperation.of(routing.request().method().name(), segments);
        if (operation.isEmpty() || !dispatcher.has(operation.get())) {
            refuse(routing, writer, ManagementOperation.allowed(segments));
            return;
        }
        ManagementOperation asked = operation.get();
        // Before the authentication, which is asynchronous: parts of the body that arrive meanwhile would be lost.
        CommandBodyReader reader = asked.body() == null ? null : new CommandBodyReader(routing, engine, uploads);
        Cancellable asking = CallerAuthenticator.of(routing)
                .chain(identity -> answer(routing, asked, segments, rules.of(identity), reader))
                .onFailure(failure -> failure instanceof AuthenticationException).recoverWithUni(() -> challenge(routing))
                .onFailure().recoverWithItem(failure -> ManagementDispatcher.problem(asked.path(), failure))
                .invoke(() -> drop(reader))
                .subscribe().with(writer::writeLater, routing::fail);
        if (asked.permission() != ManagementPermission.OPERATE) {
            // The client no longer waits for the answer. Commands go on: the store may have them.
            routing.addEndHandler(end -> asking.cancel());
        }
    }

    private static List<String> segments(String path, String root) {
        return path.startsWith(root + "/") ? PathTemplate.split(path.substring(root.length())) : null;
    }

    private static void refuse(RoutingContext routing, AnswerWriter writer, String allowed) {
        if (allowed.isEmpty()) {
            writer.problem(ProblemDetails.of(Status.NOT_FOUND, null));
        } else {
            routing.response().putHeader(HttpHeaders.ALLOW, allowed);
            writer.problem(ProblemDetails.of(Status.METHOD_NOT_ALLOWED, "Possible here: " + allowed + "."));
        }
    }

    private Uni<ManagementAnswer> answer(RoutingContext routing, ManagementOperation operation, List<String> segments,
            CallerAccess access, CommandBodyReader reader) {
        ManagementAnswer refusal = dispatcher.refusal(access, operation, segments);
        if (refusal != null) {
            return access.isAnonymous() ? challenge(routing) : Uni.createFrom().item(refusal);
        }
        QueryParameters query = new QueryParameters(operation, routing.request().query());
        Uni<CommandBody> body = reader == null ? Uni.createFrom().nullItem() : reader.read().map(CommandBody::new);
        return body.chain(said -> dispatcher.answer(new ManagementRequest(operation, access, operation.match(segments), query,
                said, routing.request().headers()::getAll)));
    }

    private static void drop(CommandBodyReader reader) {
        if (reader != null) {
            reader.drop();
        }
    }

    private static Uni<ManagementAnswer> challenge(RoutingContext routing) {
        return CallerAuthenticator.challenge(routing).map(headers -> {
            headers.forEach(routing.response()::putHeader);
            return new ManagementAnswer.ProblemAnswer(ProblemDetails.of(Status.UNAUTHORIZED, null));
        });
    }
}
