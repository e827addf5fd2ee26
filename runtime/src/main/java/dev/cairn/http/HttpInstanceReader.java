package dev.cairn.http;

import java.util.regex.Pattern;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.api.InstanceView;
import dev.cairn.engine.Engine;
import dev.cairn.engine.node.InstalledProgram;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/**
 * Shows instances to HTTP clients: only instances of workflows that HTTP may start, and only to clients that may start them.
 */
@Singleton
public class HttpInstanceReader {

    /** Characters of instance ids. */
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");

    private final Engine engine;
    private final Instance<InstanceReadPermissionCheck> guards;
    private final HttpSettings settings;

    HttpInstanceReader(Engine engine, @Any Instance<InstanceReadPermissionCheck> guards, HttpSettings settings) {
        this.engine = engine;
        this.guards = guards;
        this.settings = settings;
    }

    /**
     * Reads an instance.
     *
     * @return the response; fails only if the caller may not see the instance
     */
    public Uni<Response> read(String id) {
        if (!ID.matcher(id).matches()) {
            return Uni.createFrom().item(ProblemDetails.of(Status.NOT_FOUND, null).response());
        }
        return engine.gateway().view(id)
                .onItemOrFailure().transformToUni((view, failure) -> failure == null ? show(view)
                        : Uni.createFrom().item(HttpProblemMapper.response(id, failure)));
    }

    private Uni<Response> show(InstanceView view) {
        Instance<InstanceReadPermissionCheck> guard = guards.select(Identifier.Literal.of(view.workflow()));
        if (guard.isUnsatisfied()) {
            return Uni.createFrom().item(ProblemDetails.of(Status.NOT_FOUND, null).response());
        }
        return guard.get().permit().map(permitted -> response(view));
    }

    private Response response(InstanceView view) {
        InstalledProgram installed = engine.programs().exactly(view.workflow(), view.version());
        return Response
                .ok(InstanceResponseWriter.of(view, installed == null ? null : installed.program(), settings),
                        InstanceResponseWriter.JSON)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}
