package dev.cairn.management.console;

import java.util.List;
import java.util.Set;

import dev.cairn.management.LocalHostGuard;
import dev.cairn.management.PageAccessGuard;
import io.quarkus.arc.Arc;
import io.quarkus.runtime.annotations.Recorder;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Makes the handler of the console. */
@Recorder
public class ConsoleRecorder {

    /** Path of the console below the non-application root, without slashes around it. */
    public static final String PATH = "cairn";
    /** Path of its versioned files, below its own. */
    public static final String ASSETS = "assets";
    /** Resources with the files, compressed with gzip; they have the names of the files. */
    public static final String RESOURCES = "META-INF/cairn/console/";
    /** Name of the page. */
    public static final String INDEX = "index.html";

    /**
     * Answers the requests for the page and its files.
     *
     * @param root absolute path of the console, without a slash at its end
     * @param version of all files together; part of their paths, so that browsers keep them
     * @param files names of the files, with slashes between directories
     * @param policy the {@code Content-Security-Policy}
     * @param hosts as for {@link LocalHostGuard#of}
     */
    public Handler<RoutingContext> answer(String root, String version, Set<String> files, String policy, List<String> hosts) {
        ConsoleHandler handler = new ConsoleHandler(root, version, Set.copyOf(files), policy);
        return LocalHostGuard.of(
                routing -> Arc.container().instance(PageAccessGuard.class).get().admit(routing, () -> handler.handle(routing)),
                hosts);
    }
}
