package dev.cairn.http;

import jakarta.ws.rs.core.Response.Status;

import io.quarkus.arc.Arc;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Makes the Vert.x handlers that refuse requests with too large a body, and those that add problem details to refusals.
 */
@Recorder
public class RefusalHandlerRecorder {

    private final RuntimeValue<VertxHttpConfig> config;

    public RefusalHandlerRecorder(RuntimeValue<VertxHttpConfig> config) {
        this.config = config;
    }

    /**
     * Answers requests that state a body larger than {@code quarkus.http.limits.max-body-size} with problem details, and those for
     * whose body {@link UploadMemoryBudget} has no room. Quarkus would refuse the former by itself, a little later and without a word.
     */
    public Handler<RoutingContext> limitBodies() {
        long limit = maxBodyBytes();
        return routing -> {
            if (RefusedBodyResponder.isMultiplexed(routing)) {
                // RFC 9113, section 8.2.2: there is no such header.
                routing.addHeadersEndHandler(written -> routing.response().headers().remove(HttpHeaders.CONNECTION));
            }
            if (UploadMemoryBudget.statedLength(routing.request()) > limit) {
                RefusedBodyResponder.answer(routing, JsonBodyReader.tooLarge(), true);
            } else if (Arc.container().instance(UploadMemoryBudget.class).get().admit(routing)) {
                routing.next();
            } else {
                RefusedBodyResponder.answer(routing, UploadMemoryBudget.noRoom(), false);
            }
        };
    }

    /** As {@link #limitBodies}, for what finds out by itself whether there is room for a smaller body. */
    public Handler<RoutingContext> refuseLargeBodies() {
        long limit = maxBodyBytes();
        return routing -> {
            if (UploadMemoryBudget.statedLength(routing.request()) > limit) {
                RefusedBodyResponder.answer(routing, JsonBodyReader.tooLarge(), true);
            } else {
                routing.next();
            }
        };
    }

    private long maxBodyBytes() {
        return config.getValue().limits().maxBodySize().map(size -> size.asLongValue()).orElse(Long.MAX_VALUE);
    }

    /** Notes which methods there are, for each request at the path of a trigger; its route takes what is below as well. */
    public Handler<RoutingContext> noteTrigger(String allowed) {
        return routing -> note(routing, rest(routing).isEmpty(), allowed);
    }

    /** As {@link #noteTrigger}, for instances: each has a path of its own, below that of the route. */
    public Handler<RoutingContext> noteInstances(String allowed) {
        return routing -> {
            String rest = rest(routing);
            note(routing, !rest.isEmpty() && rest.indexOf('/') < 0, allowed);
        };
    }

    private static void note(RoutingContext routing, boolean isPath, String allowed) {
        if (isPath) {
            TriggerProblemFilter.note(routing, allowed);
        }
        routing.next();
    }

    /** The path of a request behind that of its route, without the slashes around it. */
    private static String rest(RoutingContext routing) {
        String rest = routing.pathParam("*");
        if (rest == null) {
            return "";
        }
        int from = 0;
        int to = rest.length();
        while (from < to && rest.charAt(from) == '/') {
            from++;
        }
        while (to > from && rest.charAt(to - 1) == '/') {
            to--;
        }
        return rest.substring(from, to);
    }

    /**
     * Adds problem details to the refusal of a request whose credentials or roles Quarkus found wanting before Quarkus REST saw it. The
     * challenge is in the response already. Does the same for a body that the management interface of Quarkus finds too large.
     */
    public Handler<RoutingContext> describeRefusals() {
        return RefusalHandlerRecorder::describeRefusal;
    }

    /** As {@link #describeRefusals}, for programs only: they get 401 where a person is redirected to a login page. */
    public Handler<RoutingContext> describeRefusalsToPrograms() {
        return routing -> {
            HttpServerResponse response = routing.response();
            if (routing.failure() instanceof AuthenticationFailedException && !response.ended()
                    && response.headers().contains(HttpHeaders.LOCATION)) {
                response.headers().remove(HttpHeaders.LOCATION);
                response.setStatusCode(Status.UNAUTHORIZED.getStatusCode());
            }
            describeRefusal(routing);
        };
    }

    private static void describeRefusal(RoutingContext routing) {
        Status status = refusal(routing);
        if (status == null || routing.response().ended()) {
            routing.next();
        } else if (status == Status.REQUEST_ENTITY_TOO_LARGE) {
            RefusedBodyResponder.answer(routing, JsonBodyReader.tooLarge(), true);
        } else {
            describe(routing.response(), status);
        }
    }

    /** With which status Quarkus has refused a request; null if it has not. */
    private static Status refusal(RoutingContext routing) {
        if (routing.failure() instanceof ForbiddenException) {
            return Status.FORBIDDEN;
        }
        if (routing.failure() instanceof AuthenticationFailedException) {
            Status challenge = Status.fromStatusCode(routing.response().getStatusCode());
            return challenge == Status.UNAUTHORIZED || challenge == Status.FORBIDDEN ? challenge : null;
        }
        return routing.statusCode() == Status.REQUEST_ENTITY_TOO_LARGE.getStatusCode() ? Status.REQUEST_ENTITY_TOO_LARGE : null;
    }

    /** Answers requests that nothing in the application has answered. */
    public Handler<RoutingContext> describeUnknown() {
        return routing -> describe(routing.response(), Status.NOT_FOUND);
    }

    private static void describe(HttpServerResponse response, Status status) {
        response.setStatusCode(status.getStatusCode()).putHeader(HttpHeaders.CONTENT_TYPE, ProblemDetails.MEDIA_TYPE)
                .end(Buffer.buffer(ProblemDetails.of(status, null).text()));
    }
}
