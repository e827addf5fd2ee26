package dev.cairn.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.Engine;
import dev.cairn.engine.instance.CallerWait;
import dev.cairn.engine.instance.DurableStart;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.program.Program;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.vertx.core.Vertx;

/**
 * Starts instances for HTTP clients. The generated resources call in here, on the event loop; nothing blocks.
 */
@Singleton
public class HttpStarter {

    private static final String PREFER = "Prefer";
    private static final String PREFERENCE_APPLIED = "Preference-Applied";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final int LONGEST_KEY = 255;
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

    private final Engine engine;
    private final Vertx vertx;
    private final HttpSettings settings;
    private final UploadLimits uploads;

    HttpStarter(Engine engine, Vertx vertx, HttpSettings settings, UploadLimits uploads) {
        this.engine = engine;
        this.vertx = vertx;
        this.settings = settings;
        this.uploads = uploads;
    }

    /**
     * Starts an instance, with the body of a request as input.
     *
     * @param workflow {@code namespace:name}
     * @param version exactly this one
     * @param context the request
     * @return the response: the output, 202 if it is not there in time, or problem details. Never fails
     */
    public Uni<Response> start(String workflow, String version, ServerRequestContext context) {
        ResteasyReactiveRequestContext request = (ResteasyReactiveRequestContext) context;
        return RequestBody.read(request, engine, uploads)
                .chain(input -> start(engine.programs().find(workflow, version), input, request))
                .onFailure().recoverWithItem(failure -> HttpProblemMapper.response(workflow, failure));
    }

    private Uni<Response> start(InstalledProgram program, JsonPayload input, ResteasyReactiveRequestContext request) {
        String key = idempotencyKey(request.getHttpHeaders());
        PreferHeader prefer = PreferHeader.of(request.getHttpHeaders().getRequestHeader(PREFER));
        URI base = request.getUriInfo().getBaseUri();
        Duration wait = prefer.waitTime(settings.waitTime(), settings.maxWaitTime());
        CallerWait callerWait = wait.isZero() ? CallerWait.none() : new CallerWait();
        Uni<DurableStart> starting = engine.start(program, input, key, SearchKeys.NONE, callerWait)
                // From here on the engine counts the memory of its instances.
                .onTermination().invoke(() -> RequestBody.release(request));
        if (wait.isZero()) {
            return starting.chain(start -> accepted(program.program(), start, prefer, base));
        }
        AtomicReference<DurableStart> begun = new AtomicReference<>();
        Uni<Response> result = starting.chain(start -> {
            begun.set(start);
            return callerWait.isOver() ? accepted(program.program(), start, prefer, base)
                    : result(program.program(), start, prefer, base);
        });
        return within(wait, result, () -> {
            callerWait.end();
            DurableStart start = begun.get();
            // A start that is not durable yet is answered when it is.
            return start == null ? Uni.createFrom().nothing() : accepted(program.program(), start, prefer, base);
        });
    }

    /** Null if there is none. A quoted key, as RFC 8941 writes strings, is the same as one without quotes. */
    private static String idempotencyKey(HttpHeaders headers) {
        List<String> fields = headers.getRequestHeader(IDEMPOTENCY_KEY);
        if (fields.isEmpty()) {
            return null;
        }
        Matcher quoted = QUOTED.matcher(fields.get(0));
        String key = quoted.matches() ? quoted.group(1) : fields.get(0);
        if (fields.size() > 1 || key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new HttpProblem(
                    ProblemDetails.of(Status.BAD_REQUEST, "There is one Idempotency-Key, of 1 to 255 characters."));
        }
        return key;
    }

    private Uni<Response> result(Program program, DurableStart start, PreferHeader prefer, URI base) {
        return engine.outcome(start).chain(ended -> result(program, start, ended, prefer))
                // The instance was started and is durable: if its result cannot be given, the client can look for it later.
                .onFailure().recoverWithUni(() -> accepted(program, start, prefer, base));
    }

    /**
     * The result, or the other answer if the result takes longer than the time. A result that exists already needs no timer.
     */
    private Uni<Response> within(Duration time, Uni<Response> result, Supplier<Uni<? extends Response>> tooLate) {
        return Uni.createFrom().emitter(emitter -> {
            AtomicBoolean there = new AtomicBoolean();
            Cancellable waiting = result.subscribe().with(response -> {
                there.set(true);
                emitter.complete(response);
            }, emitter::fail);
            if (!there.get()) {
                long timer = vertx.setTimer(time.toMillis(),
                        fired -> Uni.createFrom().deferred(tooLate).subscribe().with(emitter::complete, emitter::fail));
                emitter.onTermination(() -> {
                    vertx.cancelTimer(timer);
                    waiting.cancel();
                });
            }
        });
    }

    private Uni<Response> result(Program program, DurableStart start, Ended ended, PreferHeader prefer) {
        if (ended.status() != InstanceStatus.COMPLETED) {
            return Uni.createFrom().item(InstanceBody.failed(start.instanceId(), ended, program, settings).response());
        }
        return engine.text(ended.output()).map(output -> {
            Response.ResponseBuilder response = Response.ok(output, MediaType.APPLICATION_JSON_TYPE);
            prefer.applied(false, settings.maxWaitTime()).ifPresent(applied -> response.header(PREFERENCE_APPLIED, applied));
            return response.build();
        });
    }

    private Uni<Response> accepted(Program program, DurableStart start, PreferHeader prefer, URI base) {
        return engine.view(start.instanceId()).map(InstanceView::status)
                // All that is known of a durable start while its store does not answer: it will be run.
                .onFailure().recoverWithItem(InstanceStatus.RUNNING)
                .map(status -> accepted(program, start, status, prefer, base));
    }

    private Response accepted(Program program, DurableStart start, InstanceStatus status, PreferHeader prefer, URI base) {
        URI location = InstanceBody.location(base, settings.rootPath(), start.instanceId());
        Response.ResponseBuilder response = Response
                .accepted(InstanceBody.accepted(start.instanceId(), program.workflow(), status))
                .type(MediaType.APPLICATION_JSON_TYPE)
                // A header of its own: location(URI) would make it absolute with the host that the client named.
                .header(HttpHeaders.LOCATION, location.toString());
        prefer.applied(true, settings.maxWaitTime()).ifPresent(applied -> response.header(PREFERENCE_APPLIED, applied));
        return response.build();
    }
}
