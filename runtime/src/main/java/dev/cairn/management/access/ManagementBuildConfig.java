package dev.cairn.management.access;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn: the management API.
 */
@ConfigMapping(prefix = "quarkus.cairn.management")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface ManagementBuildConfig {

    /**
     * If true, the application has the management API, below {@code cairn/api/v1} of the non-application root path. The default is true
     * in dev mode and in tests, and false in production. In production the API needs roles, or {@code permit-all}.
     */
    Optional<Boolean> enabled();

    /**
     * If true, every client that reaches the port may see and operate all instances, payloads included. Without roles, dev mode and
     * tests permit the same. In production, this setting and roles exclude each other.
     */
    @WithDefault("false")
    boolean permitAll();

    /** Roles for all workflows. */
    Roles roles();

    /**
     * Roles for one workflow: its name, or {@code namespace:name} in quotes. A workflow with a role of its own has none of the roles for all workflows.
     */
    @ConfigDocMapKey("workflow-name")
    Map<String, Workflow> workflow();

    /** The OpenAPI document. */
    OpenApi openapi();

    /** One workflow. */
    interface Workflow {

        /** Roles for this workflow. */
        Roles roles();
    }

    /** Names of roles. */
    interface Roles {

        /**
         * Roles that may see workflows and instances, without payloads. {@code **} stands for all authenticated callers. Roles that may
         * operate or read payloads may see as well.
         */
        Optional<Set<String>> view();

        /** Roles that may start instances and give them commands. */
        Optional<Set<String>> operate();

        /** Roles that may read payloads: input, output, data of events, details of errors. */
        Optional<Set<String>> payload();
    }

    /** The OpenAPI document. */
    interface OpenApi {

        /**
         * If true, the OpenAPI document of the application describes the management API. This takes effect only with the extension
         * {@code quarkus-smallrye-openapi}, and only if the API is on the same port as the application.
         */
        @WithDefault("true")
        boolean included();
    }
}
