package dev.cairn.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

import dev.cairn.api.SearchKeys;
import dev.cairn.engine.Engine;
import dev.cairn.engine.instance.CallerWaitLimit;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.port.CallerTokenRegistry;
import dev.cairn.value.JsonPayload;
import io.vertx.core.Vertx;

/**
 * Starts instances for HTTP clients. The generated resources call in here, on the event loop; nothing blocks.
 */
@Singleton
public class HttpInstanceStarter {

    private static final String PREFER = "Prefer";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_KEY = 255;
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

    private final Engine engine;
    private final Vertx vertx;
    private final HttpSettings settings;
    private final UploadMemoryBudget uploads;
    private final CallerTokenRegistry callers;

    HttpInstanceStarter(Engine engine, Vertx vertx, HttpSettings settings, UploadMemoryBudget uploads,
            CallerTokenRegistry callers) {
        this.engine = engine;
        this.vertx = vertx;
        this.settings = settings;
        this.uploads = uploads;
        this.callers = callers;
    }

    /**
     * Starts an instance, with the body of a request as input.
     *
     * @param workflow {@code namespace:name}
     * @param version exactly this one
     * @param context the request
     * @return the response: the output, 202 if it is not there in time, or problem details. Never fails; if the client goes away it is
     *         cancelled
     */
    public CompletionStage<Response> start(String workflow, String version, ServerRequestContext context) {
        ResteasyReactiveRequestContext request = (ResteasyReactiveRequestContext) context;
        CompletableFuture<Response> response = new CompletableFuture<>();
        attempt(workflow, response, () -> JsonBodyReader.read(request, engine, uploads).listen((input, failure) -> {
            if (failure != null) {
                response.complete(HttpProblemMapper.response(workflow, failure));
            } else if (!response.isDone()) {
                attempt(workflow, response,
                        () -> start(engine.programs().find(workflow, version), input, request, response));
            }
        }));
        return response;
    }

    private static void attempt(String workflow, CompletableFuture<Response> response, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error failure) {
            response.complete(HttpProblemMapper.response(workflow, failure));
        }
    }

    private void start(InstalledProgram program, JsonPayload input, ResteasyReactiveRequestContext request,
            CompletableFuture<Response> response) {
        String key = idempotencyKey(request.getHttpHeaders());
        PreferHeader prefer = PreferHeader.of(request.getHttpHeaders().getRequestHeader(PREFER));
        Duration wait = prefer.waitTime(settings.waitTime(), settings.maxWaitTime());
        String token = wait.isZero() || !program.passesCallerOn() ? null : bearer(request.getHttpHeaders());
        WaitingCaller caller = token == null ? null : new WaitingCaller(token, response);
        CallerWaitLimit callerWait = wait.isZero() ? CallerWaitLimit.none()
                : caller == null ? new CallerWaitLimit() : new CallerWaitLimit(caller::waitsFor);
        StartResponder answer = new StartResponder(engine.gateway(), settings, request, program.program(), prefer, callerWait,
                response);
        StartMetadata details = StartMetadata.of(SearchKeys.NONE).withTrace(engine.gateway().caller());
        engine.gateway().start(program, input, key, details, callerWait).listen((start, failure) -> {
            if (caller != null && failure == null) {
                // An earlier request with the key may have started it.
                caller.waitsFor(start.instanceId());
            }
            answer.started(start, failure);
        });
        // A result that exists already needs no timer.
        if (!wait.isZero() && !response.isDone()) {
            long timer = vertx.setTimer(wait.toMillis(), fired -> answer.tooLate());
            response.whenComplete((done, cancelled) -> vertx.cancelTimer(timer));
        }
    }

    /** A request whose bearer token is kept while it waits for an instance of a workflow that passes it on. */
    private final class WaitingCaller {

        private final String token;
        private final CompletableFuture<Response> response;
        private final AtomicBoolean waits = new AtomicBoolean();

        WaitingCaller(String token, CompletableFuture<Response> response) {
            this.token = token;
            this.response = response;
        }

        void waitsFor(String instanceId) {
            if (waits.compareAndSet(false, true) && callers.keep(instanceId, token)) {
                response.whenComplete((answered, cancelled) -> callers.drop(instanceId));
            }
        }
    }

    private static String bearer(HttpHeaders headers) {
        List<String> fields = headers.getRequestHeader(HttpHeaders.AUTHORIZATION);
        return fields.size() == 1 && fields.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? fields.get(0).substring(BEARER.length()).strip()
                : null;
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
            throw new HttpProblemException(
                    ProblemDetails.of(Status.BAD_REQUEST, "There is one Idempotency-Key, of 1 to 255 characters."));
        }
        return key;
    }
}
