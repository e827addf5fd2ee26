package dev.cairn.quarkus.config;

import java.util.Optional;
import java.util.Set;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn: settings that are fixed when the application is built.
 */
@ConfigMapping(prefix = "quarkus.cairn")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface CairnBuildConfig {

    /** HTTP triggers. */
    Http http();

    /** Health checks. */
    Health health();

    /** Metrics. */
    Metrics metrics();

    /** Permissions of {@code run}. */
    Run run();

    /** Configuration that expressions may read. */
    ReadableConfig config();

    /** Permissions of {@code run}. */
    interface Run {

        /**
         * Interpreters that commands and scripts of workflows may use, {@code shell}, {@code js}, {@code python}, and
         * {@code container} for containers, {@code mcp} for programs that are MCP servers. A workflow that needs another one fails
         * the build. Empty allows none.
         */
        Optional<Set<String>> allowed();
    }

    /** Health checks. */
    interface Health {

        /**
         * Adds a readiness check that is down while the store does not answer. Only for an application that has the extension
         * {@code quarkus-smallrye-health}.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** Metrics. */
    interface Metrics {

        /**
         * Makes the engine count and time its operations. Only for an application that has the extension
         * {@code quarkus-micrometer}; in any other nothing is measured.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** HTTP triggers. */
    interface Http {

        /** Lets HTTP start workflows. If false, no resource is generated, even if definitions ask for one. */
        @WithDefault("true")
        boolean enabled();

        /**
         * Absolute path below which instances can be looked at: {@code <root-path>/instances/<id>}. Relative to
         * {@code quarkus.http.root-path} and {@code quarkus.rest.path}. An instance is shown to those whom the security annotations
         * of the workflow's class let start it; permissions by path ({@code quarkus.http.auth.permission}) have to name this path
         * as well.
         */
        @WithDefault("/cairn")
        String rootPath();
    }
}
