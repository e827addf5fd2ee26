package dev.cairn.management.console;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn: the console.
 */
@ConfigMapping(prefix = "quarkus.cairn.console")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface ConsoleBuildConfig {

    /**
     * If true, the application has the console, at {@code cairn} of the non-application root path. The console needs the management API,
     * which {@code quarkus.cairn.management.enabled} switches on. Callers that may see a workflow may open it.
     */
    @WithDefault("true")
    boolean enabled();
}
