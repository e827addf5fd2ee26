package dev.cairn.management;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
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
}
