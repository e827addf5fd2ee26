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
     * Whether the application has the management API, below {@code cairn/api/v1} of the non-application root path. By default it has it in
     * dev mode and in tests, and not in production. In production it needs roles, or {@code permit-all}.
     */
    Optional<Boolean> enabled();

    /**
     * Whether everybody who reaches the port may see and operate all instances, payloads included. In dev mode and in tests that is so
     * as well if there are no roles. In production it excludes roles.
     */
    @WithDefault("false")
    boolean permitAll();

    /** Roles for all workflows. */
    Roles roles();

    /**
     * Roles for one workflow: its name, or {@code namespace:name} in quotes. A workflow that has any role here has none of the others.
     */
    @ConfigDocMapKey("workflow-name")
    Map<String, Workflow> workflow();

    /** The OpenAPI document. */
    OpenApi openapi();

    /** One workflow. */
    interface Workflow {

        /** Roles for it. */
        Roles roles();
    }

    /** Names of roles. */
    interface Roles {

        /**
         * Roles that may see workflows and instances, without payloads. {@code **} stands for everybody who is authenticated. Those who may
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
         * Whether the OpenAPI document of the application describes the management API. Only for an application that has the extension
         * {@code quarkus-smallrye-openapi}, and only while the API is on the same port as the application.
         */
        @WithDefault("true")
        boolean included();
    }
}
