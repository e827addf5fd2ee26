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
public interface ManagementConfig {

    /** How many clients may watch changes live on a node at a time. Those beyond are refused with 503; with 0 all are. */
    @WithDefault("200")
    int maxViewers();

    /**
     * Address of a trace in the tool that the application sends its traces to, with {@code {traceId}} in it:
     * {@code https://jaeger.example.com/trace/{traceId}}. With it, an instance in a trace has that address as {@code traceUrl}, and the
     * console a link. It begins with {@code https://} or {@code http://}.
     */
    Optional<@WithConverter(TraceUrlConverter.class) String> traceUrl();

    /** Lines of the log. */
    Logs logs();

    /** Lines of the log. */
    interface Logs {

        /**
         * Whether the management API shows lines of the log that were written for an instance, to those who may read payloads. The last
         * 2,000 lines of a node whose mapped diagnostic context has {@code cairn.instance} are kept in memory for that, of 1 MiB at the
         * most. By default it does in dev mode only.
         */
        Optional<Boolean> enabled();
    }
}
