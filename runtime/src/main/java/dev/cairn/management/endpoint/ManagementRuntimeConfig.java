package dev.cairn.management.endpoint;

import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/**
 * Cairn: settings of the management API that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn.management")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface ManagementRuntimeConfig {

    /** Maximum clients that watch changes live on a node at a time. Further clients are refused with 503. With 0, every client is refused. */
    @WithDefault("200")
    int maxViewers();

    /**
     * Address of a trace in the tool that the application sends its traces to, with {@code {traceId}} in it:
     * {@code https://jaeger.example.com/trace/{traceId}}. With it, an instance in a trace has that address as {@code traceUrl}, and the
     * console a link. It begins with {@code https://} or {@code http://}.
     */
    Optional<@WithConverter(TraceUrlTemplateConverter.class) String> traceUrl();

    /** Lines of the log. */
    Logs logs();

    /** Lines of the log. */
    interface Logs {

        /**
         * If true, the management API shows the log lines of an instance to callers that may read payloads. For this, a node keeps the last
         * 2,000 lines whose mapped diagnostic context has {@code cairn.instance} in memory, up to 1 MiB. The default is true in dev mode
         * and false otherwise.
         */
        Optional<Boolean> enabled();
    }
}
