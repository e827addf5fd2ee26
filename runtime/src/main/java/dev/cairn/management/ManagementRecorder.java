package dev.cairn.management;

import java.util.List;

import io.quarkus.arc.Arc;
import io.quarkus.runtime.annotations.Recorder;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Makes the handler of the management API. */
@Recorder
public class ManagementRecorder {

    /** Path of the API below the non-application root, without slashes around it. */
    public static final String PATH = "cairn/api/v1";

    /** Lets requests go on whose host is this machine, or one of these. */
    public Handler<RoutingContext> guard(List<String> hosts) {
        return LocalHostGuard.of(RoutingContext::next, hosts);
    }

    /**
     * Answers all requests below the path of the API.
     *
     * @param root absolute path of the API, without a slash at its end
     * @param hosts as for {@link LocalHostGuard#of}
     */
    public Handler<RoutingContext> answer(String root, List<String> hosts) {
        return LocalHostGuard.of(
                routing -> Arc.container().instance(ManagementRequestHandler.class).get().handle(routing, root),
                hosts);
    }
}
