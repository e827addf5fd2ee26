package dev.cairn.devui;

import java.util.List;
import java.util.Set;

import io.quarkus.runtime.annotations.Recorder;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Makes the handler of the web components that the pages of the Dev UI import. */
@Recorder
public class WebComponentRecorder {

    /** Path of the files below the non-application root. Below that of the Dev UI, which lets only this machine in. */
    public static final String PATH = "dev-ui/cairn-console";
    /** Resources with the files; they have the names of the files. */
    public static final String RESOURCES = "META-INF/cairn/dev-ui/";

    /**
     * Answers the requests for the files.
     *
     * @param root their absolute path, without a slash at its end
     * @param files their names, with slashes between directories
     */
    public Handler<RoutingContext> serve(String root, List<String> files) {
        return new WebComponentHandler(root + "/", Set.copyOf(files));
    }
}
