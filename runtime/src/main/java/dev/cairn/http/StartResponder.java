package dev.cairn.http;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.InstanceStartGateway;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.program.Program;
import io.smallrye.mutiny.Uni;

/**
 * The answer to one request that starts an instance: its result, 202 if that is not there in time, or problem details. The engine calls
 * in here from its own work, so nothing throws. Thread-safe.
 */
final class StartResponder {

    private static final String PREFERENCE_APPLIED = "Preference-Applied";

    private final InstanceStartGateway gateway;
    private final HttpSettings settings;
    private final ResteasyReactiveRequestContext request;
    private final Program program;
    private final PreferHeader prefer;
    private final CallerWaitLimit callerWait;
    private final CompletableFuture<Response> response;
    private final Executor eventLoop;
    /** The start, once it is durable. */
    private volatile DurableStartResult durable;

    /**
     * To be called on the event loop of the request.
     *
     * @param response completed by the first answer; cancelled if the client goes away
     */
    StartResponder(InstanceStartGateway gateway, HttpSettings settings, ResteasyReactiveRequestContext request, Program program,
            PreferHeader prefer, CallerWaitLimit callerWait, CompletableFuture<Response> response) {
        this.gateway = gateway;
        this.settings = settings;
        this.request = request;
        this.program = program;
        this.prefer = prefer;
        this.callerWait = callerWait;
        this.response = response;
        this.eventLoop = JsonBodyReader.onEventLoop(request);
    }

    /** The start is durable, or has failed. */
    void started(DurableStartResult start, Throwable failure) {
        // From here on the engine counts the memory of its instances.
        JsonBodyReader.release(request);
        if (isOver()) {
            return;
        }
        if (failure != null) {
            response.complete(HttpProblemMapper.response(program.workflow(), failure));
            return;
        }
        durable = start;
        if (callerWait.isOver()) {
            accept(start);
        } else {
            attempt(start, () -> waitFor(gateway.outcome(start, (ended, lost) -> ended(start, ended, lost))));
        }
    }

    /** The time that the client waits for the result is over. */
    void tooLate() {
        callerWait.end();
        DurableStartResult start = durable;
        // A start that is not durable yet is answered when it is.
        if (start != null) {
            accept(start);
        }
    }

    /** True if the client has gone away, or has its answer: nothing is looked up or written then. */
    private boolean isOver() {
        return response.isDone();
    }

    private void ended(DurableStartResult start, Ended ended, Throwable lost) {
        if (isOver()) {
            return;
        }
        if (lost != null) {
            accept(start);
        } else if (ended.status() != InstanceStatus.COMPLETED) {
            attempt(start,
                    () -> response
                            .complete(InstanceResponseWriter.failed(start.instanceId(), ended, program, settings).response()));
        } else {
            attempt(start, () -> waitFor(
                    gateway.text(ended.output(), (text, unwritable) -> written(start, text, unwritable))));
        }
    }

    private void written(DurableStartResult start, byte[] text, Throwable unwritable) {
        if (unwritable != null) {
            accept(start);
        } else {
            attempt(start, () -> response.complete(answered(Response.ok(text, InstanceResponseWriter.JSON), false)));
        }
    }

    /** @param leave ends the wait; called once there is an answer or the client has gone away */
    private void waitFor(Runnable leave) {
        response.whenComplete((done, cancelled) -> leave.run());
    }

    /** The instance was started and is durable: if its result cannot be given, the client can look for it later. */
    private void attempt(DurableStartResult start, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error failure) {
            accept(start);
        }
    }

    private void accept(DurableStartResult start) {
        if (isOver()) {
            return;
        }
        Uni.createFrom().deferred(() -> gateway.view(start.instanceId())).map(InstanceView::status)
                // All that is known of a durable start while its store does not answer: it will be run.
                .onFailure().recoverWithItem(InstanceStatus.RUNNING)
                .emitOn(eventLoop).subscribe().with(status -> accept(start, status));
    }

    private void accept(DurableStartResult start, InstanceStatus status) {
        try {
            URI base = request.getUriInfo().getBaseUri();
            URI location = InstanceResponseWriter.location(base, settings.rootPath(), start.instanceId());
            response.complete(answered(Response
                    .accepted(InstanceResponseWriter.accepted(start.instanceId(), program.workflow(), status))
                    .type(InstanceResponseWriter.JSON)
                    // A header of its own: location(URI) would make it absolute with the host that the client named.
                    .header(HttpHeaders.LOCATION, location.toString()), true));
        } catch (RuntimeException | Error failure) {
            response.complete(HttpProblemMapper.response(program.workflow(), failure));
        }
    }

    private Response answered(Response.ResponseBuilder answer, boolean async) {
        prefer.applied(async, settings.maxWaitTime()).ifPresent(applied -> answer.header(PREFERENCE_APPLIED, applied));
        return answer.build();
    }
}
