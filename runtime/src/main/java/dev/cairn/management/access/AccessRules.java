package dev.cairn.management.access;

import java.util.HashMap;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.security.identity.SecurityIdentity;

/** Decides which callers have which permissions for which workflows. Immutable. */
@Singleton
public final class AccessRules {

    private final boolean permitAll;
    private final PermissionRoles global;
    /** Roles by the qualified or short name of a workflow. */
    private final Map<String, PermissionRoles> byWorkflow;

    @Inject
    public AccessRules(ManagementBuildConfig config) {
        this(config, LaunchMode.current());
    }

    public AccessRules(ManagementBuildConfig config, LaunchMode mode) {
        this.global = PermissionRoles.of(config.roles());
        Map<String, PermissionRoles> own = new HashMap<>();
        config.workflow().forEach((name, workflow) -> own.put(name, PermissionRoles.of(workflow.roles())));
        own.values().removeIf(PermissionRoles::isEmpty);
        this.byWorkflow = Map.copyOf(own);
        // The build refuses a production application without a decision. Without that check, the API still permits nothing.
        this.permitAll = config.permitAll() || mode != LaunchMode.NORMAL && global.isEmpty() && byWorkflow.isEmpty();
    }

    /** The access of a caller. Without an identity (null) it has only the permissions that all callers have. */
    public CallerAccess of(SecurityIdentity identity) {
        return new CallerAccess(this, identity);
    }

    boolean permitsAll() {
        return permitAll;
    }

    boolean permits(ManagementPermission permission, String workflow, SecurityIdentity identity) {
        return permitAll || identity != null && rolesOf(workflow).permits(permission, identity);
    }

    boolean permitsAnywhere(ManagementPermission permission, SecurityIdentity identity) {
        return permitAll || identity != null && (global.permits(permission, identity)
                || byWorkflow.values().stream().anyMatch(roles -> roles.permits(permission, identity)));
    }

    boolean permitsEverywhere(ManagementPermission permission, SecurityIdentity identity) {
        return permitAll || identity != null && global.permits(permission, identity)
                && byWorkflow.values().stream().allMatch(roles -> roles.permits(permission, identity));
    }

    private PermissionRoles rolesOf(String workflow) {
        PermissionRoles own = byWorkflow.get(workflow);
        if (own == null) {
            own = byWorkflow.get(workflow.substring(workflow.indexOf(':') + 1));
        }
        return own == null ? global : own;
    }
}
